import type { ReactNode } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { findField, isRelating, readRelate, useModule, useRecord, type Draft } from '../../headless/index.ts';

/** The module whose fields a value names. */
export interface NamedModule {
  /** Undefined: not chosen, not loaded, or the user does not see it. */
  readonly module: ModuleView | undefined;
  readonly isLoading: boolean;
  /** Whether the record names a module. */
  readonly isChosen: boolean;
}

type Render = (named: NamedModule) => ReactNode;

const NOT_CHOSEN: NamedModule = { module: undefined, isLoading: false, isChosen: false };
const LOADING: NamedModule = { module: undefined, isLoading: true, isChosen: true };
const UNKNOWN: NamedModule = { module: undefined, isLoading: false, isChosen: true };

function ByName({ name, children }: { readonly name: string; readonly children: Render }) {
  const { module, isPending } = useModule(name);
  return children({ module, isLoading: isPending, isChosen: true });
}

/** The module of a related record is that of its first field for a module. */
function ByRecord({ module, id, children }: { readonly module: ModuleView; readonly id: string; readonly children: Render }) {
  const { data, isPending } = useRecord(module, id);
  const source = module.fields.find(({ inputType, deleted }) => inputType === 'Module' && deleted !== true);
  const name = data?.[source?.fieldName ?? ''];
  if (typeof name === 'string') return <ByName name={name}>{children}</ByName>;
  return children(isPending ? LOADING : UNKNOWN);
}

function ByRelate({ field, value, children }: { readonly field: FieldView; readonly value: JsonValue; readonly children: Render }) {
  const { module, isPending } = useModule(field.refs[0] ?? '');
  const id = readRelate(value)?._id;
  if (module === undefined || id === undefined) return children(isPending ? LOADING : UNKNOWN);
  return (
    <ByRecord module={module} id={id}>
      {children}
    </ByRecord>
  );
}

interface WithNamedModuleProps {
  /** The module of the record. */
  readonly module: ModuleView;
  /** The field of the record that has the module, or refers to a record about it. */
  readonly fieldsOf: string;
  readonly record: Draft;
  readonly children: Render;
}

/** Loads the module that a record names in a field: the module itself, or that of the record it refers to. */
export function WithNamedModule({ module, fieldsOf, record, children }: WithNamedModuleProps) {
  const field = findField(module, fieldsOf);
  const value = record[fieldsOf];
  if (value === undefined || value === null || value === '') return children(NOT_CHOSEN);
  if (field !== undefined && isRelating(field))
    return (
      <ByRelate field={field} value={value}>
        {children}
      </ByRelate>
    );
  return typeof value === 'string' ? <ByName name={value}>{children}</ByName> : children(UNKNOWN);
}
