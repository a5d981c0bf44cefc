import type { KeyedRecord, Matcher } from '#engine/model/filter';
import type { Change, WriteMarkers } from './change-tracker.ts';

/** What decides which records are in an order, and where. */
export interface OrderRules {
  readonly matches: Matcher;
  readonly compare: (a: KeyedRecord, b: KeyedRecord) => number;
}

/**
 * The bookmarks of an order: positions in it, each with the number of matching records before it, in the state of the
 * store that the markers show. There need not be a record at a position. Not changed once it is made.
 */
export interface BookmarkedOrder {
  readonly rules: OrderRules;
  readonly marks: WriteMarkers;
  /** Ascending, without the start of the order. */
  readonly positions: readonly KeyedRecord[];
  readonly ordinals: readonly number[];
  /** Number of records that were scanned for bookmarks; Infinity: all. */
  readonly reach: number;
  /** Maximum number of records between two bookmarks when they were made. */
  readonly interval: number;
  /** Pages that were read with these bookmarks. Shared by all states of them. */
  readonly usage: { pages: number };
}

/** Index of the last bookmark at or before an offset; -1: the start of the order. */
export function findBookmark({ ordinals }: BookmarkedOrder, offset: number): number {
  return findFirst(ordinals, (ordinal) => ordinal > offset) - 1;
}

/** The bookmarks in a later state, after changes of records. The sequence of the changes makes no difference. */
export function shiftBookmarks(order: BookmarkedOrder, changes: readonly Change[], marks: WriteMarkers): BookmarkedOrder {
  const ordinals = [...order.ordinals];
  const { matches, compare } = order.rules;
  // Bookmarks after the position of the record (not at it) have one record more or less before them.
  const shift = (record: KeyedRecord, by: number): void => {
    const first = findFirst(order.positions, (position) => compare(position, record) > 0);
    for (let index = first; index < ordinals.length; index += 1) ordinals[index] = (ordinals[index] ?? 0) + by;
  };
  for (const { id, before, after } of changes) {
    if (before !== undefined && matches(id, before)) shift({ id, keys: before }, -1);
    if (after !== undefined && matches(id, after)) shift({ id, keys: after }, 1);
  }
  return { ...order, ordinals, marks };
}

/** Whether one of the changes adds a record to the order, removes one from it, or moves one in it. */
export function changesOrder({ matches, compare }: OrderRules, changes: readonly Change[]): boolean {
  return changes.some(({ id, before, after }) => {
    const was = before !== undefined && matches(id, before);
    const is = after !== undefined && matches(id, after);
    return was && is ? compare({ id, keys: before }, { id, keys: after }) !== 0 : was || is;
  });
}

/** Index of the first element that satisfies a condition, in a list in which all elements after it do too. */
function findFirst<Element>(list: readonly Element[], satisfies: (element: Element) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (satisfies(list[middle] as Element)) high = middle;
    else low = middle + 1;
  }
  return low;
}
