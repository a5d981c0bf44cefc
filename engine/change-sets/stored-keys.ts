import type { DefinitionSnapshot } from '../registry/index.ts';
import { allOf, anyOf, compileMatcher, MATCH_ALL, MATCH_NONE, notOf, type FilterNode } from '#engine/model/filter';

/** Ids of the keys that the store has, by collection. */
export type StoredKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** The keys that the store has of the modules of published definitions. */
export function listStoredKeys({ modules }: Pick<DefinitionSnapshot, 'modules'>): StoredKeys {
  return new Map([...modules.values()].map(({ storage }) => [storage.name, new Set(storage.keys.map(({ id }) => id))]));
}

/** A filter on a collection with the result for a missing value where the current definitions store no key. */
export function toStoredFilter(node: FilterNode, collection: string, current: DefinitionSnapshot): FilterNode {
  return withStoredKeys(node, collection, listStoredKeys(current));
}

/** The same for keys that are known already. */
export function withStoredKeys(node: FilterNode, collection: string, stored: StoredKeys): FilterNode {
  const isStored = (key: { readonly id: string }): boolean => stored.get(collection)?.has(key.id) === true;
  switch (node.kind) {
    case 'all':
      return allOf(node.nodes.map((one) => withStoredKeys(one, collection, stored)));
    case 'any':
      return anyOf(node.nodes.map((one) => withStoredKeys(one, collection, stored)));
    case 'not':
      return notOf(withStoredKeys(node.node, collection, stored));
    case 'exists': {
      const keys = node.keys.filter(isStored);
      return keys.length === 0 ? resultWithoutValues(node) : { ...node, keys };
    }
    case 'related': {
      const { relation } = node;
      const holder = relation.direction === 'forward' ? collection : relation.collection;
      const hasBoth = stored.has(relation.collection) && stored.get(holder)?.has(relation.key.id) === true;
      return hasBoth ? { ...node, node: withStoredKeys(node.node, relation.collection, stored) } : MATCH_NONE;
    }
    case 'constant':
    case 'ids':
    case 'idRange':
      return node;
    default:
      return isStored(node.key) ? node : resultWithoutValues(node);
  }
}

/** What a condition says of every record when none has a value; a key can have one of its own for those. */
function resultWithoutValues(node: FilterNode): FilterNode {
  return compileMatcher(node)('', {}) ? MATCH_ALL : MATCH_NONE;
}
