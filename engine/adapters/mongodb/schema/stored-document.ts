import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { Key, RecordKeys } from '#engine/model/compiled';
import type { StoredRecord } from '../../../ports/index.ts';
import { keyName } from './key-path.ts';
import { recordTrigrams } from '../search/trigrams.ts';

/** A record as a MongoDB document. */
export interface StoredDocument {
  readonly _id: string;
  /** `_version` of the record. */
  readonly v: number;
  /** Version of the definitions with which it was written. */
  readonly dv: number;
  /** The record's other fields. */
  readonly d: { readonly [field: string]: JsonValue };
  /** Fields that BSON cannot store unchanged (names with '$', markers of driver types, deep nesting), as JSON. */
  readonly j?: string;
  /** Keys by escaped key id. */
  readonly k: { readonly [name: string]: Key | readonly Key[] };
  /** Trigrams of the keys that support "contains". */
  readonly g?: readonly string[];
}

/** Converts a record to its stored form. */
export function toStored(
  document: RecordDocument,
  keys: RecordKeys,
  definitionVersion: number,
  containsKeys: readonly string[],
): StoredDocument {
  const { _id, _version, ...fields } = document;
  const plain: { [field: string]: JsonValue } = {};
  const jsonEncoded: { [field: string]: JsonValue } = {};
  for (const [name, value] of Object.entries(fields)) (isPlain(name, value, 0) ? plain : jsonEncoded)[name] = value;
  const k: { [name: string]: Key | readonly Key[] } = {};
  for (const [keyId, value] of Object.entries(keys)) if (value !== undefined) k[keyName(keyId)] = value;
  const g = containsKeys.length === 0 ? undefined : recordTrigrams(keys, containsKeys);
  return {
    _id,
    v: _version,
    dv: definitionVersion,
    d: plain,
    k,
    ...(Object.keys(jsonEncoded).length === 0 ? {} : { j: JSON.stringify(jsonEncoded) }),
    ...(g === undefined ? {} : { g }),
  };
}

/** Converts a stored document back to its record. */
export function fromStored(stored: Pick<StoredDocument, '_id' | 'v' | 'dv' | 'd' | 'j'>): StoredRecord {
  const jsonEncoded = stored.j === undefined ? {} : (JSON.parse(stored.j) as { [field: string]: JsonValue });
  return { document: { _id: stored._id, _version: stored.v, ...stored.d, ...jsonEncoded }, definitionVersion: stored.dv };
}

const MAX_DEPTH = 50;

/** Whether BSON stores the member with the same meaning as JSON. */
function isPlain(name: string, value: JsonValue, depth: number): boolean {
  if (
    name.startsWith('$') ||
    name.includes('.') ||
    name.includes('\u0000') ||
    name === '_bsontype' ||
    name === '__proto__' ||
    name === 'toBSON'
  )
    return false;
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  return Object.entries(value).every(([inner, member]) => isPlain(inner, member, depth + 1));
}
