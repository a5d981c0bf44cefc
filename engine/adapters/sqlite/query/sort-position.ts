import type { Key, KeySchema, RecordKeys } from '#engine/model/compiled';

/** The position of a row in an order: its id and its sort keys. */
export interface SortPosition {
  readonly id: string;
  readonly keys: { readonly [keyId: string]: Key | undefined };
}

/** Reads a position from a row of the id and the sort keys. */
export function readSortPosition(row: readonly unknown[], sortKeys: readonly KeySchema[]): SortPosition {
  const keys: Record<string, Key | undefined> = {};
  for (const [index, key] of sortKeys.entries()) keys[key.id] = (row[index + 1] as Key | null) ?? undefined;
  return { id: String(row[0]), keys };
}

/** The position of a record with these keys. */
export function toSortPosition(id: string, keys: RecordKeys, plan: { readonly sortKeys: readonly KeySchema[] }): SortPosition {
  const own: Record<string, Key | undefined> = {};
  for (const key of plan.sortKeys) {
    const value = keys[key.id];
    own[key.id] = typeof value === 'object' ? value[0] : value;
  }
  return { id, keys: own };
}

/** Index of the first element that does not come before the given one. */
export function lowerBound<T>(sorted: readonly T[], element: T, compare: (a: T, b: T) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle] as T, element) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
