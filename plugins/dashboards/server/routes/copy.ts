import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import type { JsonObject } from '#engine/model';
import type { CopyInput } from '../../shared/contract.ts';
import { assertPlaces } from '../hooks/pre-save.dashboard.ts';

/** `POST /api/user-dashboards/copy`: a dashboard of the caller with widgets, saved with the caller's rights as one batch. */
export async function handleCopy(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, body } = context;
  const { name, madeFrom, widgets } = body as unknown as CopyInput;
  assertPlaces(context, widgets);
  const created = await records.create(actor, {
    module: 'userDashboards',
    fields: { name, default_dashboard: madeFrom ?? null },
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor('dashboard'),
  });
  const { _id } = created.record;
  const { batchId } = created;
  try {
    const layout: JsonObject[] = [];
    for (const [at, { place, title = '', widget, report = null, chart = null, settings = {} }] of widgets.entries()) {
      const { record } = await records.create(actor, {
        module: 'userDashboardReports',
        fields: { dashboard: _id, widget, name: title || widget, report, chart, settings, order: at },
        batchId,
        idempotency: context.idempotencyKeyFor(`widget ${at}`),
      });
      layout.push({ id: record._id, ...place });
    }
    const fields = { dashboard_layout: layout };
    await records.update(actor, { module: 'userDashboards', id: _id, fields, batchId, idempotency: context.idempotencyKeyFor('layout') });
  } catch (error) {
    // A dashboard that lacks widgets is none: nothing is left of it.
    await records.markDeleted(actor, { module: 'userDashboards', ids: [_id], batchId });
    throw error;
  }
  return { status: 201, body: { id: _id } };
}
