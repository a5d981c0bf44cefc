import type { ReactNode } from 'react';
import { toText, toWords, type JsonObject, type JsonValue } from '#engine/model/values';
import type { ModuleView, FieldView } from '#engine/model/wire';
import { entryColumnsOf, findField, isEmptyValue, readEntries, shownColumnsOf, type RecordValues } from '../../headless/index.ts';
import { FieldValue, isNumericField } from '../values/field-value.tsx';
import { WithNamedModule } from '../values/named-module.tsx';
import { StoredValue } from '../values/stored-value.tsx';
import { JsonDetail } from './json-detail.tsx';
import { OperandValue, type OperandValueProps } from './operand-value.tsx';

interface EntryDetailProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue;
  /** The record of the value. */
  readonly record?: RecordValues | undefined;
}

/** Names of stored values that are no column: their columns were removed. */
function listOthers(field: FieldView, entries: readonly JsonObject[]): readonly string[] {
  const names = new Set(entryColumnsOf(field).map(({ fieldName }) => fieldName));
  return [...new Set(entries.flatMap((entry) => Object.keys(entry)))].filter((name) => !names.has(name));
}

/** A value of the field that another column of the entry names. */
function NamedValue({ module, columns, column, entry, record, plain }: OperandValueProps & { readonly plain: ReactNode }) {
  const naming = columns.find(({ fieldName }) => fieldName === column.valueFor);
  const value = entry[column.fieldName];
  if (naming?.fieldsOf === undefined || record === undefined || isEmptyValue(value)) return plain;
  return (
    <WithNamedModule module={module} by={naming} record={record}>
      {(of) => {
        const named = of.module && findField(of.module, toText(entry[naming.fieldName]));
        return of.module === undefined || named === undefined ? (
          plain
        ) : (
          <StoredValue module={of.module} field={named} value={value ?? null} look="detail" />
        );
      }}
    </WithNamedModule>
  );
}

function EntryValue(props: OperandValueProps) {
  const { module, column, entry, record } = props;
  if (column.operandOf !== undefined) return <OperandValue {...props} />;
  const { valueFor, ...own } = column;
  const plain = <FieldValue module={module} field={own} value={entry[column.fieldName]} look="detail" record={record} />;
  return valueFor === undefined ? plain : <NamedValue {...props} plain={plain} />;
}

function EntryTable({ module, field, entries, record }: Omit<EntryDetailProps, 'value'> & { readonly entries: readonly JsonObject[] }) {
  const columns = shownColumnsOf(field);
  const others = listOthers(field, entries);
  return (
    <div className="mf-json-table mf-entry-table" tabIndex={0} role="region" aria-label={field.label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-figure={isNumericField(column) || undefined}>
                {column.label}
              </th>
            ))}
            {others.map((name) => (
              <th key={name} scope="col">
                {toWords(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.id} data-figure={isNumericField(column) || undefined}>
                  <EntryValue module={module} columns={columns} column={column} entry={entry} record={record} />
                </td>
              ))}
              {others.map((name) => (
                <td key={name}>
                  <JsonDetail value={entry[name] ?? null} label={toWords(name)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EntryList({ module, field, entry, record }: Omit<EntryDetailProps, 'value'> & { readonly entry: JsonObject }) {
  const columns = shownColumnsOf(field);
  return (
    <dl className="mf-entry-list" aria-label={field.label}>
      {columns.map((column) => (
        <div key={column.id}>
          <dt>{column.label}</dt>
          <dd>
            <EntryValue module={module} columns={columns} column={column} entry={entry} record={record} />
          </dd>
        </div>
      ))}
      {listOthers(field, [entry]).map((name) => (
        <div key={name}>
          <dt>{toWords(name)}</dt>
          <dd>
            <JsonDetail value={entry[name] ?? null} label={toWords(name)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the value of a field with an entry schema: a table of its entries; for an Object, its labels and values. */
export function EntryDetail({ module, field, value, record }: EntryDetailProps) {
  const entries = readEntries(value);
  const [entry = {}] = entries;
  return field.inputType === 'Object' ? (
    <EntryList module={module} field={field} entry={entry} record={record} />
  ) : (
    <EntryTable module={module} field={field} entries={entries} record={record} />
  );
}
