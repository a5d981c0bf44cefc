import { formatFigure, type FigureData } from '#engine/model';

/** A measure of figures. */
export type Measure = FigureData['measures'][number];

/** A figure as people read it; '' without a value. */
export function formatMeasure(value: number | null | undefined, { format }: Pick<Measure, 'format'>): string {
  return value === null || value === undefined ? '' : formatFigure(value, format);
}

/** The rows of figures: the labels of their groups, and their measures. */
export function listFigureRows({ steps, measures, rows }: FigureData): readonly (readonly string[])[] {
  return rows.map(({ at, values }) => [
    ...at.map((place, step) => steps[step]?.groups[place]?.label ?? ''),
    ...measures.map((measure) => formatMeasure(values[measure.name], measure)),
  ]);
}
