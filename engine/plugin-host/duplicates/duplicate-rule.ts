import type { VisibleRecord } from '../../records/index.ts';
import type { DuplicateScore, JsonObject, JsonValue } from '#engine/model';

/** Fields of a record by name, checked or not. */
export type RecordFields = { readonly [field: string]: JsonValue | undefined };

/** What makes two records of a module the same, as a plugin says. */
export interface DuplicateRule<Identity> {
  readonly module: string;
  /** The code of the plugin's error that stops a duplicate. */
  readonly code: string;
  /** The fields that a record's identity is read from. */
  readonly identityFields: readonly string[];
  /** What tells one record from another, in comparable form. Takes whatever a caller sent. */
  readIdentity(record: RecordFields): Identity;
  /** The keys under which a record is kept: one for each way in which another may turn out to be the same. */
  makeKeys(identity: Identity): readonly string[];
  /** The keys under which others would be kept that may be the same. What they find, `score` should mostly stop: only so many are looked at. */
  makeSearchKeys(identity: Identity): readonly string[];
  score(one: Identity, two: Identity): DuplicateScore;
  /** What is told of a match beside its id, name, score and reasons; relates are populated, and what the asker may not see is absent. */
  describe(record: VisibleRecord): JsonObject;
  /** JSON Schemas of what `describe` answers, for the OpenAPI document. */
  readonly describedSchemas: { readonly [name: string]: JsonObject };
}

/** The field that holds the keys of a record. */
export const KEYS_FIELD = 'duplicate_keys';

/** The field that holds whom a record was told apart from. */
export const NOT_DUPLICATES_FIELD = 'not_duplicates';

/** The ids in a field; none when it holds no list. */
export function listIds(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
