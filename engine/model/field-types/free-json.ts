import type { JsonValue } from '../values/json.ts';
import { refuse, type NormalizeResult } from './field-type.ts';
import { findTextProblem } from './text-rules.ts';

/** Maximum size of an Object or Array in bytes, as JSON in UTF-8. */
const FREE_JSON_BYTES = 64 * 1024;

const MAX_DEPTH = 20;
const REFUSED_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];
const encoder = new TextEncoder();

type Finding = { readonly code: string; readonly message: string };

/** Accepts any JSON of at most 64 KiB whose names and texts every store can save unchanged. */
export function normalizeFreeJson(value: JsonValue): NormalizeResult {
  const found = findProblem(value, 0);
  if (found !== undefined) return refuse(found.code, found.message);
  return limitSize(JSON.parse(JSON.stringify(value)) as JsonValue);
}

/** Accepts a value of at most 64 KiB as JSON. */
export function limitSize(value: JsonValue): NormalizeResult {
  const isTooLong = encoder.encode(JSON.stringify(value)).length > FREE_JSON_BYTES;
  return isTooLong ? refuse('too_long', 'Use at most 64 KiB.') : { ok: true, value };
}

function findProblem(value: JsonValue, depth: number): Finding | undefined {
  if (depth > MAX_DEPTH) return { code: 'too_deep', message: `Nest at most ${MAX_DEPTH} levels.` };
  if (typeof value === 'string') return findTextProblem(value, { max: FREE_JSON_BYTES, lines: true });
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : { code: 'not_a_number', message: 'Use numbers that are not infinite.' };
  if (value === null || typeof value !== 'object')
    return typeof value === 'boolean' || value === null ? undefined : { code: 'wrong_type', message: 'Send JSON.' };
  for (const [name, inner] of Object.entries(value as { readonly [name: string]: JsonValue })) {
    const found = findNameProblem(name) ?? findProblem(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findNameProblem(name: string): Finding | undefined {
  const refused = name === '' || name.startsWith('$') || name.includes('.') || REFUSED_NAMES.includes(name);
  if (refused) return { code: 'refused_name', message: 'Use names that are not empty, have no dot and do not start with $.' };
  return findTextProblem(name, { max: 200 });
}
