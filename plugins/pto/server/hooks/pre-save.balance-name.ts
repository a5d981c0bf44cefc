import type { PreSaveContext } from '#engine';
import { textOf } from '../../shared/text-of.ts';

/** Names a balance that has no name: whose it is, and of which year. A new one that nobody is assigned to is that person's own. */
export async function nameBalance({ event, draft, unit }: PreSaveContext<'ptoBalance'>): Promise<void> {
  if (event.kind !== 'create' && event.kind !== 'update') return;
  if (event.kind === 'create') draft.assigned_to ??= draft.users_ptoBalance ?? null;
  if (textOf(draft.name) !== '') return;
  const user = await unit.get('users', textOf(draft.users_ptoBalance));
  draft.name = `${textOf(user?.name) || 'Time off'}, ${Number(draft.year)}`;
}
