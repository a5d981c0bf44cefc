import type { FigureData } from '#engine/model';

/** A measure of figures. */
export type Measure = FigureData['measures'][number];

/** A figure as people read it; '' without a value. */
export function formatFigure(value: number | null | undefined, { format }: Pick<Measure, 'format'>): string {
  if (value === null || value === undefined) return '';
  if (format === 'money') return value.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  if (format === 'percent') return value.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 });
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

/** The rows of figures: the labels of their groups, and their measures. */
export function listFigureRows({ steps, measures, rows }: FigureData): readonly (readonly string[])[] {
  return rows.map(({ at, values }) => [
    ...at.map((place, step) => steps[step]?.groups[place]?.label ?? ''),
    ...measures.map((measure) => formatFigure(values[measure.name], measure)),
  ]);
}
