import type { AccessScope } from '../../access/index.ts';
import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import { allOf, type FilterNode } from '#engine/model/filter';
import { fieldContext, normalizeField } from '#engine/model/keys';
import type { CompiledField, CompiledModule, Key, KeySchema } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { decodeRecord } from '../encryption/encrypt-record.ts';
import { buildReadQuery, createUnknownFieldError } from '../read/read-query.ts';
import type { WriteContext } from '../save/write-context.ts';

/** Values in one query of the store. */
const CHUNK = 500;

/** The fields whose values say which record a row is about; none: its `_id`. */
export interface RecordKey {
  readonly fields: readonly CompiledField[];
  /** One of them that is unique, with its key: the records are searched by it. */
  readonly unique: { readonly field: CompiledField; readonly schema: KeySchema } | undefined;
}

/** What a row says about its record. */
export type RowKey =
  | { readonly kind: 'none' }
  /** `identity` is the same for rows about the same record; `value` is what is searched for. */
  | { readonly kind: 'key'; readonly identity: string; readonly value: Key }
  | { readonly kind: 'problems'; readonly problems: readonly ErrorDetail[] };

/** A record that a row is about. */
export interface MatchedRecord {
  readonly id: string;
  readonly version: number;
}

/**
 * The key with these names. Errors: `unknown_field` for fields that the actor may not filter by; `parameter_invalid` if none of them is
 * unique, and for `_id` with others.
 */
export function readRecordKey({ rights }: AccessScope, module: CompiledModule, names: readonly string[]): RecordKey {
  if (names.length === 1 && names[0] === '_id') return { fields: [], unique: undefined };
  if (names.length === 0 || names.includes('_id')) throw createKeyError('Use _id alone, or names of fields.');
  const unknown = names.filter((name) => !rights.canFilter(module, name) || module.fields.get(name) === undefined);
  if (unknown.length > 0) throw createUnknownFieldError(unknown);
  const fields = names.flatMap((name) => module.fields.get(name) ?? []);
  const field = fields.find(({ definition }) => definition.unique === true);
  const schema = field?.keys[0];
  if (field === undefined || schema === undefined) throw createKeyError('One of the fields must be unique.');
  return { fields, unique: { field, schema } };
}

function createKeyError(message: string): MusterError {
  return new MusterError('parameter_invalid', { details: [{ field: 'key', code: 'not_a_key', message }] });
}

/** Reads the key of a row. */
export function readRowKey({ snapshot }: AccessScope, { fields, unique }: RecordKey, row: JsonObject): RowKey {
  if (unique === undefined) return readId(row['_id']);
  const problems: ErrorDetail[] = [];
  const parts = fields.map((field): Key | undefined => {
    const normalized = normalizeField(field, row[field.name] ?? null, (name) => snapshot.modules.has(name));
    if (!normalized.ok) for (const { code, message } of normalized.problems) problems.push({ field: field.name, code, message });
    const key = normalized.ok ? keyOf(field, normalized.value) : undefined;
    const isMissing = normalized.ok && key === undefined;
    if (isMissing) problems.push({ field: field.name, code: 'required', message: `${field.label} says which record this is: enter it.` });
    return key;
  });
  const value = parts[fields.indexOf(unique.field)];
  if (problems.length > 0 || value === undefined) return { kind: 'problems', problems };
  return { kind: 'key', identity: JSON.stringify(parts), value };
}

function readId(id: JsonValue | undefined): RowKey {
  if (id === undefined || id === null || id === '') return { kind: 'none' };
  if (typeof id === 'string') return { kind: 'key', identity: id, value: id };
  return { kind: 'problems', problems: [{ field: '_id', code: 'wrong_type', message: 'Send the id as a text.' }] };
}

function keyOf(field: CompiledField, value: JsonValue | undefined): Key | undefined {
  const key = field.type.toKey(
    value,
    fieldContext(field, () => true),
  );
  return typeof key === 'string' || typeof key === 'number' ? key : undefined;
}

/** The records that the actor may see and that have these keys, by identity: one query for each chunk of rows. */
export async function findMatches(
  { services, scope }: WriteContext,
  module: CompiledModule,
  key: RecordKey,
  rows: readonly RowKey[],
): Promise<ReadonlyMap<string, MatchedRecord>> {
  const values = [...new Set(rows.flatMap((row) => (row.kind === 'key' ? [row.value] : [])))];
  const found = new Map<string, MatchedRecord>();
  const { query } = buildReadQuery(services, scope, { module });
  for (let start = 0; start < values.length; start += CHUNK) {
    const chunk = values.slice(start, start + CHUNK);
    const filter = allOf([query.filter, matchValues(key, chunk)]);
    for (const stored of await services.store.find({ ...query, filter, sort: [], limit: chunk.length })) {
      const document = decodeRecord(services, scope, module, stored);
      const identity =
        key.unique === undefined ? document._id : JSON.stringify(key.fields.map((field) => keyOf(field, document[field.name])));
      found.set(identity, { id: document._id, version: document._version });
    }
  }
  return found;
}

function matchValues({ unique }: RecordKey, values: readonly Key[]): FilterNode {
  return unique === undefined ? { kind: 'ids', ids: values.map(String) } : { kind: 'equals', key: unique.schema, values };
}
