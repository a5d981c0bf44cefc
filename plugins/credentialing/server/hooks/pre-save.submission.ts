import type { PreSaveContext } from '#engine';
import type { JsonObject } from '#engine/model';

/** The fields with which a provider does an item. */
const HANDED_IN = ['document', 'response_date', 'provider_response'] as const;

/**
 * Submits an item for review when a provider hands something in: a document, a date or a response. What the reviewer wrote is removed, since
 * it is about what was handed in before. An undo restores the item as it was.
 */
export async function submitItem({ event, draft, unit, clock }: PreSaveContext<'credentialingRequiredItems'>): Promise<void> {
  if (event.kind !== 'update' || event.changeSource === 'undo' || event.actor.userId === undefined) return;
  const changed = event.changed();
  if (!HANDED_IN.some((field) => changed.has(field) && (draft[field] ?? '') !== '')) return;
  if ((await unit.get('users', event.actor.userId))?.userType !== 'Provider') return;
  draft.status = 'Submitted';
  draft.review_note = null;
  draft.completionDetails = {
    ...(draft.completionDetails as JsonObject | undefined),
    approvalStatus: 'Submitted',
    dateCompleted: new Date(clock.now()).toISOString().slice(0, 10),
  };
}
