import type { JsonValue } from '#engine/model';
import type { DocumentInput } from './document.ts';

/** How a date is shown when its input does not say. */
export const DEFAULT_DATE_FORMAT = 'MM/dd/yyyy';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The text of a value as it is shown on the page; of a signature, a file and a checkbox ''. */
export function formatValue({ type, field }: Pick<DocumentInput, 'type' | 'field'>, value: JsonValue | undefined): string {
  if (value === undefined || value === null || typeof value === 'boolean') return '';
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'object') return '';
  switch (type.inputType) {
    case 'Number':
    case 'Formula':
      return formatNumber(value, field.formatting);
    case 'Date Signed':
      return formatDate(String(value), field.formatting);
    case 'File':
      return String(value).split('/').at(-1) ?? '';
    default:
      return formatText(value, field.formatting);
  }
}

/** A system field has a number, a date or a text: its format says which. */
function formatText(value: string | number, formatting = ''): string {
  if (/[#0]/.test(formatting) && typeof value === 'number') return formatNumber(value, formatting);
  if (/[yd]/.test(formatting) && /M/.test(formatting)) return formatDate(String(value), formatting);
  return formatting === 'Uppercase' ? String(value).toUpperCase() : String(value);
}

/** By a pattern such as `0.00`, `#,##0` or `$#,##0.00`; without one as few digits as it needs. */
export function formatNumber(value: string | number, pattern = ''): string {
  const number = typeof value === 'number' ? value : Number(value.replaceAll(',', ''));
  if (!Number.isFinite(number)) return String(value);
  const [, before = '', digits = '', decimals = '', after = ''] = /^([^#0]*)([#,0]*)(\.[#0]+)?(.*)$/.exec(pattern) ?? [];
  if (digits === '' && decimals === '') return String(number);
  const text = Math.abs(number).toLocaleString('en-US', {
    useGrouping: digits.includes(','),
    minimumIntegerDigits: Math.min(Math.max(1, count(digits, '0')), 21),
    minimumFractionDigits: Math.min(count(decimals, '0'), 20),
    maximumFractionDigits: Math.min(Math.max(0, decimals.length - 1), 20),
  });
  return `${number < 0 && /[1-9]/.test(text) ? '-' : ''}${before}${text}${after}`;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** A day or a time of ISO 8601 by a pattern of `yyyy yy MMMM MMM MM M dd d`; another text as it is. */
export function formatDate(value: string, pattern: string | undefined): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined) return value;
  const name = MONTHS[Number(month) - 1] ?? month;
  const parts: { readonly [token: string]: string } = {
    yyyy: year,
    yy: year.slice(2),
    MMMM: name,
    MMM: name.slice(0, 3),
    MM: month,
    M: String(Number(month)),
    dd: day,
    d: String(Number(day)),
  };
  const format = pattern === undefined || !/[yMd]/.test(pattern) ? DEFAULT_DATE_FORMAT : pattern;
  return format.replace(/y{4}|y{2}|M{1,4}|d{1,2}/g, (token) => parts[token] ?? token);
}
