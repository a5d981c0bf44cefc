import type { JsonObject } from '#engine/model/values';
import type { FigureColumn, FigureData, FigureGroup } from '#engine/model/wire';

/** Groups of a figure, by their places in the steps; null: all groups of the step. */
export interface FigurePlace {
  readonly first: number | null;
  readonly second: number | null;
}

/** Figures by the groups that they belong to. */
export interface FigureMatrix {
  readonly data: FigureData;
  /** The groups of the first step. */
  readonly firsts: readonly FigureGroup[];
  /** The groups of the second step; empty: there is none. */
  readonly seconds: readonly FigureGroup[];
  /** The measure that a chart draws; undefined: there is none. */
  readonly measure: FigureColumn | undefined;
  /** A value; null: no record has one, or the values of several groups cannot be combined. Default: the drawn measure. */
  readonly valueAt: (place: FigurePlace, measure?: FigureColumn) => number | null;
}

/** The figure of all records. */
export const WHOLE: FigurePlace = { first: null, second: null };

/** Combines values of groups; undefined: their kind cannot be combined, such as averages. */
function combine(kind: FigureColumn['kind'], values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  if (kind === 'count' || kind === 'sum' || kind === 'share') return values.reduce((sum, value) => sum + value, 0);
  if (kind === 'min') return Math.min(...values);
  return kind === 'max' ? Math.max(...values) : undefined;
}

/** Reads figures by their groups. */
export function createMatrix(data: FigureData): FigureMatrix {
  const [first, second] = data.steps;
  const measure = data.measures[0];
  const byPlace = new Map(data.rows.map(({ at, values }) => [`${at[0] ?? ''}:${at[1] ?? ''}`, values]));
  const valueAt = (place: FigurePlace, of = measure): number | null => {
    if (of === undefined) return null;
    if (place.first === null && place.second === null) return data.total[of.name] ?? null;
    if (second === undefined || (place.first !== null && place.second !== null))
      return byPlace.get(`${place.first ?? ''}:${place.second ?? ''}`)?.[of.name] ?? null;
    const at = place.first === null ? 1 : 0;
    const wanted = place.first ?? place.second;
    const values = data.rows.filter((row) => row.at[at] === wanted).map((row) => row.values[of.name] ?? null);
    const known = values.filter((value) => value !== null);
    // The value of one group is also the value of all, whatever its kind.
    return known.length === 1 ? (known[0] ?? null) : (combine(of.kind, known) ?? null);
  };
  return { data, firsts: first?.groups ?? [], seconds: second?.groups ?? [], measure, valueAt };
}

/** The filters of the records of a figure. */
export function listFilters({ firsts, seconds }: FigureMatrix, { first, second }: FigurePlace): readonly JsonObject[] {
  const groups = [first === null ? undefined : firsts[first], second === null ? undefined : seconds[second]];
  return groups.filter((group) => group !== undefined).map(({ filter }) => filter);
}

/** The number of records of a figure; undefined: it was not computed. */
export function countRecords(matrix: FigureMatrix, place: FigurePlace): number | undefined {
  const count = matrix.data.measures.find(({ kind }) => kind === 'count');
  return count === undefined ? undefined : (matrix.valueAt(place, count) ?? 0);
}

/** The name of a figure in the document: `3:`, `3:1`. */
export function toFigureKey({ first, second }: FigurePlace): string {
  return `${first ?? ''}:${second ?? ''}`;
}

/** The figure of a name in the document. */
export function readFigureKey(key: string): FigurePlace {
  const [first = '', second = ''] = key.split(':');
  return { first: first === '' ? null : Number(first), second: second === '' ? null : Number(second) };
}
