import type { PreSaveContext } from '#engine';

/** Assigns a new balance without an assigned user to the person whose time off it is. */
export function assignBalance({ event, draft }: PreSaveContext<'ptoBalance'>): void {
  if (event.kind === 'create') draft.assigned_to ??= draft.users_ptoBalance ?? null;
}
