import type { JsonObject, JsonValue } from '../json/index.ts';
import type { FieldProblem, NormalizeResult } from './field-type.ts';

/** The result for an empty value. */
export const MISSING: NormalizeResult = { ok: true, value: undefined };

/** A value in its stored form. */
export function accept(value: JsonValue): NormalizeResult {
  return { ok: true, value };
}

/** A value that cannot be stored, for one reason. */
export function refuse(code: string, message: string, path?: string): NormalizeResult {
  return { ok: false, problems: [problem(code, message, path)] };
}

/** A value that cannot be stored, for these reasons. */
export function refuseAll(problems: readonly FieldProblem[]): NormalizeResult {
  return { ok: false, problems };
}

export function problem(code: string, message: string, path?: string): FieldProblem {
  return path === undefined ? { code, message } : { code, message, path };
}

/** Whether a value counts as missing: null, "", [] and text that is only white space. */
export function isMissing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** A plain JSON object: not null, not a list. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property of the object; never one of its prototype. */
export function ownValue(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
