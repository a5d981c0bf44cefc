import type { JsonObject, JsonValue } from '#engine/model';
import { textIn } from './entries.ts';

function isMissing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether a condition of a bucket has a field, a comparison and a value. Without one of them nobody knows what was meant. */
export function isComplete(condition: JsonObject): boolean {
  return textIn(condition, 'fieldName') !== '' && textIn(condition, 'operator') !== '' && !isMissing(condition['value']);
}

/** The filter of conditions, all of which must hold; undefined: one of them is incomplete, and without it the filter would find more. */
export function toFilter(conditions: readonly JsonObject[]): JsonObject | undefined {
  if (!conditions.every(isComplete)) return undefined;
  const terms = conditions.map(
    (condition): JsonObject => ({ [textIn(condition, 'fieldName')]: { [textIn(condition, 'operator')]: condition['value'] ?? null } }),
  );
  return terms.length === 0 ? {} : { and: terms };
}
