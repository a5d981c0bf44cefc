import { listUnindexedKeys, type FilterNode, type SortStep } from '#engine/model';
import { MusterError } from '../../../errors/index.ts';
import type { Collection } from '../schema/collection.ts';
import { searchTerm } from '../search/search-term.ts';

/** Creates `filter_too_costly` with the ids of the keys that need an index, in `data.keys`. */
export function createTooCostlyError(
  collection: Collection,
  query: { readonly filter: FilterNode; readonly sort: readonly SortStep[] },
): MusterError {
  const keys = listUnindexedKeys(query, (key, condition) => {
    if (condition?.kind === 'contains') {
      const stored = collection.keys.get(key.id);
      return stored !== undefined && searchTerm(collection, stored, condition.text) !== undefined;
    }
    // The table of a list's elements is an index of them.
    return (condition !== undefined && key.list) || collection.indexes.some((index) => index.keys[0] === key.id);
  });
  return new MusterError('filter_too_costly', { data: { keys } });
}
