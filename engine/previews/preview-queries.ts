import { withStoredKeys, type StoredKeys } from '../change-sets/index.ts';
import type { GroupQuery, GroupRow, StoreQuery } from '../ports/index.ts';
import type { KeySchema } from '#engine/model/compiled';
import type { FilterNode, GroupMeasure, GroupSort, GroupStep, SortStep } from '#engine/model/filter';

/** A filter over stored keys only; undefined: it matches nothing. */
function toStored(node: FilterNode, collection: string, stored: StoredKeys): FilterNode | undefined {
  const filter = withStoredKeys(node, collection, stored);
  return filter.kind === 'constant' && !filter.value ? undefined : filter;
}

/** The filters of a query over stored keys only; undefined: no record matches. */
export function withStoredFilters<Query extends Pick<StoreQuery, 'collection' | 'filter' | 'access'>>(
  query: Query,
  stored: StoredKeys,
): Query | undefined {
  const filter = toStored(query.filter, query.collection, stored);
  const access = query.access === undefined ? undefined : toStored(query.access, query.collection, stored);
  if (filter === undefined || (query.access !== undefined && access === undefined)) return undefined;
  return { ...query, filter, ...(access === undefined ? {} : { access }) };
}

/** An order over stored keys only: without values all records are equal, and the direction of the last step decides about their ids. */
export function toStoredSort(sort: readonly SortStep[], collection: string, stored: StoredKeys): readonly SortStep[] {
  const has = (of: string, key: KeySchema): boolean => stored.get(of)?.has(key.id) === true;
  const remaining = sort.filter((step) => {
    if (step.kind === 'id') return true;
    return has(collection, step.key) && (step.kind !== 'related' || has(step.collection, step.nameKey));
  });
  const last = sort.at(-1);
  return last === undefined || remaining.at(-1) === last ? remaining : [...remaining, { kind: 'id', descending: last.descending }];
}

/** A grouping over stored keys, and how its rows become those that were asked for. */
export interface StoredGrouping {
  readonly query: GroupQuery;
  readonly complete: (rows: readonly GroupRow[]) => readonly GroupRow[];
}

/** A grouping over stored keys only. A step without values has one group. */
export function toStoredGrouping(query: GroupQuery, stored: StoredKeys): StoredGrouping {
  const has = (key: KeySchema): boolean => stored.get(query.collection)?.has(key.id) === true;
  const by = query.by.filter(({ key }) => has(key));
  const measures = query.measures.filter(({ key }) => key === undefined || has(key));
  const sort = toStoredOrder(query, by, measures);
  return {
    query: { ...query, by, measures, sort },
    complete: (rows) => rows.map((row) => completeRow(row, query, by)),
  };
}

/** Groups do not differ in a step or measure that is not stored. */
function toStoredOrder(query: GroupQuery, by: readonly GroupStep[], measures: readonly GroupMeasure[]): GroupSort | undefined {
  const { sort } = query;
  if (sort === undefined) return undefined;
  if ('measure' in sort) return measures.some(({ name }) => name === sort.measure) ? sort : undefined;
  const step = by.indexOf(query.by[sort.step] as GroupStep);
  return step < 0 ? undefined : { ...sort, step };
}

function completeRow(row: GroupRow, { by, measures }: GroupQuery, stored: readonly GroupStep[]): GroupRow {
  const keys = by.map((step) => {
    const place = stored.indexOf(step);
    return place < 0 ? (step.key.absent ?? null) : (row.keys[place] ?? null);
  });
  const valueOf = ({ name, kind }: GroupMeasure): number | null => row.measures[name] ?? (kind === 'distinct' ? 0 : null);
  return { keys, measures: Object.fromEntries(measures.map((measure) => [measure.name, valueOf(measure)])) };
}
