import { toText } from '#engine/model/values';
import type { RecordLink } from '#engine/model/wire';
import { withWarnings } from '../../records/index.ts';
import { bodyOf, rightsOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { compileCheck, textParameterOf } from '../request/parameters.ts';
import { textOf } from '../request/write-input.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';
import type { ApiResponse } from '../responses/send-response.ts';
import { buildShellView, listRunningPlugins, type ShownSession } from '../views/shell-view.ts';

/** Body of a search over all modules. */
export const QUICK_SEARCH_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['search'],
  properties: {
    search: { type: 'string', maxLength: 200 },
    limit: { type: 'integer', minimum: 1, maximum: 20, description: 'Records per module; default 4.' },
  },
};

/** `/api/shell`, `/api/favorites`, `/api/recently-seen`, and the search over all modules: data for the application shell and the home page. */
export function serveShell({ on }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/shell', preview: true }, async (context) => {
    const session = await context.services.pluginHost.sessionData(context.actor, context.preview);
    const plugins = listRunningPlugins(context.services);
    return { body: buildShellView(context.snapshot, await rightsOf(context), { ...(await describeSession(context)), session }, plugins) };
  });
  on({ method: 'GET', url: '/api/favorites', preview: true }, async (context) => {
    const module = textParameterOf(context.query, 'module');
    const links = await listFavorites(context, module === undefined ? undefined : moduleNamed(context.snapshot, module).name);
    return { body: { data: links, total: links.length } };
  });
  on({ method: 'GET', url: '/api/recently-seen', preview: true }, async (context) => {
    const data = await context.services.records.recents(context.actor);
    return { body: { data, total: data.length } };
  });
  on({ method: 'POST', url: '/api/generic-modules/quick-search', preview: true }, quickSearch);
  on({ method: 'POST', url: '/api/recently-seen' }, async (context) => {
    const body = bodyOf(context);
    const id = body['id'] === undefined ? textOf(body, '_id') : textOf(body, 'id');
    await context.services.records.addRecent(context.actor, { module: moduleNamed(context.snapshot, textOf(body, 'module')).name, id });
    return { body: { success: true } };
  });
}

/** Whose product the shell shows, and who is at the screen. */
async function describeSession({ preview, session, services }: RequestContext): Promise<Omit<ShownSession, 'session'>> {
  if (preview === undefined) return services.sessions.describeUser(session.claims.sub, session.claims.impersonator);
  const { admin, ...shown } = await preview.describe();
  return { ...shown, impersonator: null, person: admin, preview: preview.view };
}

const quickSearchCheck = compileCheck<{ readonly search: string; readonly limit?: number }>(QUICK_SEARCH_SCHEMA);

async function quickSearch(context: RequestContext): Promise<ApiResponse> {
  const { search, limit } = quickSearchCheck.read(bodyOf(context));
  const input = { terms: search, ...(limit === undefined ? {} : { limit }) };
  const { hits: data, warnings } = await context.services.records.quickSearch(context.actor, input);
  return { body: withWarnings({ data, total: data.length }, warnings) };
}

async function listFavorites(context: RequestContext, module: string | undefined): Promise<readonly RecordLink[]> {
  const favorites = await context.services.records.favorites(context.actor, module === undefined ? {} : { module });
  return favorites.map(({ module: name, record }) => {
    const nameField = context.snapshot.module(name)?.nameField ?? 'name';
    return { module: name, _id: record._id, name: toText(record[nameField]), at: toText(record['updatedAt']) };
  });
}
