import type { Key, KeySchema } from '../compiled/collection-schema.ts';

/**
 * A filter after parsing: closed, bounded, names resolved to keys, operands to comparable keys, variables and time zones
 * resolved. It is the only input of the evaluators (memory, SQLite, MongoDB).
 */
export type FilterNode =
  | { readonly kind: 'all'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'any'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly node: FilterNode }
  /** Matches every record (`value: true`) or none. */
  | { readonly kind: 'constant'; readonly value: boolean }
  /** The key is one of `values`; for a list key: the list contains one of them. A missing key equals nothing. */
  | { readonly kind: 'equals'; readonly key: KeySchema; readonly values: readonly Key[] }
  /** A text key (or an element of a list) contains `text`; `text` is folded and not empty. */
  | { readonly kind: 'contains'; readonly key: KeySchema; readonly text: string }
  | { readonly kind: 'startsWith'; readonly key: KeySchema; readonly text: string }
  /** A text key (or an element of a list) starts with one of `texts`, which all have the same length. */
  | { readonly kind: 'startsWithOneOf'; readonly key: KeySchema; readonly texts: readonly string[] }
  | { readonly kind: 'range'; readonly key: KeySchema; readonly gt?: Key; readonly gte?: Key; readonly lt?: Key; readonly lte?: Key }
  /** At least one of the keys has a value (an Address has several keys). Negation is `not`. */
  | { readonly kind: 'exists'; readonly keys: readonly KeySchema[] }
  /** `node` matches a related record in `collection`. `node` already excludes deleted records and those the reader may not see. */
  | { readonly kind: 'related'; readonly relation: RelationPath; readonly node: FilterNode }
  /** `_id` is one of these; `_id` compares exactly. */
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'idRange'; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string };

/** The relation from a record to related ones. `prefix` ('tickets:') precedes the id in the key of a FlexRelate. */
export type RelationPath =
  | { readonly direction: 'forward'; readonly key: KeySchema; readonly collection: string; readonly prefix?: string }
  | { readonly direction: 'reverse'; readonly key: KeySchema; readonly collection: string; readonly prefix?: string };

/** One step of a sort order. Missing values are last in both directions. `_id` in the direction of the last step always ends the order. */
export type SortStep =
  | { readonly kind: 'key'; readonly key: KeySchema; readonly descending: boolean }
  /** Dropdowns: by the position of the value in `order`; values that are not in it come last. */
  | { readonly kind: 'rank'; readonly key: KeySchema; readonly order: readonly Key[]; readonly descending: boolean }
  /** Relates: by a text key of the other record; without another record it counts as missing. `visible` limits whose name may be used. */
  | {
      readonly kind: 'related';
      readonly key: KeySchema;
      readonly collection: string;
      readonly nameKey: KeySchema;
      readonly descending: boolean;
    }
  | { readonly kind: 'id'; readonly descending: boolean };

/** Matches every record. */
export const MATCH_ALL: FilterNode = { kind: 'constant', value: true };

/** Matches no record. */
export const MATCH_NONE: FilterNode = { kind: 'constant', value: false };

/** All of the nodes must match; without nodes: every record. Flattened, constants simplified. */
export function allOf(nodes: readonly FilterNode[]): FilterNode {
  const flattened: FilterNode[] = [];
  for (const node of nodes) {
    if (node.kind === 'constant') {
      if (!node.value) return MATCH_NONE;
    } else if (node.kind === 'all') flattened.push(...node.nodes);
    else flattened.push(node);
  }
  return flattened.length === 0 ? MATCH_ALL : flattened.length === 1 ? (flattened[0] as FilterNode) : { kind: 'all', nodes: flattened };
}

/** At least one of the nodes must match; without nodes: no record. Flattened, constants simplified. */
export function anyOf(nodes: readonly FilterNode[]): FilterNode {
  const flattened: FilterNode[] = [];
  for (const node of nodes) {
    if (node.kind === 'constant') {
      if (node.value) return MATCH_ALL;
    } else if (node.kind === 'any') flattened.push(...node.nodes);
    else flattened.push(node);
  }
  return flattened.length === 0 ? MATCH_NONE : flattened.length === 1 ? (flattened[0] as FilterNode) : { kind: 'any', nodes: flattened };
}

/** The node must not match. */
export function notOf(node: FilterNode): FilterNode {
  if (node.kind === 'constant') return node.value ? MATCH_NONE : MATCH_ALL;
  return node.kind === 'not' ? node.node : { kind: 'not', node };
}

/** Whether a filter depends on other records, so that its result can change without the record itself being saved. */
export function usesRelated(node: FilterNode): boolean {
  if (node.kind === 'related') return true;
  if (node.kind === 'all' || node.kind === 'any') return node.nodes.some(usesRelated);
  return node.kind === 'not' && usesRelated(node.node);
}

/**
 * Returns at most `max` prefixes that cover the given texts (all of one length): the texts, shortened as little as
 * possible. A value that starts with one of the texts starts with one of the prefixes; the reverse is only true if nothing
 * was shortened.
 */
export function coverPrefixes(texts: readonly string[], max: number): readonly string[] {
  const longest = texts[0]?.length ?? 0;
  for (let length = longest; length > 1; length -= 1) {
    const prefixes = [...new Set(texts.map((text) => text.slice(0, length)))];
    if (prefixes.length <= max) return prefixes;
  }
  return [...new Set(texts.map((text) => text.slice(0, 1)))];
}

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
