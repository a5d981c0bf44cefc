import type { JsonObject, JsonValue } from '../json/index.ts';

/** The name of a record: its own, or first and last name for a person without one; `undefined` when it has neither. */
export function formatName(record: JsonObject): string | undefined {
  const own = readTrimmed(record, 'name');
  if (own !== '') return own;
  const whole = [readTrimmed(record, 'first_name'), readTrimmed(record, 'last_name')].filter((word) => word !== '').join(' ');
  return whole === '' ? undefined : whole;
}

function readTrimmed(record: JsonObject, name: string): string {
  const value: JsonValue | undefined = Object.hasOwn(record, name) ? record[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
}
