import type { FilterNode, SortStep } from '#engine/model';
import { MusterError } from '../../errors/index.ts';
import type { Collection } from './collection.ts';
import { searchTerm } from './search-term.ts';

/** `filter_too_costly` with the ids of the keys that want an index, in `data.keys`. */
export function nameCostlyKeys(collection: Collection, query: { readonly filter: FilterNode; readonly sort: readonly SortStep[] }): MusterError {
  const keys = new Set<string>();
  collectKeys(collection, query.filter, keys);
  for (const step of query.sort) if (step.kind === 'key' && !startsIndex(collection, step.key.id)) keys.add(step.key.id);
  return new MusterError('filter_too_costly', { data: { keys: [...keys] } });
}

function collectKeys(collection: Collection, node: FilterNode, keys: Set<string>): void {
  switch (node.kind) {
    case 'all':
    case 'any':
      for (const inner of node.nodes) collectKeys(collection, inner, keys);
      return;
    case 'not':
      collectKeys(collection, node.node, keys);
      return;
    case 'exists':
      for (const key of node.keys) if (!startsIndex(collection, key.id)) keys.add(key.id);
      return;
    case 'equals':
    case 'range':
    case 'startsWith':
      if (!node.key.list && !startsIndex(collection, node.key.id)) keys.add(node.key.id);
      return;
    case 'contains': {
      const key = collection.keys.get(node.key.id);
      if (!key || searchTerm(collection, key, node.text) === undefined) keys.add(node.key.id);
      return;
    }
    default:
  }
}

function startsIndex(collection: Collection, keyId: string): boolean {
  return collection.indexes.some((index) => index.keys[0] === keyId);
}
