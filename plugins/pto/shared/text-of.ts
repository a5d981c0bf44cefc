import type { JsonValue } from '#engine/model';

/** Returns a text value, and '' for all other values. Used for ids, days and names of records whose fields were already validated. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
