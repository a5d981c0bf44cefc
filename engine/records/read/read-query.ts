import { variablesOf, type AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { StoreQuery } from '../../ports/index.ts';
import {
  allOf,
  anyOf,
  MATCH_ALL,
  parseFilter,
  parseSort,
  type FilterContext,
  type FilterNode,
  type FilterProblem,
  type SortStep,
} from '#engine/model/filter';
import { GLOBAL_TEAM_ID, type SortDefinition } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue } from '#engine/model/values';
import type { OperationWarning } from './read-contract.ts';
import { metadataOf } from '../module-metadata.ts';
import type { ReadServices } from '../record-services.ts';

/** A read of a module's records, as the reader sent it. */
export interface ReadRequest {
  readonly module: CompiledModule;
  readonly filter?: JsonValue | undefined;
  readonly sort?: readonly SortDefinition[] | undefined;
}

/** The query for the store, including the reader's access. Limit and offset are not set yet. */
export interface ReadQuery {
  readonly query: Omit<StoreQuery, 'limit' | 'offset'>;
  readonly context: FilterContext;
  readonly warnings: readonly OperationWarning[];
}

/**
 * The only query builder: every read except that of one record by id uses it. Errors: `filter_invalid`, `sort_invalid`,
 * `unknown_field`.
 */
export function buildReadQuery(services: ReadServices, scope: AccessScope, request: ReadRequest): ReadQuery {
  const { module } = request;
  const context = filterContext(services, scope, module);
  const parsed = parseFilter(request.filter, context);
  if (!parsed.ok) throw createFilterError(parsed);
  const filter = allOf([parsed.node, deletedNode(scope, module, namesDeleted(request.filter))]);
  const access = scope.rights.visibilityFilter(module);
  const sort = request.sort === undefined || request.sort.length === 0 ? defaultSort(module, context) : readSort(request.sort, context);
  return {
    query: { collection: module.storage.name, filter, sort, ...(access === undefined ? {} : { access }) },
    context,
    warnings: parsed.warnings,
  };
}

/** The context of the reader for parsing filters. */
export function filterContext(
  services: Pick<ReadServices, 'clock'> & { readonly geocoder?: Partial<Pick<ReadServices['geocoder'], 'zipsWithin'>> },
  scope: AccessScope,
  module: CompiledModule,
): FilterContext {
  const { rights, snapshot } = scope;
  return {
    module,
    catalog: snapshot,
    variables: variablesOf(rights, snapshot, services.clock),
    canFilter: (name, field) => {
      const other = snapshot.modules.get(name);
      return other !== undefined && (field === '_id' || rights.canFilter(other, field));
    },
    canReadNames: (name) => {
      const other = snapshot.modules.get(name);
      return other !== undefined && rights.canReadNames(other);
    },
    visibilityFilter: (other) => rights.visibilityFilter(other),
    zipsWithin: services.geocoder?.zipsWithin,
    hidesInternal: scope.actor.kind !== 'system',
    ...(rights.unrestricted ? {} : { allowedTeams: [...rights.teams, GLOBAL_TEAM_ID] }),
  };
}

/** The error for a filter that is invalid, or that refers to a field that does not exist for the reader. */
export function createFilterError(problem: Pick<FilterProblem, 'code' | 'path' | 'reason'>): MusterError {
  if (problem.code !== 'filter_invalid') return createUnknownFieldError([problem.path]);
  return new MusterError('filter_invalid', {
    values: { path: problem.path === '' ? 'the top' : problem.path, reason: problem.reason },
    details: [{ field: problem.path, code: 'filter_invalid', message: problem.reason }],
  });
}

/**
 * The error for fields that do not exist, or that the reader may not see, by the names that they sent. It is the same for both, so that
 * nobody finds out which fields there are.
 */
export function createUnknownFieldError(names: readonly string[], message = 'There is no such field.'): MusterError {
  return new MusterError('unknown_field', {
    values: { field: names.join(', ') },
    details: names.map((field) => ({ field, code: 'unknown_field', message })),
  });
}

/** Parses the reader's sort order. Errors: `sort_invalid`, `unknown_field`. */
export function readSort(sort: readonly SortDefinition[], context: FilterContext): readonly SortStep[] {
  const parsed = parseSort(sort, context);
  if (parsed.ok) return parsed.sort;
  if (parsed.code !== 'sort_invalid') throw createUnknownFieldError([parsed.field]);
  throw new MusterError('sort_invalid', {
    values: { field: parsed.field || 'that' },
    details: [{ field: parsed.field, code: 'sort_invalid', message: 'Records cannot be sorted by this field.' }],
  });
}

/** The module's own order, or by name, or by id: the first that the reader may sort by. */
function defaultSort(module: CompiledModule, context: FilterContext): readonly SortStep[] {
  for (const sort of [module.defaultSort, { sortField: module.nameField, sortOrder: 'asc' as const }]) {
    const parsed = parseSort([sort], context);
    if (parsed.ok) return parsed.sort;
  }
  return [];
}

/** Excludes deleted records; with `withDeleted`, only those that the reader may not delete and therefore not see. */
export function deletedNode(scope: AccessScope, module: CompiledModule, withDeleted: boolean): FilterNode {
  const key = metadataOf(module).deletedField?.keys[0];
  if (key === undefined) return MATCH_ALL;
  const present: FilterNode = { kind: 'equals', key, values: [0] };
  if (!withDeleted) return present;
  if (scope.rights.unrestricted) return MATCH_ALL;
  const level = scope.rights.module(module.name).delete;
  if (level === 'All') return MATCH_ALL;
  if (level === 'Rule') return anyOf([present, scope.rights.ruleOf(module, 'delete').node ?? MATCH_ALL]);
  const owner = module.fields.get('assigned_to')?.keys[0];
  if (level === 'None' || owner === undefined || scope.rights.userId === undefined) return present;
  return anyOf([present, { kind: 'equals', key: owner, values: [scope.rights.userId] }]);
}

/** Whether a filter has a condition on `deleted`: then the deleted records that the reader may see are included. Conditions inside `related` apply to other records. */
function namesDeleted(filter: JsonValue | undefined): boolean {
  if (typeof filter !== 'object' || filter === null) return false;
  if (Array.isArray(filter)) return filter.some(namesDeleted);
  return Object.entries(filter as { readonly [name: string]: JsonValue }).some(
    ([name, value]) => name === 'deleted' || ((name === 'and' || name === 'or' || name === 'not') && namesDeleted(value)),
  );
}
