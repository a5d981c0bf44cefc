import type { Key, KeySchema } from '../compiled/keys.ts';

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

/** One step of a sort order. Missing is lowest. `_id` in the direction of the last step always ends the order. */
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
