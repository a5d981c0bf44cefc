import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import type { ModuleDashboards } from '../../shared/contract.ts';
import { readSharedWidgets, textIn, type Stored } from '../../shared/stored.ts';
import { nameWidgets } from '../name-widgets.ts';
import { rateFit, readPerson } from '../read-person.ts';

/** The most dashboards above the list of a module. */
const MOST = 20;

/** `GET /api/module-report-dashboards/shown/{module}`: what the caller sees above the list of a module that they may open. */
export async function handleModuleDashboards(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, rights, parameters, refuse } = context;
  const module = parameters['module'] ?? '';
  if (!rights.module(module).access) refuse('module_access_denied');
  const person = await readPerson(context, actor.userId ?? '');
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'moduleReportDashboards',
    filter: { and: [{ related_module: { equals: module } }, { active: true }] },
    sort: [{ sortField: 'order', sortOrder: 'asc' }],
    limit: MOST,
  });
  const fitting = (data as readonly Stored[]).filter((dashboard) => person !== undefined && rateFit(dashboard, person) > 0);
  const shown = await Promise.all(
    fitting.map(async (dashboard) => ({
      id: textIn(dashboard, '_id'),
      name: textIn(dashboard, 'name'),
      widgets: await nameWidgets(context, readSharedWidgets(dashboard)),
    })),
  );
  const body: ModuleDashboards = { data: shown, total: shown.length };
  return { body: { ...body } as unknown as PluginRouteResponse['body'] };
}
