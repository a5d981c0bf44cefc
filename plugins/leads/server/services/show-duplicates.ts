import type { Actor, RecordOperations, VisibleRecord } from '#engine';
import type { JsonValue } from '#engine/model';
import type { DuplicateFindings, DuplicateMatch } from '../../shared/duplicate-match.ts';
import type { FoundDuplicate } from './find-duplicates.ts';

type Part = { readonly [name: string]: JsonValue | undefined };

const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);
const partsOf = (value: JsonValue | undefined): Part => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {});

function toMatch({ score }: FoundDuplicate, shown: VisibleRecord): DuplicateMatch {
  const address = partsOf(shown.current_address);
  return {
    _id: shown._id,
    name: textOf(shown.name) ?? '',
    profession: textOf(shown.profession),
    lead_status: textOf(shown.lead_status),
    city: textOf(address.city),
    state: textOf(address.state),
    assigned_to: textOf(partsOf(shown.assigned_to).name),
    updatedAt: textOf(shown.updatedAt),
    score: score.score,
    reasons: score.reasons,
  };
}

/** What the asker may be told: the matches in their sight with the fields that they may see, and how many there are beside. */
export async function showDuplicates(records: RecordOperations, actor: Actor, found: readonly FoundDuplicate[]): Promise<DuplicateFindings> {
  if (found.length === 0) return { matches: [], hidden: 0 };
  const ids = found.map(({ record }) => record._id);
  const { data } = await records.find(actor, { module: 'leads', filter: { _id: { in: ids } }, populate: true, limit: ids.length });
  const shown = new Map(data.map((record) => [record._id, record]));
  const matches = found.flatMap((one) => {
    const record = shown.get(one.record._id);
    return record === undefined ? [] : [toMatch(one, record)];
  });
  return { matches, hidden: found.length - matches.length };
}
