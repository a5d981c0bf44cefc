import type { FigureData } from '#engine/model';
import type { StoredFigure } from './stored-report.ts';

/** How the values of a group are combined. */
export type FigureKind = FigureData['measures'][number]['kind'];

const LABELS: { readonly [kind in FigureKind]: (field: string) => string } = {
  count: () => 'Records',
  sum: (field) => `Sum of ${field}`,
  avg: (field) => `Average of ${field}`,
  min: (field) => `Smallest ${field}`,
  max: (field) => `Largest ${field}`,
  distinct: (field) => `Different values of ${field}`,
  share: (field) => (field === '' ? 'Share of total' : `Share of ${field}`),
};

/** Whether a text names a way to combine values. */
export function isFigureKind(kind: string): kind is FigureKind {
  return Object.hasOwn(LABELS, kind);
}

/** Whether a figure is one of a field: only records can be counted, and be a share, without one. */
export function needsField(kind: FigureKind): boolean {
  return kind !== 'count' && kind !== 'share';
}

/** The name of a figure, which stays as long as its field is named so: 'count', 'sum_hours', 'share'. */
export function nameFigure({ kind, field }: StoredFigure): string {
  return field === undefined ? kind : `${kind}_${field.replaceAll('.', '_')}`;
}

/** A figure for people. `field`: the label of its field, or ''. */
export function labelFigure(kind: FigureKind, field: string): string {
  return LABELS[kind](field);
}
