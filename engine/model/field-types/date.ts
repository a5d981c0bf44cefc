import { isMissing, MISSING, refuse, type FieldType } from './field-type.ts';
import { isDay } from './calendar.ts';
import { ORDERED_OPERATORS } from '../filter/operators.ts';

/** A calendar day, `YYYY-MM-DD`, without time or zone. */
export const date: FieldType = {
  name: 'Date',
  schemaType: 'Date',
  comparison: 'day',
  keyKind: 'text',
  list: false,
  operators: ORDERED_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    if (typeof value !== 'string') return refuse('wrong_type', 'Type a date as a text, such as 2026-03-31.');
    const day = value.trim();
    return isDay(day) ? { ok: true, value: day } : refuse('not_a_date', 'Type a date of the calendar, such as 2026-03-31.');
  },
  toKey: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  format: (value) => (typeof value === 'string' && isDay(value) ? formatDay(value) : ''),
  jsonSchema: () => ({ type: 'string', format: 'date' }),
};

/** Formats '2026-03-31' as '03/31/2026'. */
export function formatDay(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
}
