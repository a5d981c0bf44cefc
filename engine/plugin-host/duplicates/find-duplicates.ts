import type { DuplicateScore, JsonValue, RecordDocument } from '#engine/model';
import { NOT_DUPLICATES_FIELD, KEYS_FIELD, listIds, type DuplicateRule, type RecordFields } from './duplicate-rule.ts';

/** More than anyone compares by hand. */
const MAX_MATCHES = 50;

export interface FoundDuplicate {
  readonly record: RecordDocument;
  readonly score: DuplicateScore;
}

export interface DuplicateSearch {
  /** Records that may be the same, most alike first. */
  readonly found: readonly FoundDuplicate[];
  /** All that was looked at, what turned out to be another too. */
  readonly candidateIds: readonly string[];
}

/** What the record is, and which others were found to be another. */
export interface DuplicateQuery {
  readonly record: RecordFields;
  /** Absent: not saved yet. */
  readonly id: string | undefined;
  readonly excludedIds: readonly string[];
}

/** Where records are looked for: the unit of a save, or all that is stored. */
export interface DuplicateSource {
  find(module: string, filter: JsonValue, options: { readonly limit: number }): Promise<readonly RecordDocument[]>;
}

/** Looks for the same record by the keys, so by index. Whatever either of the two was told apart from is left out. */
export async function findDuplicates<Identity>(rule: DuplicateRule<Identity>, source: DuplicateSource, { record, id, excludedIds }: DuplicateQuery): Promise<DuplicateSearch> {
  const identity = rule.readIdentity(record);
  const keys = rule.makeSearchKeys(identity);
  if (keys.length === 0) return { found: [], candidateIds: [] };
  const candidates = await source.find(rule.module, { [KEYS_FIELD]: { in: keys } }, { limit: MAX_MATCHES + excludedIds.length + 1 });
  const isOther = (other: RecordDocument): boolean => other._id !== id && !excludedIds.includes(other._id) && (id === undefined || !listIds(other[NOT_DUPLICATES_FIELD]).includes(id));
  const found = candidates
    .filter(isOther)
    .map((other) => ({ record: other, score: rule.score(identity, rule.readIdentity(other)) }))
    .filter(({ score }) => score.blocksSave)
    .sort((one, two) => two.score.score - one.score.score);
  return { found, candidateIds: candidates.map((other) => other._id) };
}
