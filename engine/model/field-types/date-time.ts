import { isMissing, MISSING, refuse, type FieldType } from './field-type.ts';
import { parseInstant } from './calendar.ts';
import { formatDay } from './date.ts';
import { ORDERED_OPERATORS } from '../filter/operators.ts';

/** An instant: ISO 8601 in UTC with milliseconds. Other offsets are accepted and converted to UTC. */
export const dateTime: FieldType = {
  name: 'DateTime',
  schemaType: 'Date',
  comparison: 'instant',
  keyKind: 'number',
  list: false,
  operators: ORDERED_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    if (typeof value !== 'string') return refuse('wrong_type', 'Type a date and time as a text, such as 2026-03-31T14:30:00Z.');
    const instant = parseInstant(value.trim());
    if (instant === undefined) return refuse('not_a_date_time', 'Type a date and time with its zone, such as 2026-03-31T14:30:00Z.');
    return { ok: true, value: new Date(instant).toISOString() };
  },
  toKey: (value) => (typeof value === 'string' ? parseInstant(value) : undefined),
  format(value) {
    const instant = typeof value === 'string' ? parseInstant(value) : undefined;
    return instant === undefined ? '' : formatInstant(new Date(instant).toISOString());
  },
  jsonSchema: () => ({ type: 'string', format: 'date-time' }),
};

/** Formats '2026-03-31T14:30:00.000Z' as '03/31/2026 2:30 PM UTC'; the client shows it in the reader's time zone. */
function formatInstant(iso: string): string {
  const hour = Number(iso.slice(11, 13));
  return `${formatDay(iso.slice(0, 10))} ${hour % 12 === 0 ? 12 : hour % 12}:${iso.slice(14, 16)} ${hour < 12 ? 'AM' : 'PM'} UTC`;
}
