import { useContext, useMemo, useRef } from 'react';
import type { ColumnDefinition } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { toWords, type JsonObject, type JsonValue } from '#engine/model/values';
import { isEmptyValue, isObject, readEntries, type Draft } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';
import { findModuleSource } from '../values/named-module.tsx';
import { EditedRecordContext } from '../widgets/edited-record.ts';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { EntryTable } from './entry-table.tsx';
import { listColumns } from './row-list.ts';

/** The properties of an object, or the entries of a list, as rows of a table. */
interface FreeRows {
  readonly columns: readonly ColumnDefinition[];
  readonly toRows: (value: JsonValue | undefined) => readonly JsonObject[];
  readonly toValue: (rows: readonly JsonObject[]) => JsonValue | undefined;
}

const anyValue = (fieldName: string, label: string): ColumnDefinition => ({ fieldName, label, inputType: 'Object' });

const ofObject = (): FreeRows => ({
  columns: [
    { fieldName: 'name', label: t('views.rows.name'), inputType: 'TextField' },
    { ...anyValue('value', t('views.rows.value')), valueFor: 'name' },
  ],
  toRows: (value) => (isObject(value) ? Object.entries(value).map(([name, inner]) => ({ name, value: inner })) : []),
  toValue: (rows) => {
    const named = rows.filter(({ name, value }) => typeof name === 'string' && name !== '' && !isEmptyValue(value));
    return named.length === 0 ? undefined : Object.fromEntries(named.map(({ name, value }) => [name as string, value ?? null]));
  },
});

const ofValues = (): FreeRows => ({
  columns: [anyValue('value', t('views.rows.value'))],
  toRows: (value) => (Array.isArray(value) ? (value as readonly JsonValue[]).map((one) => ({ value: one })) : []),
  toValue: (rows) => {
    const values = rows.flatMap(({ value }) => (isEmptyValue(value) ? [] : [value as JsonValue]));
    return values.length === 0 ? undefined : values;
  },
});

/** Entries that are objects have a column for each of their properties. */
const ofEntries = (entries: readonly JsonObject[]): FreeRows => ({
  columns: listColumns(entries as Parameters<typeof listColumns>[0]).map((name) => anyValue(name, toWords(name))),
  toRows: readEntries,
  toValue: (rows) => (rows.length === 0 ? undefined : rows),
});

function chooseRows({ inputType }: FieldView, value: JsonValue | undefined): FreeRows {
  if (inputType === 'Object') return ofObject();
  const entries = readEntries(value);
  const isOfEntries = Array.isArray(value) && entries.length === value.length && entries.some((entry) => Object.keys(entry).length > 0);
  return isOfEntries ? ofEntries(entries) : ofValues();
}

/** The field of the record with the module whose fields the properties are named after; undefined: it has none, and names are typed. */
function findPropertiesSource(
  module: ModuleView,
  { propertiesOf, fieldsElseOf }: FieldView,
  record: Draft | undefined,
): string | undefined {
  if (propertiesOf === undefined || record === undefined) return undefined;
  const by = { fieldsOf: propertiesOf, ...(fieldsElseOf === undefined ? {} : { fieldsElseOf }) };
  const source = findModuleSource(module, by, record)?.fieldName ?? propertiesOf;
  return isEmptyValue(record[source]) ? undefined : source;
}

/** A list or an object without an entry schema as a table of texts, numbers and lists: each property or entry is a row. */
export function FreeTable(props: WidgetProps) {
  const { module, field, value, onChange } = props;
  // The columns are those of the value with which the form was opened.
  const opened = useRef<FreeRows>(undefined);
  opened.current ??= chooseRows(field, value);
  const rows = opened.current;
  const typed = useRef<{ readonly value: JsonValue | undefined; readonly rows: JsonValue | undefined }>(undefined);
  const record = useContext(EditedRecordContext);
  const source = findPropertiesSource(module, field, record);
  const table = useMemo((): FieldView => {
    const columns = rows.columns.map((column) =>
      source !== undefined && column.fieldName === 'name' ? { ...column, fieldsOf: source } : column,
    );
    return { ...field, id: `${field.id}.rows`, inputType: 'Array', entry: { columns } };
  }, [field, rows, source]);
  // What was typed is shown until the value is changed from outside: rows without a value have no place in it.
  if (typed.current === undefined || typed.current.value !== value) typed.current = { value, rows: rows.toRows(value) };
  return (
    <EntryTable
      {...props}
      field={table}
      value={typed.current.rows}
      onChange={(next) => {
        const made = rows.toValue(readEntries(next));
        typed.current = { value: made, rows: next };
        onChange(made);
      }}
    />
  );
}
