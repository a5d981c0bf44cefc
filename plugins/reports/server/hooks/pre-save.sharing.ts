import type { PreSaveContext } from '#engine';
import { readOwner, readSharedRoles } from '../../shared/sharing.ts';

/**
 * A new report belongs to who creates it. Users share with the roles that they have; only a System Admin shares with others. What was
 * shared before may stay.
 */
export async function checkSharing(context: PreSaveContext<'reports'>): Promise<void> {
  const { event, draft, actor, rights, unit } = context;
  const { userId } = actor;
  if (event.isBulkLoad || userId === undefined || userId === null) return;
  if (event.kind === 'create' && readOwner(draft) === '') draft.assigned_to = userId;
  if (rights.unrestricted || !event.isEdit() || !event.changed().has('shared_roles')) return;
  const before = readSharedRoles(event.before ?? {});
  const added = readSharedRoles(draft).filter((role) => !before.includes(role));
  if (added.length === 0) return;
  const user = await unit.get('users', userId);
  const own = readSharedRoles({ shared_roles: user?.roles });
  if (added.every((role) => own.includes(role))) return;
  const code = 'report_not_shareable';
  const message = 'You can share a report with the roles that you have. Ask an admin to share it with other roles.';
  context.refuse(code, { message, details: [{ field: 'shared_roles', code, message }] });
}
