import type { Actor } from '../../access/index.ts';
import type { RecordOperations } from '../../records/index.ts';
import type { DuplicateCheckResult, DuplicateMatch, JsonObject } from '#engine/model';
import type { DuplicateRule } from './duplicate-rule.ts';
import type { FoundDuplicate } from './find-duplicates.ts';

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
