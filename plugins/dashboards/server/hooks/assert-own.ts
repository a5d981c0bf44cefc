import type { PreSaveContext } from '#engine';

type OwnModule = 'userDashboards' | 'userDashboardReports';

/** Sets the user of a new record, and refuses to save one for somebody else: only System Admins may. */
export function assertOwn({ event, draft, actor, rights, refuse }: PreSaveContext<OwnModule>): void {
  const { userId } = actor;
  if (event.isBulkLoad || userId === undefined || userId === null) return;
  if (event.kind === 'create') {
    draft.user ??= userId;
    draft.assigned_to ??= draft.user;
  }
  if (!rights.unrestricted && draft.user !== userId) refuse('dashboard_not_own');
}
