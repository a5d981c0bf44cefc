import { toText } from '#engine/model/values';
import type { RecordLink } from '#engine/model/wire';
import { MusterError } from '../../errors/index.ts';
import { withWarnings } from '../../records/index.ts';
import { assertSystemAdmin, bodyOf, rightsOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { compileCheck, textParameterOf } from '../request/parameters.ts';
import { textOf } from '../request/write-input.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';
import type { ApiResponse } from '../responses/send-response.ts';
import { buildShellPreview, buildShellView, definedMenu, listRunningPlugins, type ShownSession } from '../views/shell-view.ts';

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

/** Query of the preview of a menu. */
export const PREVIEW_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['user'],
  properties: { user: { type: 'string', minLength: 1, maxLength: 200, description: 'Id of a user who is active.' } },
};

const previewQuery = compileCheck<{ readonly user: string }>(PREVIEW_QUERY_SCHEMA);

/** `/api/shell`, `/api/favorites` and their order, `/api/recently-seen`, and the search over all modules: data for the application shell and the home page. */
export function serveShell({ on }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/shell', preview: true }, async (context) => {
    const signedIn = await describeSession(context);
    const session = await context.services.pluginHost.sessionData(context.actor, context.preview);
    const { groups } = definedMenu(context.snapshot, signedIn.user.userType);
    const menu = await context.services.pluginHost.menu({ actor: context.actor, preview: context.preview }, groups);
    const plugins = listRunningPlugins(context.services);
    return { body: buildShellView(context.snapshot, await rightsOf(context), { ...signedIn, session }, { plugins, menu }) };
  });
  on({ method: 'GET', url: '/api/shell/preview' }, previewShell);
  on({ method: 'GET', url: '/api/favorites', preview: true }, async (context) => {
    const module = textParameterOf(context.query, 'module');
    const links = await listFavorites(context, module === undefined ? undefined : moduleNamed(context, module).name);
    return { body: { data: links, total: links.length } };
  });
  on({ method: 'PUT', url: '/api/favorites/order' }, async (context) => {
    const { records } = bodyOf(context) as unknown as { readonly records: readonly { readonly module: string; readonly id: string }[] };
    await context.services.records.orderFavorites(context.actor, records);
    return { body: { success: true } };
  });
  on({ method: 'GET', url: '/api/recently-seen', preview: true }, async (context) => {
    const data = await context.services.records.recents(context.actor);
    return { body: { data, total: data.length } };
  });
  on({ method: 'POST', url: '/api/generic-modules/quick-search', preview: true }, quickSearch);
  on({ method: 'POST', url: '/api/recently-seen' }, async (context) => {
    const body = bodyOf(context);
    const id = body['id'] === undefined ? textOf(body, '_id') : textOf(body, 'id');
    await context.services.records.addRecent(context.actor, { module: moduleNamed(context, textOf(body, 'module')).name, id });
    return { body: { success: true } };
  });
}

/** `GET /api/shell/preview?user=`: the menu of another user, with that user's rights. */
async function previewShell(context: RequestContext): Promise<ApiResponse> {
  await assertSystemAdmin(context);
  const { user: userId } = previewQuery.readQuery(context.query);
  const { snapshot, services } = context;
  const actor = { kind: 'user' as const, userId };
  const { rights } = await services.access.scope(actor);
  if (!rights.active) throw new MusterError('record_not_found');
  const { user } = await services.sessions.describeUser(userId);
  const menu = await services.pluginHost.menu({ actor }, definedMenu(snapshot, user.userType).groups);
  return { body: buildShellPreview(snapshot, rights, user, menu) };
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
