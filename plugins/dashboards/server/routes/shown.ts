import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import { MOST_WIDGETS, type ShownDashboard, type ShownDashboards } from '../../shared/contract.ts';
import { readSharedWidgets, readWidgets, textIn, type Stored } from '../../shared/stored.ts';
import { nameWidgets } from '../name-widgets.ts';
import { rateFit, readPerson } from '../read-person.ts';

/** The most dashboards of a user that are listed. */
const MOST_DASHBOARDS = 50;
/** The most default dashboards among which one is chosen. */
const MOST_DEFAULTS = 200;

const NOTHING: ShownDashboard = { id: null, name: '', origin: 'none', widgets: [] };

/** `GET /api/user-dashboards/shown?dashboard=`: the caller's dashboards, and one with its widgets. */
export async function handleShown(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { rights, query } = context;
  const own = await listOwn(context);
  const wanted = query['dashboard'];
  const chosen = wanted === undefined ? (own.find((one) => one['is_default'] === true) ?? own[0]) : own.find(({ _id }) => _id === wanted);
  if (wanted !== undefined && chosen === undefined) context.refuse('record_not_found');
  const body: ShownDashboards = {
    dashboards: own.map((one) => ({ id: textIn(one, '_id'), name: textIn(one, 'name'), opensFirst: one['is_default'] === true })),
    shown: chosen === undefined ? await findDefault(context) : await showOwn(context, chosen),
    mayCreate: rights.module('userDashboards').create && rights.module('userDashboardReports').create,
    maySaveDefault: mayReplaceAll(rights, 'defaultDashboards'),
    maySaveForModules: mayReplaceAll(rights, 'moduleReportDashboards'),
  };
  return { body: { ...body } as unknown as PluginRouteResponse['body'] };
}

/** Whether the caller may create dashboards for others, and replace each of them. */
function mayReplaceAll(rights: PluginRouteContext['rights'], module: string): boolean {
  return rights.module(module).create && rights.module(module).edit === 'All';
}

/** The caller's dashboards as they may read them; none without access to dashboards. */
async function listOwn({ records, actor, rights }: PluginRouteContext): Promise<readonly Stored[]> {
  if (!rights.module('userDashboards').access || !rights.module('userDashboardReports').access) return [];
  const { data } = await records.find(actor, {
    module: 'userDashboards',
    filter: { user: { equals: actor.userId ?? '' } },
    sort: [
      { sortField: 'order', sortOrder: 'asc' },
      { sortField: 'name', sortOrder: 'asc' },
    ],
    limit: MOST_DASHBOARDS,
  });
  return data;
}

async function showOwn(context: PluginRouteContext, dashboard: Stored): Promise<ShownDashboard> {
  const { records, actor } = context;
  const id = textIn(dashboard, '_id');
  const { data } = await records.find(actor, {
    module: 'userDashboardReports',
    filter: { dashboard: { equals: id } },
    sort: [{ sortField: 'order', sortOrder: 'asc' }],
    limit: MOST_WIDGETS,
  });
  return { id, name: textIn(dashboard, 'name'), origin: 'own', widgets: readWidgets(dashboard, data) };
}

/**
 * The default of the caller: that of one of their roles before that of their user type, before one for everybody. Read with the rights of the
 * product: it is a setting for users who may not edit it, and names records only, each of which is read with the caller's own rights.
 */
async function findDefault(context: PluginRouteContext): Promise<ShownDashboard> {
  const { records, actor } = context;
  const person = await readPerson(context, actor.userId ?? '');
  if (person === undefined) return NOTHING;
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'defaultDashboards',
    filter: { active: true },
    sort: [{ sortField: 'name', sortOrder: 'asc' }],
    limit: MOST_DEFAULTS,
  });
  const [best] = (data as readonly Stored[])
    .map((dashboard) => ({ dashboard, fit: rateFit(dashboard, person) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit);
  if (best === undefined) return NOTHING;
  const { dashboard } = best;
  const widgets = await nameWidgets(context, readSharedWidgets(dashboard));
  return { id: textIn(dashboard, '_id'), name: textIn(dashboard, 'name'), origin: 'default', widgets };
}
