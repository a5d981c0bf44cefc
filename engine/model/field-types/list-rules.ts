import type { Key, KeyValue } from '../compiled/collection-schema.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import { isMissing, MISSING, refuse, refuseAll, type FieldProblem, type NormalizeResult } from './field-type.ts';

/** Maximum number of entries of a list field. */
const MAX_ENTRIES = 1000;

/**
 * Normalizes each entry and preserves their order. Empty entries are omitted. With `identify`, an entry that equals an
 * earlier one is omitted too. The path of a problem starts with the index of the entry.
 */
export function normalizeEntries(
  value: JsonValue,
  normalize: (entry: JsonValue) => NormalizeResult,
  identify?: (entry: JsonValue) => string,
): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (!Array.isArray(value)) return refuse('wrong_type', 'Send a list.');
  if (value.length > MAX_ENTRIES) return refuse('too_long', `Use at most ${MAX_ENTRIES.toLocaleString('en-US')} entries.`);
  const problems: FieldProblem[] = [];
  const entries = new Map<string, JsonValue>();
  (value as readonly JsonValue[]).forEach((entry, index) => {
    const result = normalize(entry);
    if (!result.ok) problems.push(...result.problems.map((found) => atIndex(found, index)));
    else if (result.value !== undefined) {
      const identity = identify === undefined ? String(index) : identify(result.value);
      if (!entries.has(identity)) entries.set(identity, result.value);
    }
  });
  if (problems.length > 0) return refuseAll(problems);
  return entries.size === 0 ? MISSING : { ok: true, value: [...entries.values()] };
}

function atIndex(found: FieldProblem, index: number): FieldProblem {
  return { ...found, path: found.path === undefined ? String(index) : `${index}.${found.path}` };
}

/** The distinct keys of a list; undefined when there are none. */
export function makeListKeys(value: JsonValue | undefined, fold: (entry: JsonValue) => Key | undefined): KeyValue | undefined {
  if (!Array.isArray(value)) return undefined;
  const keys = new Set<Key>();
  for (const entry of value as readonly JsonValue[]) {
    const key = fold(entry);
    if (key !== undefined) keys.add(key);
  }
  return keys.size === 0 ? undefined : [...keys];
}

/** The display texts of the entries, joined. */
export function formatEntries(value: JsonValue | undefined, format: (entry: JsonValue) => string, separator = ', '): string {
  if (!Array.isArray(value)) return '';
  return (value as readonly JsonValue[])
    .map(format)
    .filter((text) => text !== '')
    .join(separator);
}

/** JSON Schema of a list of these. */
export function listSchema(items: JsonObject): JsonObject {
  return { type: 'array', items, maxItems: MAX_ENTRIES };
}
