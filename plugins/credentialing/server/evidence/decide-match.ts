import type { EffectContext, PreSaveContext } from '#engine';
import { addDays, toText, today } from '#engine/model';

/** Stores who decided a match, when, and with which score. The product itself decides nothing. */
export function recordDecision({ event, draft, clock }: PreSaveContext<'exclusionMatches'>): void {
  draft.decision ??= 'Open';
  if (event.isBulkLoad || !event.isEdit() || !(event.changed() as ReadonlySet<string>).has('decision')) return;
  const isDecided = draft.decision === 'Same person' || draft.decision === 'Other person';
  draft.decided_by = isDecided ? (event.actor.userId ?? null) : null;
  draft.decided_at = isDecided ? new Date(clock.now()).toISOString() : null;
  draft.decided_score = isDecided ? (draft.score ?? null) : null;
}

/** A decision is evidence: it is a check of the exclusion list with what was decided. The owner of the provider learns of the same person. */
export async function storeDecision(context: EffectContext<'exclusionMatches'>): Promise<void> {
  const { event, record, createOnce, isLatest } = context;
  const decision = toText(record?.decision);
  const wasDecided = event.kind === 'update' && (event.changedFields as readonly string[]).includes('decision');
  if (event.isBulkLoad || record === undefined || !wasDecided || !(decision === 'Same person' || decision === 'Other person')) return;
  if (!(await isLatest('decision'))) return;
  const day = today(context);
  const provider = toText(record.provider);
  const [found] = (await context.records.find(context.actor, { module: 'providers', filter: { _id: provider }, limit: 1 })).data;
  const owner = toText(found?.['assigned_to']);
  await createOnce({
    module: 'evidenceChecks',
    purpose: 'decision',
    fields: {
      ...{ provider, kind: 'Exclusion list', source: 'OIG LEIE', result: decision === 'Same person' ? 'Problem found' : 'Clear' },
      ...{ checked_on: day, checked_by: event.actor.userId ?? null, assigned_to: owner || null },
      recheck_on: addDays(day, Number(context.setting('evidence_recheck_days'))),
      notes: `${toText(record.listed_name)}: ${toText(record.decision_note)}`,
    },
  });
  if (decision !== 'Same person' || owner === '') return;
  await context.notify({ kind: 'exclusion_found', to: [owner], module: 'exclusionMatches', record: event.id, key: event.changeId });
}
