import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { renameFilterFields, visitFilterFields, type FilterContext } from '#engine/model/filter';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import type { ViewContent, ViewType } from '#engine/model/wire';
import { createGroupError, findGroupTarget, readGroupStep } from '../read/group-records.ts';
import { buildReadQuery, filterContext } from '../read/read-query.ts';
import type { ReadServices } from '../record-services.ts';
import type { FieldIdentities, StoredView } from './stored-view.ts';

/** Maximum length of a view's filter, in characters of its JSON. */
const MAX_FILTER_LENGTH = 65_536;

export const EMPTY_CONTENT: ViewContent = { filter: {}, columns: null, sort: [], groupBy: null, density: null, viewType: null };

/** Checks that the actor could use the content of the view themselves. Errors: as for a search, and `validation_failed`. */
export function assertContent(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  { filter, sort, columns, groupBy, viewType }: Partial<ViewContent>,
): void {
  if (filter !== undefined && JSON.stringify(filter).length > MAX_FILTER_LENGTH)
    throw new MusterError('filter_invalid', {
      values: { path: 'the top', reason: `a saved filter has at most ${MAX_FILTER_LENGTH} characters` },
    });
  buildReadQuery(services, scope, { module, filter, sort });
  for (const [at, { fieldName }] of (columns ?? []).entries()) assertColumn(scope, module, fieldName, `columns.${at}.fieldName`);
  if (groupBy !== undefined && groupBy !== null) readGroupStep(scope, filterContext(services, scope, module), groupBy);
  if (viewType !== undefined && viewType !== null) assertViewType(filterContext(services, scope, module), viewType);
}

/** The columns of a board are the options of a dropdown, the days of a calendar those of a date. Errors: as for a grouping. */
export function assertViewType(context: FilterContext, { kind, field: name }: ViewType): void {
  const { field } = findGroupTarget(context, name);
  const { inputType } = field.definition;
  if (kind === 'board' && inputType !== 'Dropdown')
    throw createGroupError(`${name} is not a dropdown, so it cannot make the columns of a board`);
  if (kind === 'calendar' && inputType !== 'Date' && inputType !== 'DateTime')
    throw createGroupError(`${name} is not a date, so it cannot make the days of a calendar`);
}

function assertColumn(scope: AccessScope, module: CompiledModule, name: string, place: string): void {
  const field = findColumn(scope, module, name);
  if (field === undefined || !canReadColumn(scope, module, field))
    throw new MusterError('unknown_field', {
      values: { field: name },
      details: [{ field: place, code: 'unknown_field', message: `There is no field ${name}.` }],
    });
}

/** The field of a column: its own, or the one that it is a part of. */
export function findColumn(scope: AccessScope, module: CompiledModule, name: string): CompiledField | undefined {
  const [head = '', part] = name.split('.');
  const field = module.fields.get(head);
  if (field === undefined || (field.definition.internal === true && scope.actor.kind !== 'system')) return undefined;
  return part === undefined || (field.type.comparison === 'address' && field.keys.some((key) => key.id === `${field.id}.${part}`))
    ? field
    : undefined;
}

export function canReadColumn({ rights }: AccessScope, module: CompiledModule, field: CompiledField): boolean {
  return rights.unrestricted || rights.field(module.name, field.name).read !== 'none';
}

/** The ids and labels of the fields that a view refers to, so that they are found after a rename. */
export function collectFieldIdentities(
  { snapshot }: AccessScope,
  module: CompiledModule,
  content: Partial<ViewContent>,
): Partial<StoredView['memo']> {
  const ofNames = (names: readonly string[]): FieldIdentities =>
    collectFields((note) => {
      for (const name of names) note(module, name);
    });
  return {
    ...(content.filter === undefined
      ? {}
      : { filter: collectFields((note) => visitFilterFields(content.filter as JsonObject, module, snapshot, note)) }),
    ...(content.columns === undefined ? {} : { columns: ofNames((content.columns ?? []).map(({ fieldName }) => fieldName)) }),
    ...(content.sort === undefined ? {} : { sort: ofNames(content.sort.map(({ sortField }) => sortField)) }),
    ...(content.groupBy === undefined ? {} : { groupBy: ofNames(content.groupBy === null ? [] : [content.groupBy.field]) }),
    ...(content.viewType === undefined ? {} : { viewType: ofNames(content.viewType === null ? [] : [content.viewType.field]) }),
  };
}

function collectFields(visit: (note: (module: CompiledModule, name: string) => void) => void): FieldIdentities {
  const memo: { [module: string]: { [name: string]: { readonly id: string; readonly label: string } } } = {};
  visit((module, name) => {
    const field = module.fields.get(name) ?? module.fields.get(name.split('.')[0] ?? '');
    if (field !== undefined) (memo[module.name] ??= {})[field.name] = { id: field.id, label: field.label };
  });
  return memo;
}

/** A view that names modules as they are named now. Fields stay as they were stored, with the identities by which they are found. */
export function withCurrentModules({ snapshot }: Pick<AccessScope, 'snapshot'>, module: CompiledModule, view: StoredView): StoredView {
  const { definitions = 0, filter } = view;
  const { moduleNames } = snapshot;
  if (moduleNames.lastRename <= definitions) return view;
  const current = (name: string): string => moduleNames.current(name, definitions);
  const memo = Object.fromEntries(
    Object.entries(view.memo).map(([part, identities]) => [
      part,
      Object.fromEntries(Object.entries(identities).map(([name, fields]) => [current(name), fields])),
    ]),
  ) as unknown as StoredView['memo'];
  const renamed = renameFilterFields(filter, module, snapshot, {
    field: (_, name) => name,
    current: (of, name) => resolveFieldName(memo.filter, of, name) ?? name,
    module: current,
  });
  return { ...view, filter: renamed, memo, definitions: snapshot.version };
}

/** The current name of a field that a view stored; `undefined`: it no longer exists, even if another field has its name. */
export function resolveFieldName(memo: FieldIdentities, module: CompiledModule, name: string): string | undefined {
  const [head = '', ...rest] = name.split('.');
  const known = memo[module.name]?.[head];
  if (known === undefined) return name;
  const field = module.fieldsById.get(known.id);
  return field === undefined ? undefined : [field.name, ...rest].join('.');
}
