import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ModuleView, PopulatedRelate } from '#engine/model/wire';

/** A record as the API returns it: relates are ids, or objects if they were populated. */
export type RecordValues = {
  /** Absent: the record is new. */
  readonly _id?: string;
  /** Absent: the record is new. */
  readonly _version?: number;
} & { readonly [field: string]: JsonValue | undefined };

/** Whether a value is a plain object. */
export function isObject(value: JsonValue | undefined | null): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is empty: missing, null, "" or []. */
export function isEmptyValue(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Reads a field, or a part of an Address ('current_address.city'). */
export function readValue(record: RecordValues, fieldName: string): JsonValue | undefined {
  const [head = '', part] = fieldName.split('.');
  const value = record[head];
  if (part === undefined) return value;
  return isObject(value) ? value[part] : undefined;
}

/** Normalizes a relate's value, populated or not; undefined if it is empty. */
export function readRelate(value: JsonValue | undefined): PopulatedRelate | { readonly _id: string; readonly module?: string } | undefined {
  if (typeof value === 'string' && value !== '') return { _id: value };
  if (!isObject(value)) return undefined;
  const id = value._id ?? value.id;
  return typeof id === 'string' && id !== '' ? { ...value, _id: id } : undefined;
}

/** The display name of a record. */
export function recordName(module: ModuleView, record: RecordValues): string {
  const named = record[module.nameField] ?? record.name;
  if (typeof named === 'string' && named.trim() !== '') return named;
  if (typeof named === 'number') return String(named);
  return `${module.labelSingular} without a name`;
}

/**
 * A name composed of the names of related records, 'Ann Lee – Lamp – Joliet', in a list of one of them: without that one, and
 * without what other columns show. If nothing is left, the columns repeat the name.
 */
export function shortenName(name: string, parentName: string, columns: readonly string[]): string {
  const parts = name.split(' – ');
  const own = parts.filter((part) => part !== parentName);
  const rest = own.filter((part) => !columns.includes(part));
  return (rest.length > 0 ? rest : own.length > 0 ? own : parts).join(' – ');
}

/** The display name of a record that may be unsaved: for a person composed of the parts, because the full name is computed on save. */
export function draftRecordName(module: ModuleView, record: RecordValues): string {
  const parts = [record.first_name, record.last_name].filter((part): part is string => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(' ') : recordName(module, record);
}

/** Two initials for an avatar: of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return `${first}${last}`.toUpperCase();
}
