import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { visitFilterFields, type CompiledField, type CompiledModule, type FilterContext, type JsonObject, type ViewContent, type ViewFace } from '#engine/model';
import type { RecordKernel } from '../kernel.ts';
import type { FieldMemo, StoredView } from '../shapes/stored-view.ts';
import { buildReadQuery, filterContext, refuseField } from './read-query.ts';
import { findGroupTarget, readGroupStep, refuseGroup } from './read-group.ts';

/** Characters of a view's filter as JSON. */
const LONGEST_FILTER = 65_536;

export const EMPTY_CONTENT: ViewContent = { filter: {}, columns: null, sort: [], groupBy: null, density: null, face: null };

/** Holds what someone wants to save to what they may ask for themselves. Errors: as a search's, and `validation_failed`. */
export function assertContent(kernel: RecordKernel, scope: AccessScope, module: CompiledModule, { filter, sort, columns, groupBy, face }: Partial<ViewContent>): void {
  if (filter !== undefined && JSON.stringify(filter).length > LONGEST_FILTER) throw new MusterError('filter_invalid', { values: { path: 'the top', reason: `a kept filter has at most ${LONGEST_FILTER} characters` } });
  buildReadQuery(kernel, scope, { module, filter, sort });
  for (const [at, { fieldName }] of (columns ?? []).entries()) assertColumn(scope, module, fieldName, `columns.${at}.fieldName`);
  if (groupBy !== undefined && groupBy !== null) readGroupStep(scope, filterContext(kernel, scope, module), groupBy);
  if (face !== undefined && face !== null) assertFace(scope, filterContext(kernel, scope, module), face);
}

/** Lanes are the options of a dropdown, days those of a date. Errors: as a grouping's. */
export function assertFace(scope: AccessScope, context: FilterContext, { kind, field: name }: ViewFace): void {
  const { field } = findGroupTarget(scope, context, name);
  const { inputType } = field.definition;
  if (kind === 'board' && inputType !== 'Dropdown') throw refuseGroup(`${name} is no dropdown, and so no lanes of a board`);
  if (kind === 'calendar' && inputType !== 'Date' && inputType !== 'DateTime') throw refuseGroup(`${name} is no date, and so no days of a calendar`);
}

function assertColumn(scope: AccessScope, module: CompiledModule, name: string, place: string): void {
  const field = findColumn(scope, module, name);
  if (field === undefined) throw new MusterError('validation_failed', { details: [{ field: place, code: 'unknown_field', message: `There is no field ${name}.` }] });
  if (!readsColumn(scope, module, field)) throw refuseField(scope, module.name, field.name, place);
}

/** The field of a column: its own, or the one whose part it is. */
export function findColumn(scope: AccessScope, module: CompiledModule, name: string): CompiledField | undefined {
  const [head = '', part] = name.split('.');
  const field = module.fields.get(head);
  if (field === undefined || (field.definition.internal === true && scope.actor.kind !== 'system')) return undefined;
  return part === undefined || (field.type.comparison === 'address' && field.keys.some((key) => key.id === `${field.id}.${part}`)) ? field : undefined;
}

export function readsColumn({ rights }: AccessScope, module: CompiledModule, field: CompiledField): boolean {
  return rights.unrestricted || rights.field(module.name, field.name).read !== 'none';
}

/** What the fields that a view names are, for when they get other names. */
export function memoOf({ snapshot }: AccessScope, module: CompiledModule, content: Partial<ViewContent>): Partial<StoredView['memo']> {
  const ofNames = (names: readonly string[]): FieldMemo => noteFields((note) => { for (const name of names) note(module, name); });
  return {
    ...(content.filter === undefined ? {} : { filter: noteFields((note) => visitFilterFields(content.filter as JsonObject, module, snapshot, note)) }),
    ...(content.columns === undefined ? {} : { columns: ofNames((content.columns ?? []).map(({ fieldName }) => fieldName)) }),
    ...(content.sort === undefined ? {} : { sort: ofNames(content.sort.map(({ sortField }) => sortField)) }),
    ...(content.groupBy === undefined ? {} : { groupBy: ofNames(content.groupBy === null ? [] : [content.groupBy.field]) }),
    ...(content.face === undefined ? {} : { face: ofNames(content.face === null ? [] : [content.face.field]) }),
  };
}

function noteFields(walk: (note: (module: CompiledModule, name: string) => void) => void): FieldMemo {
  const memo: { [module: string]: { [name: string]: { readonly id: string; readonly label: string } } } = {};
  walk((module, name) => {
    const field = module.fields.get(name) ?? module.fields.get(name.split('.')[0] ?? '');
    if (field !== undefined) (memo[module.name] ??= {})[field.name] = { id: field.id, label: field.label };
  });
  return memo;
}

/** The name that a field has now which a view knew by another; `undefined`: it is gone, even if another has its name. */
export function followName(memo: FieldMemo, module: CompiledModule, name: string): string | undefined {
  const [head = '', ...rest] = name.split('.');
  const known = memo[module.name]?.[head];
  if (known === undefined) return name;
  const field = module.fieldsById.get(known.id);
  return field === undefined ? undefined : [field.name, ...rest].join('.');
}
