import type { PreSaveContext } from '#engine';

type OwnModule = 'userDashboards' | 'userDashboardReports';

/** Sets the user of a new record, and refuses to save one for somebody else: only System Admins may. */
export function assertOwn(context: PreSaveContext<OwnModule>): void {
  const { event, draft, actor, rights } = context;
  const { userId } = actor;
  if (event.isBulkLoad || userId === undefined || userId === null) return;
  if (event.kind === 'create') {
    draft.user ??= userId;
    draft.assigned_to ??= draft.user;
  }
  if (!rights.unrestricted && draft.user !== userId) context.refuse('dashboard_not_own');
}
