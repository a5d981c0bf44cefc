import type { CompiledModule, KeySchema } from '#engine/model/compiled';
import { isCommonLayout, type LayoutDefinition, type LayoutView, type SortDefinition } from '#engine/model/definitions';
import { MATCH_ALL, parseSort, type FilterContext, type FilterNode, type SortStep } from '#engine/model/filter';
import { findTarget, type DefinitionSnapshot } from '../../registry/index.ts';

/** A query that a list makes when its reader sorts by a column, or searches by a field. */
export interface LayoutQuery {
  /** As it is named in the layout. */
  readonly field: string;
  readonly use: 'sort' | 'filter';
  readonly sort: readonly SortStep[];
  /** The key that the list is searched by; undefined: it is sorted. */
  readonly searched: KeySchema | undefined;
  /** Searched by a part of the text. */
  readonly isContains: boolean;
}

const LISTS: { readonly [view in LayoutView]?: 'sort' | 'filter' } = {
  grid: 'sort',
  'popup-listview': 'sort',
  'basic-search': 'filter',
  'popup-search': 'filter',
};
/** The list that a search form searches. */
const SEARCHED_LISTS: { readonly [view in LayoutView]?: LayoutView } = { 'basic-search': 'grid', 'popup-search': 'popup-listview' };

/** The queries of a layout, one per field that can be sorted or searched by; none for views that are no lists. */
export function listLayoutQueries(snapshot: DefinitionSnapshot, module: CompiledModule, layout: LayoutDefinition): readonly LayoutQuery[] {
  const use = LISTS[layout.view];
  if (use === undefined) return [];
  const names = layout.sections.flatMap(({ fields }) => fields.map(({ fieldName }) => fieldName));
  const context = contextOf(snapshot, module);
  if (use === 'filter') return [...new Set(names)].flatMap((name) => toSearch(name, module, orderOf(module, layout, context)));
  const sorted = layout.defaultSort === undefined ? names : [layout.defaultSort.sortField, ...names];
  return [...new Set(sorted)].flatMap((field) => {
    const sort = readSort({ sortField: field, sortOrder: 'asc' }, context);
    return sort === undefined ? [] : [{ field, use, sort, searched: undefined, isContains: false }];
  });
}

/** Excludes deleted records, as every list does. */
export function presentRecords(module: CompiledModule): FilterNode {
  const key = module.fields.get('deleted')?.keys[0];
  return key === undefined ? MATCH_ALL : { kind: 'equals', key, values: [0] };
}

/** The order of the list that the form searches. */
function orderOf(module: CompiledModule, { view }: LayoutDefinition, context: FilterContext): readonly SortStep[] {
  const list = module.layouts.find((one) => one.view === SEARCHED_LISTS[view] && isCommonLayout(one));
  return readSort(list?.defaultSort ?? module.defaultSort, context) ?? [];
}

function toSearch(field: string, module: CompiledModule, sort: readonly SortStep[]): readonly LayoutQuery[] {
  const target = findTarget(module.fields, field);
  const searched = target?.keys[0];
  if (target === undefined || searched === undefined) return [];
  const { comparison } = target.field.type;
  if (comparison === 'none') return [];
  const isContains = searched.kind === 'text' && (comparison === 'text' || comparison === 'address' || comparison === 'phone');
  return [{ field, use: 'filter', sort, searched, isContains }];
}

function readSort(sort: SortDefinition, context: FilterContext): readonly SortStep[] | undefined {
  const parsed = parseSort([sort], context);
  return parsed.ok ? parsed.sort : undefined;
}

/** Measured as for a reader who sees all records: only System Admins see what is measured. */
function contextOf(snapshot: DefinitionSnapshot, module: CompiledModule): FilterContext {
  return {
    module,
    catalog: snapshot,
    variables: { me: undefined, my_teams: [], my_roles: [], ofUser: {}, today: '', now: 0, timeZone: 'UTC' },
    canFilter: () => true,
    visibilityFilter: () => undefined,
    hidesInternal: true,
  };
}
