import type { Key } from '#engine/model';

/**
 * A list as its record's row keeps it: JSON between two zeros, `[0,"a","b",0]`, so that each element stands between
 * commas. A quote inside an element is always escaped, hence `,"a",` occurs exactly when the list has "a" – but for the
 * element "," itself, whose needle also stands between an element that ends with a comma and the next one.
 */
export function encodeList(values: readonly Key[]): string | null {
  return values.length === 0 ? null : `[0,${values.map((value) => JSON.stringify(value)).join(',')},0]`;
}

/** What a row's list text holds exactly when the list has this element; undefined for the one that no text tells. */
export function listNeedle(value: Key): string | undefined {
  return value === ',' ? undefined : `,${JSON.stringify(value)},`;
}

/** What a row's list text must hold (and more) when an element contains this text. */
export function listFragment(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
