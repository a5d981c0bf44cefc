import type { DuplicateScore, DuplicateCheckResult, DuplicateMatch } from '#engine/model/similarity';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type { Actor } from '../../access/index.ts';
import type { VisibleRecord, RecordOperations } from '../../records/index.ts';

/** Fields of a record by name, validated or not. */
export type RecordFields = { readonly [field: string]: JsonValue | undefined };

/** A plugin's rule for which records of a module are duplicates. */
export interface DuplicateRule<Identity> {
  /** Name of the module; duplicates are searched among its records. */
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
  /** How likely it is that two identities are the same, 0 to 99 percent, with the reasons. */
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

/** Maximum number of matches: more than anyone compares by hand. */
const MAX_MATCHES = 50;

interface FoundDuplicate {
  readonly record: RecordDocument;
  readonly score: DuplicateScore;
}

export interface DuplicateSearch {
  /** Possible duplicates, highest score first. */
  readonly found: readonly FoundDuplicate[];
  /** Ids of all records that were compared, including those that are not duplicates. */
  readonly candidateIds: readonly string[];
}

/** The record, and the ids of records that are not its duplicates. */
interface DuplicateQuery {
  readonly record: RecordFields;
  /** Absent: not saved yet. */
  readonly id: string | undefined;
  readonly excludedIds: readonly string[];
}

/** Where records are searched: the unit of work of a save, or the whole store. */
export interface DuplicateSource {
  find(module: string, filter: JsonValue, options: { readonly limit: number }): Promise<readonly RecordDocument[]>;
}

/** Finds duplicates by their keys, so by index. Records that either side excludes are left out. */
export async function findDuplicates<Identity>(
  rule: DuplicateRule<Identity>,
  source: DuplicateSource,
  { record, id, excludedIds }: DuplicateQuery,
): Promise<DuplicateSearch> {
  const identity = rule.readIdentity(record);
  const keys = rule.makeSearchKeys(identity);
  if (keys.length === 0) return { found: [], candidateIds: [] };
  const candidates = await source.find(rule.module, { [KEYS_FIELD]: { in: keys } }, { limit: MAX_MATCHES + excludedIds.length + 1 });
  const isOther = (other: RecordDocument): boolean =>
    other._id !== id && !excludedIds.includes(other._id) && (id === undefined || !listIds(other[NOT_DUPLICATES_FIELD]).includes(id));
  const found = candidates
    .filter(isOther)
    .map((other) => ({ record: other, score: rule.score(identity, rule.readIdentity(other)) }))
    .filter(({ score }) => score.blocksSave)
    .sort((one, two) => two.score.score - one.score.score);
  return { found, candidateIds: candidates.map((other) => other._id) };
}

/** The matches that the requester may see, with the fields that they may see, and the number of hidden ones. */
export async function showDuplicates<Identity>(
  rule: DuplicateRule<Identity>,
  records: RecordOperations,
  actor: Actor,
  found: readonly FoundDuplicate[],
): Promise<DuplicateCheckResult<DuplicateMatch & JsonObject>> {
  if (found.length === 0) return { matches: [], hidden: 0 };
  const ids = found.map(({ record }) => record._id);
  const { data } = await records.find(actor, { module: rule.module, filter: { _id: { in: ids } }, populate: true, limit: ids.length });
  const shown = new Map(data.map((record) => [record._id, record]));
  const matches = found.flatMap(({ record: { _id }, score: { score, reasons } }) => {
    const record = shown.get(_id);
    if (record === undefined) return [];
    const name = typeof record['name'] === 'string' ? record['name'] : '';
    return [{ ...rule.describe(record), _id, name, score, reasons: reasons.map((reason) => ({ ...reason })) }];
  });
  return { matches, hidden: found.length - matches.length };
}
