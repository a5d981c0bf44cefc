import type { VisibleRecord } from '../../records/index.ts';
import type { DuplicateScore, JsonObject, JsonValue } from '#engine/model';

/** Fields of a record by name, validated or not. */
export type RecordFields = { readonly [field: string]: JsonValue | undefined };

/** A plugin's rule for which records of a module are duplicates. */
export interface DuplicateRule<Identity> {
  readonly module: string;
  /** The code of the plugin's error that rejects a duplicate. */
  readonly code: string;
  /** The fields that a record's identity is read from. */
  readonly identityFields: readonly string[];
  /** The values that identify a record, in comparable form. Accepts any input of a client. */
  readIdentity(record: RecordFields): Identity;
  /** The keys that are stored with a record: one for each way in which another record may match it. */
  makeKeys(identity: Identity): readonly string[];
  /**
   * The keys that possible duplicates would be stored with. Most records found by them should have a `score` that blocks the save, because
   * only a limited number is compared.
   */
  makeSearchKeys(identity: Identity): readonly string[];
  score(one: Identity, two: Identity): DuplicateScore;
  /**
   * The fields of a match in addition to its id, name, score and reasons; relates are populated, and fields that the requester may not see
   * are absent.
   */
  describe(record: VisibleRecord): JsonObject;
  /** JSON Schemas of the result of `describe`, for the OpenAPI document. */
  readonly describedSchemas: { readonly [name: string]: JsonObject };
}

/** The field with the keys of a record. */
export const KEYS_FIELD = 'duplicate_keys';

/** The field with the ids of records that are not duplicates of a record. */
export const NOT_DUPLICATES_FIELD = 'not_duplicates';

/** The ids in a field; none when its value is not a list. */
export function listIds(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
