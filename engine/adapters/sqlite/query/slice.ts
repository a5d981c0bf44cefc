/** The part of an order that a query requests, and the milliseconds it may take when no index serves it. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
  readonly deadline: number;
}

export function sliceOf(rids: Uint32Array, slice: Slice): Uint32Array {
  return rids.subarray(slice.offset, slice.offset + slice.limit);
}

/** The row numbers from rows that have no other column. */
export function ridsOf(rows: readonly (readonly unknown[])[]): number[] {
  return rows.map(([rid]) => Number(rid));
}
