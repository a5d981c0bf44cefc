/** How a figure of a report or chart is written. */
export type FigureFormat = 'number' | 'money' | 'percent';

/** A figure for people: `1,204`, `$48,920`, `$12.50`, `12.5%`. */
export function formatFigure(value: number, format: FigureFormat): string {
  if (format === 'percent') return value.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 });
  if (format === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  return value.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: 2,
  });
}
