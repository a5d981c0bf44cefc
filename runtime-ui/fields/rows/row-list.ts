import { isObject } from '../../headless/index.ts';
import type { JsonValue } from '#engine/model/values';

/** A value that fits in one cell. */
export type CellValue = string | number | boolean | null;

/** An entry with only scalar values. */
export type Row = { readonly [column: string]: CellValue };

const isCell = (value: JsonValue | undefined): value is CellValue => value === null || typeof value !== 'object';

/** Returns the entries of a list of flat objects; undefined for anything else, also for an empty list, because its columns are unknown. */
export function readRows(value: JsonValue | undefined): readonly Row[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const entries = value as readonly JsonValue[];
  const isFlat = entries.every((entry) => isObject(entry) && Object.values(entry).every(isCell));
  return isFlat && listColumns(entries as readonly Row[]).length > 0 ? (entries as readonly Row[]) : undefined;
}

/** The column names of the entries, in order of first use. */
export function listColumns(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** Moves an entry one position up (-1) or down (1); the list is unchanged at its end. */
export function moveEntry<Entry>(entries: readonly Entry[], at: number, by: -1 | 1): readonly Entry[] {
  const [one, two] = [entries[at], entries[at + by]];
  if (one === undefined || two === undefined) return entries;
  return entries.map((entry, place) => (place === at ? two : place === at + by ? one : entry));
}
