import type { PreSaveContext } from '#engine';
import { MOST_WIDGETS } from '../../shared/contract.ts';
import { idIn, textIn } from '../../shared/stored.ts';
import { assertOwn } from './assert-own.ts';

const KEY = /^[a-z][a-z0-9-]{0,63}$/u;

/** A widget is on a dashboard of its user, which is not full, and has what it shows. */
export async function checkWidget(context: PreSaveContext<'userDashboardReports'>): Promise<void> {
  const { event, draft, rights, unit } = context;
  assertOwn(context);
  if (event.isBulkLoad || !event.isEdit()) return;
  const refuseField = (field: string, message: string): never =>
    context.refuse('widget_invalid', { message, details: [{ field, code: 'widget_invalid', message }] });
  const changed = event.changed();
  if (!KEY.test(textIn(draft, 'widget'))) refuseField('widget', 'The name of a widget has lower-case letters, digits and hyphens.');
  if (draft.widget === 'chart' && idIn(draft, 'chart') === null && idIn(draft, 'report') === null)
    refuseField('chart', 'Choose a chart or a report.');
  if (!changed.has('dashboard')) return;
  const id = idIn(draft, 'dashboard');
  const dashboard = id === null ? undefined : await unit.get('userDashboards', id);
  if (dashboard === undefined) return refuseField('dashboard', 'Choose a dashboard.');
  if (!rights.unrestricted && dashboard.user !== draft.user) context.refuse('dashboard_not_own');
  const others = await unit.find('userDashboardReports', { dashboard: dashboard._id }, { limit: MOST_WIDGETS });
  if (others.filter(({ _id }) => _id !== event.id).length >= MOST_WIDGETS) context.refuse('dashboard_full');
}
