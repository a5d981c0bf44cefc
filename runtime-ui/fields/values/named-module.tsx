import type { ReactNode } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import {
  createVisibility,
  findField,
  findSubjectField,
  isEmptyValue,
  isRelating,
  readRelate,
  useModule,
  useModuleOfRecord,
  useRecord,
  type Draft,
} from '../../headless/index.ts';

/** The module whose fields a value names. */
export interface NamedModule {
  /** Undefined: not chosen, not loaded, or the user does not see it. */
  readonly module: ModuleView | undefined;
  readonly isLoading: boolean;
  /** Whether the record names a module. */
  readonly isChosen: boolean;
}

type Render = (named: NamedModule) => ReactNode;
/** A field that names fields, or the properties of its value. */
type NamingField = Pick<FieldView, 'fieldsOf' | 'fieldsElseOf'>;

const NOT_CHOSEN: NamedModule = { module: undefined, isLoading: false, isChosen: false };
const LOADING: NamedModule = { module: undefined, isLoading: true, isChosen: true };
const UNKNOWN: NamedModule = { module: undefined, isLoading: false, isChosen: true };

/** The field of a record that has the module of named fields, or refers to a record about it: the first that is shown and has a value. */
export function findModuleSource(module: ModuleView, { fieldsOf, fieldsElseOf }: NamingField, record: Draft): FieldView | undefined {
  const first = findField(module, fieldsOf ?? '');
  if (fieldsElseOf === undefined) return first;
  const isUsed = first !== undefined && !isEmptyValue(record[first.fieldName]) && createVisibility(module)(first, record);
  return isUsed ? first : (findField(module, fieldsElseOf) ?? first);
}

function ByName({ name, children }: { readonly name: string; readonly children: Render }) {
  const { module, isPending } = useModule(name);
  return children({ module, isLoading: isPending, isChosen: true });
}

interface ByRecordProps {
  readonly module: ModuleView;
  readonly id: string;
  readonly children: Render;
}

/** The module of a related record is that of its first field for a module. */
function ByRecord({ module, id, children }: ByRecordProps) {
  const { data, isPending } = useRecord(module, id);
  const name = data?.[findSubjectField(module) ?? ''];
  if (typeof name === 'string') return <ByName name={name}>{children}</ByName>;
  return children(isPending ? LOADING : UNKNOWN);
}

/** The same in a list: it does not load the related record of each of its rows. */
function ByRecordOfRow({ module, id, children }: ByRecordProps) {
  const name = useModuleOfRecord(module, id);
  return name === undefined ? children(UNKNOWN) : <ByName name={name}>{children}</ByName>;
}

interface ByRelateProps {
  readonly field: FieldView;
  readonly value: JsonValue;
  readonly isRow: boolean;
  readonly children: Render;
}

function ByRelate({ field, value, isRow, children }: ByRelateProps) {
  const { module, isPending } = useModule(field.refs[0] ?? '');
  const id = readRelate(value)?._id;
  if (module === undefined || id === undefined) return children(isPending ? LOADING : UNKNOWN);
  const By = isRow ? ByRecordOfRow : ByRecord;
  return (
    <By module={module} id={id}>
      {children}
    </By>
  );
}

interface WithNamedModuleProps {
  /** The module of the record. */
  readonly module: ModuleView;
  /** The field that names fields, by the fields of the record that have their module or refer to a record about it. */
  readonly by: NamingField;
  readonly record: Draft;
  /** Whether the record is a row of a list. */
  readonly isRow?: boolean;
  readonly children: Render;
}

/** Loads the module that a record names in a field: the module itself, or that of the record it refers to. */
export function WithNamedModule({ module, by, record, isRow = false, children }: WithNamedModuleProps) {
  const field = findModuleSource(module, by, record);
  const value = record[field?.fieldName ?? by.fieldsOf ?? ''];
  if (value === undefined || value === null || value === '') return children(NOT_CHOSEN);
  if (field !== undefined && isRelating(field))
    return (
      <ByRelate field={field} value={value} isRow={isRow}>
        {children}
      </ByRelate>
    );
  return typeof value === 'string' ? <ByName name={value}>{children}</ByName> : children(UNKNOWN);
}
