import type { PreSaveContext } from '#engine';

/** Who writes a message has read it. */
export function markOwnRead({ event, draft }: PreSaveContext<'credentialingRequiredItemMessages'>): void {
  const { userId } = event.actor;
  if (event.kind !== 'create' || event.isBulkLoad || userId === undefined) return;
  draft.viewedBy = [userId, ...(draft.viewedBy ?? []).filter((one) => one !== userId)];
}
