import type { Actor, RecordOperations, UnitReader } from '#engine';
import type { JsonValue, RecordDocument } from '#engine/model';
import { makeSearchKeys } from '../../shared/duplicate-keys.ts';
import type { DuplicateFindings, DuplicateMatch } from '../../shared/duplicate-match.ts';
import { readIdentity } from '../../shared/lead-identity.ts';
import { scoreDuplicate, type DuplicateScore } from '../../shared/score-duplicate.ts';

/** More than anyone compares by hand. */
const MOST = 50;

type Lead = { readonly [field: string]: JsonValue | undefined };

export interface FoundDuplicate {
  readonly record: RecordDocument;
  readonly score: DuplicateScore;
}

const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);

/** Leads that may be the same person as this one, most alike first; found by their keys, so by index. */
export async function findDuplicates(unit: Pick<UnitReader, 'find'>, lead: Lead, exceptIds: readonly string[]): Promise<FoundDuplicate[]> {
  const identity = readIdentity(lead);
  const keys = makeSearchKeys(identity);
  if (keys.length === 0) return [];
  const candidates = await unit.find('leads', { duplicate_keys: { in: keys } }, { limit: MOST + exceptIds.length });
  return candidates
    .filter((candidate) => !exceptIds.includes(candidate._id))
    .map((record) => ({ record, score: scoreDuplicate(identity, readIdentity(record)) }))
    .filter(({ score }) => score.stops)
    .sort((one, two) => two.score.score - one.score.score);
}

function toMatch({ record, score }: FoundDuplicate): DuplicateMatch {
  const address = record.current_address as Lead | undefined;
  return {
    _id: record._id,
    name: textOf(record.name) ?? '',
    profession: textOf(record.profession),
    lead_status: textOf(record.lead_status),
    city: textOf(address?.city),
    state: textOf(address?.state),
    updatedAt: textOf(record.updatedAt),
    score: score.score,
    reasons: score.reasons,
  };
}

/** What the asker may be told: the matches in their sight, and how many there are beside. */
export async function showDuplicates(records: RecordOperations, actor: Actor, found: readonly FoundDuplicate[]): Promise<DuplicateFindings> {
  if (found.length === 0) return { matches: [], hidden: 0 };
  const ids = found.map(({ record }) => record._id);
  const visible = await records.findIds(actor, { module: 'leads', filter: { _id: { in: ids } } });
  const matches = found.filter(({ record }) => visible.ids.includes(record._id)).map(toMatch);
  return { matches, hidden: found.length - matches.length };
}
