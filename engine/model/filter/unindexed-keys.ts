import type { KeySchema } from '../compiled/keys.ts';
import type { FilterNode, SortStep } from './filter-node.ts';

/** A condition on one key. */
export type KeyCondition = FilterNode & { readonly kind: 'contains' | 'equals' | 'range' | 'startsWith' | 'startsWithOneOf' };

/**
 * Ids of the keys of a query that have no suitable index. `serves` returns whether an index supports a condition on a key;
 * without a condition: its presence, or its order. Nodes under `related` are not included, because they use other
 * collections.
 */
export function listUnindexedKeys(
  query: { readonly filter: FilterNode; readonly sort?: readonly SortStep[] },
  serves: (key: KeySchema, condition?: KeyCondition) => boolean,
): readonly string[] {
  const sorted = (query.sort ?? []).flatMap((step) => (step.kind === 'key' && !serves(step.key) ? [step.key.id] : []));
  return [...new Set([...listUnindexed(query.filter, serves), ...sorted])];
}

function listUnindexed(node: FilterNode, serves: (key: KeySchema, condition?: KeyCondition) => boolean): readonly string[] {
  switch (node.kind) {
    case 'all':
    case 'any':
      return node.nodes.flatMap((inner) => listUnindexed(inner, serves));
    case 'not':
      return listUnindexed(node.node, serves);
    case 'exists':
      return node.keys.filter((key) => !serves(key)).map((key) => key.id);
    case 'contains':
    case 'equals':
    case 'range':
    case 'startsWith':
    case 'startsWithOneOf':
      return serves(node.key, node) ? [] : [node.key.id];
    default:
      return [];
  }
}
