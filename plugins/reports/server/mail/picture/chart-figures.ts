import type { FigureData } from '#engine/model';
import { formatMeasure, type Measure } from '../../../shared/figure-rows.ts';
import { MOST_COLORS } from './svg.ts';

/** A group of the first step with its value. */
export interface Point {
  readonly label: string;
  /** The value, or the day or hour on which the period starts. */
  readonly key: string | number | null;
  readonly value: number;
  readonly text: string;
}

/** A group of the second step, with its value in each group of the first. */
export interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** Measures whose values of several groups can be added. */
const ADDED: readonly string[] = ['count', 'sum', 'share'];
const OTHERS = 'Others';

/** A measure of each group, of figures of one step. */
export function listPoints({ steps, rows }: FigureData, measure: Measure): readonly Point[] {
  const valueAt = new Map(rows.map(({ at, values }) => [at[0] ?? 0, values[measure.name] ?? 0] as const));
  return (steps[0]?.groups ?? []).flatMap(({ label, key }, place) => {
    const value = valueAt.get(place);
    return value === undefined ? [] : [{ label, key, value, text: formatMeasure(value, measure) }];
  });
}

/** The groups of the second step, as many as there are colours: the last one has the sum of all others, or they are left out. */
export function listSeries({ steps, rows }: FigureData, measure: Measure): readonly Series[] {
  const [first, second] = steps;
  if (first === undefined || second === undefined) return [];
  const all = second.groups.map(({ label }) => ({ label, values: first.groups.map((): number | null => null) }));
  for (const { at, values } of rows) {
    const series = all[at[1] ?? -1];
    if (series !== undefined) series.values[at[0] ?? 0] = values[measure.name] ?? null;
  }
  if (all.length <= MOST_COLORS) return all;
  if (!ADDED.includes(measure.kind)) return all.slice(0, MOST_COLORS);
  const rest = all.slice(MOST_COLORS - 1);
  const sums = first.groups.map((_, at) => rest.reduce<number | null>((sum, { values }) => addTo(sum, values[at] ?? null), null));
  return [...all.slice(0, MOST_COLORS - 1), { label: OTHERS, values: sums }];
}

const addTo = (sum: number | null, value: number | null): number | null => (value === null ? sum : (sum ?? 0) + value);
