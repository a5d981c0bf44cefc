import type { JsonObject, JsonValue } from '../values/json.ts';
import { isMissing, MISSING, refuse, type FieldContext, type NormalizeResult } from './field-type.ts';

/** A finite number within the field's limits; -0 becomes 0, so that each number has one form. */
export function normalizeNumber(value: JsonValue, context: FieldContext): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (typeof value !== 'number') return refuse('wrong_type', 'Type a number.');
  if (!Number.isFinite(value)) return refuse('not_a_number', 'Type a number that is not infinite.');
  const { minimum, maximum } = context.field;
  if (minimum !== undefined && value < minimum) return refuse('too_small', `Type ${minimum} or more.`);
  if (maximum !== undefined && value > maximum) return refuse('too_large', `Type ${maximum} or less.`);
  return { ok: true, value: value === 0 ? 0 : value };
}

/** Reads a stored value as a number. */
export function readNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The field's limits as JSON Schema. */
export function boundsSchema(context: FieldContext): JsonObject {
  const { minimum, maximum } = context.field;
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}
