import { isDeepStrictEqual } from 'node:util';
import type { CompiledModule, PlannedIndex } from '#engine/model/compiled';
import type { IndexOffer } from '#engine/model/wire';
import { findSortKey, replanIndexes, type IndexChanges } from '../../registry/index.ts';
import type { LayoutQuery } from './list-queries.ts';

/** The indexes of a module, and the texts that are searched by a part of them with an index. */
export interface Indexes {
  readonly indexPlan: readonly PlannedIndex[];
  readonly contains: readonly string[];
}

/** What serves a query. */
export interface Service {
  readonly isServed: boolean;
  /** Fields of the index; null: the query needs none, or has none. */
  readonly index: readonly string[] | null;
}

const UNSERVED: Service = { isServed: false, index: null };

/** The index that serves a query; orders by the name of another record or by the options of a dropdown have none. */
export function findServingIndex(query: LayoutQuery, { indexPlan, contains }: Indexes): Service {
  const key = indexedKey(query);
  if (key === undefined) return query.sort[0]?.kind === 'id' ? { isServed: true, index: null } : UNSERVED;
  if (query.isContains && contains.includes(key)) return { isServed: true, index: [query.field] };
  const usable = query.isContains ? [] : indexPlan.filter(({ keys, isLeftOut }) => !isLeftOut && keys[0] === key);
  const index = usable.find(({ keys }) => keys[1] === orderKey(query)) ?? usable[0];
  return index === undefined ? UNSERVED : { isServed: true, index: index.names };
}

/** The id of the key that best follows: that of the order of the list that is searched. */
function orderKey({ searched, sort: [step] }: LayoutQuery): string | undefined {
  return searched === undefined || step?.kind !== 'key' ? undefined : step.key.id;
}

/** The id of the key that an index must start with. */
function indexedKey({ searched, sort: [step] }: LayoutQuery): string | undefined {
  return searched?.id ?? (step?.kind === 'key' ? step.key.id : undefined);
}

/** The index that a module can get for a query that none serves; null: no index serves it, or the module has too many. */
export function offerIndex(query: LayoutQuery, module: CompiledModule, changes: IndexChanges): IndexOffer | null {
  const key = indexedKey(query);
  if (key === undefined || query.isContains) return null;
  const leftOut = replanIndexes(module, changes).indexPlan.find(({ keys, isLeftOut }) => isLeftOut && keys[0] === key);
  const offer: IndexOffer =
    leftOut === undefined ? { fields: fieldsOf(query, module), isLeftOut: false } : { fields: leftOut.names, isLeftOut: true };
  return findServingIndex(query, replanIndexes(module, withOffer(changes, offer))).isServed ? offer : null;
}

/** A search is followed by the order of its list, unless the key is a list, which must be the only one of its index. */
function fieldsOf(query: LayoutQuery, module: CompiledModule): readonly string[] {
  const { field, searched } = query;
  const order = searched?.list === true ? undefined : orderKey(query);
  const name = [...module.fields.values()].find(({ name: one }) => findSortKey(module.fields, one)?.id === order)?.name;
  return order === undefined || name === undefined || name === field ? [field] : [field, name];
}

function withOffer(changes: IndexChanges, { fields, isLeftOut }: IndexOffer): IndexChanges {
  if (isLeftOut)
    return { ...changes, withoutIndexes: (changes.withoutIndexes ?? []).filter((one) => !isDeepStrictEqual(one, [...fields])) };
  return { ...changes, indexes: [...(changes.indexes ?? []), [...fields]] };
}
