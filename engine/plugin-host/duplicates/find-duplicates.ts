import type { DuplicateScore, JsonValue, RecordDocument } from '#engine/model';
import { NOT_DUPLICATES_FIELD, KEYS_FIELD, listIds, type DuplicateRule, type RecordFields } from './duplicate-rule.ts';

/** Maximum number of matches: more than anyone compares by hand. */
const MAX_MATCHES = 50;

export interface FoundDuplicate {
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
export interface DuplicateQuery {
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
