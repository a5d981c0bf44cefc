import type { FigureData } from '#engine/model';
import { formatFigure } from '../../../shared/figure-rows.ts';
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

/** The first measure of each group of the first step; pairs are added up if that says something. */
export function listPoints({ steps, measures, rows }: FigureData): readonly Point[] {
  const [measure] = measures;
  const groups = steps[0]?.groups ?? [];
  if (measure === undefined || (steps.length > 1 && !ADDED.includes(measure.kind))) return [];
  const sums = new Map<number, number>();
  for (const { at, values } of rows) sums.set(at[0] ?? 0, (sums.get(at[0] ?? 0) ?? 0) + (values[measure.name] ?? 0));
  return groups.flatMap(({ label, key }, place) => {
    const value = sums.get(place);
    return value === undefined ? [] : [{ label, key, value, text: formatFigure(value, measure) }];
  });
}

/** The groups of the second step, as many as there are colours: the last one has the sum of all others, or they are left out. */
export function listSeries({ steps, measures, rows }: FigureData): readonly Series[] {
  const [measure] = measures;
  const [first, second] = steps;
  if (measure === undefined || first === undefined || second === undefined) return [];
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
