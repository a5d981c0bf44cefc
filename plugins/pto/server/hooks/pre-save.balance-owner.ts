import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';

/** Sets the name of a balance without one: person and year. A new balance without an assigned user is assigned to that person. */
export async function nameBalance({ event, draft, unit }: PreSaveContext<'ptoBalance'>): Promise<void> {
  if (event.kind !== 'create' && event.kind !== 'update') return;
  if (event.kind === 'create') draft.assigned_to ??= draft.users_ptoBalance ?? null;
  if (toText(draft.name) !== '') return;
  const user = await unit.get('users', toText(draft.users_ptoBalance));
  draft.name = `${toText(user?.name) || 'Time off'}, ${Number(draft.year)}`;
}
