import type { Key } from '#engine/model/compiled';

/**
 * Encodes a list for its record's row: JSON between two zeros, `[0,"a","b",0]`, so that each element is between commas. A
 * quote inside an element is always escaped, hence `,"a",` occurs exactly when the list has "a". The only exception is
 * the element ",": its needle also occurs between an element that ends with a comma and the next one.
 */
export function encodeList(values: readonly Key[]): string | null {
  return values.length === 0 ? null : `[0,${values.map((value) => JSON.stringify(value)).join(',')},0]`;
}

/** The text that an encoded list contains exactly when it has this element; undefined for ",", which no such text identifies. */
export function listNeedle(value: Key): string | undefined {
  return value === ',' ? undefined : `,${JSON.stringify(value)},`;
}

/** A text that an encoded list contains when an element contains this text, and possibly in other cases. */
export function listFragment(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
