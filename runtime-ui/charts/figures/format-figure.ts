import { formatFigure } from '#engine/model/values';
import type { FigureColumn } from '#engine/model/wire';

/** Shown for a value that does not exist. */
export const NO_FIGURE = '–';

/** A value for people: `1,204`, `$48,920`, `12.5%`. */
export function formatValue(value: number | null, format: FigureColumn['format']): string {
  return value === null ? NO_FIGURE : formatFigure(value, format);
}

/** Average width of a character of values and of labels of axes. */
export const CHARACTER = 6.4;

/** A value for a place of this width: in full, else with few characters; undefined: neither fits. */
export function fitFigure(value: number | null, format: FigureColumn['format'], width: number): string | undefined {
  if (value === null) return undefined;
  return [formatFigure(value, format), formatShort(value, format)].find((text) => text.length * CHARACTER <= width);
}

/** A value with few characters, for axes: `1.2K`, `$48.9K`. */
export function formatShort(value: number, format: FigureColumn['format']): string {
  if (format === 'percent') return formatFigure(value, format);
  return value.toLocaleString('en-US', {
    notation: 'compact',
    maximumSignificantDigits: 3,
    ...(format === 'money' ? { style: 'currency', currency: 'USD' } : {}),
  });
}
