import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import type { SaveDefaultInput } from '../../shared/contract.ts';
import { textIn, type Stored } from '../../shared/stored.ts';
import { assertPlaces } from '../hooks/pre-save.dashboard.ts';

/**
 * `POST /api/user-dashboards/save-as-default`: a default dashboard with these widgets, or one above the list of a module, saved with the
 * rights of the caller. It replaces the one with the same name, whatever the case of its letters; of a module, its own.
 */
export async function handleSaveDefault(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, body, batchId } = context;
  const { name, userTypes, roles, widgets, module: above } = body as unknown as SaveDefaultInput;
  if (above !== undefined && !context.rights.module(above).access) context.refuse('module_access_denied');
  assertPlaces(context, widgets);
  const module = above === undefined ? 'defaultDashboards' : 'moduleReportDashboards';
  const fields = {
    name,
    user_types: [...userTypes],
    roles: [...roles],
    active: true,
    ...(above === undefined ? {} : { related_module: above, charts: [] }),
    // What is not in the layout would be added below it.
    reports: [],
    dashboard_layout: widgets.map(({ place, title = '', widget, report = null, chart = null, settings = {} }) => ({
      ...{ widget, title, settings, ...place },
      ...(report === null ? {} : { report }),
      ...(chart === null ? {} : { chart }),
    })),
  };
  const filter = { name: { equals: name }, ...(above === undefined ? {} : { related_module: { equals: above } }) };
  const { data } = await records.find(actor, { module, filter, fields: ['name'], limit: 20 });
  const same = data.find(
    (one) =>
      textIn(one as Stored, 'name')
        .trim()
        .toLowerCase() === name.trim().toLowerCase(),
  );
  const options = { module, fields, batchId, idempotency: context.idempotencyKeyFor('default') };
  const { record } = same === undefined ? await records.create(actor, options) : await records.update(actor, { ...options, id: same._id });
  return { status: 201, body: { id: record._id, replaced: same !== undefined } };
}
