import type { JsonValue } from '#engine/model';

/** A text as it is, and '' for all else: ids, days and names of a record whose fields were checked before. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
