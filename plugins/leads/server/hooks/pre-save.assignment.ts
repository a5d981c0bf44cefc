import type { PreSaveContext } from '#engine';

/** Assigns a new lead without an owner to the next of the users who get new leads. Demo data and other trusted loads stay as they are. */
export async function assignNewLead(context: PreSaveContext<'leads'>): Promise<void> {
  const { event, draft } = context;
  if (event.kind !== 'create' || event.isBulkLoad || draft.deleted === true || (draft.assigned_to ?? null) !== null) return;
  const user = await context.userInTurn({ assign_leads: true });
  if (user !== undefined) draft.assigned_to = user;
}
