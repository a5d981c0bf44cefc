import { isObject } from '../../headless/index.ts';
import type { JsonValue } from '#engine/model';

/** A value that fits in one cell. */
export type CellValue = string | number | boolean | null;

/** An entry that is no more than names and plain values. */
export type Row = { readonly [column: string]: CellValue };

/** How a column is edited: by what all of its values are. */
export type CellKind = 'text' | 'number' | 'checkbox';

const isCell = (value: JsonValue | undefined): value is CellValue => value === null || typeof value !== 'object';

/** The entries of a list of flat objects; undefined for anything else, an empty list too: what its entries are made of is not known. */
export function readRows(value: JsonValue | undefined): readonly Row[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const entries = value as readonly JsonValue[];
  const isFlat = entries.every((entry) => isObject(entry) && Object.values(entry).every(isCell));
  return isFlat && listColumns(entries as readonly Row[]).length > 0 ? (entries as readonly Row[]) : undefined;
}

/** The names that the entries have, in the order in which they come. */
export function listColumns(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** The kind of a column: that of its values, text where they differ or there is none. */
export function kindOfColumn(rows: readonly Row[], column: string): CellKind {
  const types = new Set(rows.flatMap((row) => (row[column] === undefined || row[column] === null ? [] : [typeof row[column]])));
  if (types.size !== 1) return 'text';
  if (types.has('number')) return 'number';
  return types.has('boolean') ? 'checkbox' : 'text';
}

/** A row with another value in a cell, its names in the order of the columns; undefined takes the value away. */
export function setCell(row: Row, columns: readonly string[], column: string, value: CellValue | undefined): Row {
  const { [column]: _, ...rest } = row;
  const next: Row = value === undefined ? rest : { ...rest, [column]: value };
  return Object.fromEntries(columns.flatMap((name) => (next[name] === undefined ? [] : [[name, next[name]]])));
}

/** The list with an entry a place up (-1) or down (1); as it is at its end. */
export function moveEntry<Entry>(entries: readonly Entry[], at: number, by: -1 | 1): readonly Entry[] {
  const [one, two] = [entries[at], entries[at + by]];
  if (one === undefined || two === undefined) return entries;
  return entries.map((entry, place) => (place === at ? two : place === at + by ? one : entry));
}

/** 'hoursPerDay' and 'hours_per_day' as people read them: 'Hours per day'. */
export function columnLabel(name: string): string {
  const words = name.replace(/^_+/, '').replaceAll('_', ' ').replace(/(\p{Ll})(\p{Lu})/gu, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
