import type { JsonValue, RecordDocument } from '#engine/model/values';
import { compareCandidates, type ComparedDuplicates, type DuplicateRequester, pickReadable } from './compare-candidates.ts';
import type { DuplicateRule, RecordFields } from './duplicate-rule.ts';

/** The field with the keys of a record. */
export const KEYS_FIELD = 'duplicate_keys';

/** The field with the ids of records that are not duplicates of a record. */
export const NOT_DUPLICATES_FIELD = 'not_duplicates';

/** The ids in a field; none when its value is not a list. */
export function listIds(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Number of records that are compared at first: more matches than anyone compares by hand. */
const FIRST_CANDIDATES = 50;

/** Factor by which the number grows while no compared record is a match and there are more. */
const GROWTH = 20;

export interface DuplicateSearch extends ComparedDuplicates {
  /** Ids of all records that were found by the keys, including those that are not duplicates. */
  readonly candidateIds: readonly string[];
  /** The keys that were searched. */
  readonly keys: readonly string[];
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

/** The keys that possible duplicates of a record are found by: those of the whole record, and of the part that the requester may read. */
export function listSearchKeys<Identity>(
  rule: DuplicateRule<Identity>,
  rights: DuplicateRequester['rights'],
  record: RecordFields,
): readonly string[] {
  const whole = rule.makeSearchKeys(rule.readIdentity(record));
  if (rights.unrestricted) return whole;
  return [...new Set([...whole, ...rule.makeSearchKeys(rule.readIdentity(pickReadable(rule, rights, record)))])];
}

/**
 * Finds duplicates by their keys, so by index, and compares them as far as the requester may know. Records that either side excludes are
 * left out.
 */
export async function findDuplicates<Identity>(
  rule: DuplicateRule<Identity>,
  source: DuplicateSource,
  requester: DuplicateRequester,
  query: DuplicateQuery,
): Promise<DuplicateSearch> {
  const { id, excludedIds } = query;
  const keys = listSearchKeys(rule, requester.rights, query.record);
  if (keys.length === 0) return { keys, found: [], hiddenIds: [], candidateIds: [] };
  const isOther = (other: RecordDocument): boolean =>
    other._id !== id && !excludedIds.includes(other._id) && (id === undefined || !listIds(other[NOT_DUPLICATES_FIELD]).includes(id));
  for (let limit = FIRST_CANDIDATES + excludedIds.length + 1; ; limit *= GROWTH) {
    const candidates = await source.find(rule.module, { [KEYS_FIELD]: { in: [...keys] } }, { limit });
    const compared = await compareCandidates(rule, requester, query.record, candidates.filter(isOther));
    // Records that the requester must not be told about do not count, so there may be a match among the others.
    if (compared.found.length + compared.hiddenIds.length > 0 || candidates.length < limit)
      return { keys, ...compared, candidateIds: candidates.map((other) => other._id) };
  }
}
