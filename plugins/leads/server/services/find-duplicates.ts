import type { UnitReader } from '#engine';
import type { JsonValue, RecordDocument } from '#engine/model';
import { makeSearchKeys } from '../../shared/duplicate-keys.ts';
import { readIdentity } from '../../shared/lead-identity.ts';
import { scoreDuplicate, type DuplicateScore } from '../../shared/score-duplicate.ts';

/** More than anyone compares by hand. */
const MOST = 50;

type Lead = { readonly [field: string]: JsonValue | undefined };

export interface FoundDuplicate {
  readonly record: RecordDocument;
  readonly score: DuplicateScore;
}

export interface DuplicateSearch {
  /** Leads that may be the same person, most alike first. */
  readonly found: readonly FoundDuplicate[];
  /** All that was looked at, what turned out to be someone else too. */
  readonly seen: readonly string[];
}

/** Who the lead is, and which others were found to be somebody else. */
export interface DuplicateQuestion {
  readonly lead: Lead;
  /** Absent: not saved yet. */
  readonly id: string | undefined;
  readonly dismissed: readonly string[];
}

export const listOfIds = (value: JsonValue | undefined): string[] => (Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []);

/** Looks for the same person by the keys, so by index. Whoever either of the two leads was told apart from is left out. */
export async function findDuplicates(unit: Pick<UnitReader, 'find'>, { lead, id, dismissed }: DuplicateQuestion): Promise<DuplicateSearch> {
  const identity = readIdentity(lead);
  const keys = makeSearchKeys(identity);
  if (keys.length === 0) return { found: [], seen: [] };
  const candidates = await unit.find('leads', { duplicate_keys: { in: keys } }, { limit: MOST + dismissed.length + 1 });
  const isOther = (record: RecordDocument): boolean => record._id !== id && !dismissed.includes(record._id) && (id === undefined || !listOfIds(record.not_duplicates).includes(id));
  const found = candidates
    .filter(isOther)
    .map((record) => ({ record, score: scoreDuplicate(identity, readIdentity(record)) }))
    .filter(({ score }) => score.stops)
    .sort((one, two) => two.score.score - one.score.score);
  return { found, seen: candidates.map((record) => record._id) };
}
