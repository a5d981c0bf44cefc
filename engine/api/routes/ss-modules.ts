import { createModuleAccessDeniedError, profileRights } from '../../access/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { listEntries, searchEntries } from '../definition-search.ts';
import { findServed, servedModules } from '../module-endpoints/module-directory.ts';
import { assertSystemAdmin, bodyOf, parameterOf, rightsOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { resolveModuleName } from '../request/resolve-aliases.ts';
import { searchCheck, searchQueryCheck } from '../request/search-input.ts';
import { buildModuleView, publicDefinition, summarizeModule } from '../views/module-view.ts';
import { createModule, removeLayoutField, removeModule, renameLayoutLabel, updateModule } from './module-editing.ts';

const BASE = '/api/ss-modules';

/** `/api/ss-modules`: the module definitions that the requester may access; only System Admins may write. */
export function serveSsModules({ on }: EndpointRouter): void {
  for (const path of ['', '/list'])
    on({ method: 'GET', url: `${BASE}${path}`, preview: true }, async (context) => ({
      body: listEntries(await listModules(context, true), searchQueryCheck.readQuery(context.query)),
    }));
  for (const path of ['/shallow', '/shallow-modules'])
    on({ method: 'GET', url: `${BASE}${path}`, preview: true }, async (context) => ({ body: await listShort(context) }));
  on({ method: 'GET', url: `${BASE}/report-models`, preview: true }, async (context) => ({
    body: await listShort(context, ({ definition }) => definition.reportSource !== false),
  }));
  for (const path of ['/search', '/dataSourceSearch'])
    on({ method: 'POST', url: `${BASE}${path}`, preview: true }, async (context) => ({
      body: searchEntries(await listModules(context, false), searchCheck.read(bodyOf(context))),
    }));
  on({ method: 'GET', url: `${BASE}/by-name/:name`, preview: true }, (context) => {
    const name = resolveModuleName(context, parameterOf(context, 'name'));
    return view(context, (module) => module.name === name);
  });
  on({ method: 'GET', url: `${BASE}/own-profile`, preview: true }, ownProfile);
  on({ method: 'GET', url: `${BASE}/:id`, preview: true }, (context) =>
    view(context, (module) => module.id === parameterOf(context, 'id')),
  );
  on({ method: 'GET', url: `${BASE}/:id/relationships`, preview: true }, async (context) => {
    const module = await findAccessible(context, (one) => one.id === parameterOf(context, 'id'));
    const { relations } = buildModuleView(context.snapshot, module, await rightsOf(context));
    return { body: { data: relations, total: relations.length } };
  });
  on({ method: 'GET', url: `${BASE}/:id/related-modules`, preview: true }, async (context) => {
    const data = await relatedModules(context);
    return { body: { data, total: data.length } };
  });
  for (const path of ['/remove/redisById/:id', '/trigger-pm2-restart', '/rebuild-models'])
    on({ method: 'GET', url: `${BASE}${path}` }, reload);
  for (const path of ['', '/create']) on({ method: 'POST', url: `${BASE}${path}` }, createModule);
  on({ method: 'PUT', url: `${BASE}/:id` }, updateModule);
  on({ method: 'DELETE', url: `${BASE}/:id` }, removeModule);
  on({ method: 'POST', url: `${BASE}/update/moduleLayoutLabels` }, renameLayoutLabel);
  on({ method: 'POST', url: `${BASE}/remove/moduleLayoutField` }, removeLayoutField);
}

async function view(context: RequestContext, isWanted: (module: CompiledModule) => boolean): Promise<{ readonly body: object }> {
  const module = await findAccessible(context, isWanted);
  return { body: buildModuleView(context.snapshot, module, await rightsOf(context), context.preview) };
}

/** The module of users as the requester sees it on their own record, whatever their roles allow for other users. */
async function ownProfile(context: RequestContext): Promise<{ readonly body: object }> {
  const users = findServed(context.snapshot, ({ name }) => name === 'users');
  return { body: buildModuleView(context.snapshot, users, profileRights(await rightsOf(context), users)) };
}

/** Returns the module if it exists and the requester has access to it. */
async function findAccessible(context: RequestContext, isWanted: (module: CompiledModule) => boolean): Promise<CompiledModule> {
  const module = findServed(context.snapshot, isWanted);
  const rights = await rightsOf(context);
  if (!rights.module(module.name).access) throw createModuleAccessDeniedError(rights, module);
  return module;
}

async function listModules(
  context: RequestContext,
  withDefinition: boolean,
  isWanted: (module: CompiledModule) => boolean = () => true,
): Promise<readonly { readonly _id: string; readonly [property: string]: unknown }[]> {
  const rights = await rightsOf(context);
  const modules = servedModules(context.snapshot).filter((module) => rights.module(module.name).access && isWanted(module));
  return modules.map((module) => ({
    ...(withDefinition && rights.unrestricted ? publicDefinition(module) : {}),
    ...summarizeModule(context.snapshot, module, rights),
  }));
}

async function listShort(context: RequestContext, isWanted?: (module: CompiledModule) => boolean): Promise<object> {
  return listEntries(await listModules(context, false, isWanted));
}

async function relatedModules(context: RequestContext): Promise<readonly object[]> {
  const module = await findAccessible(context, (one) => one.id === parameterOf(context, 'id'));
  const rights = await rightsOf(context);
  const names = new Set([...module.relations.values()].flatMap((relation) => relation.modules));
  return servedModules(context.snapshot)
    .filter(({ name }) => names.has(name) && rights.module(name).access)
    .map((other) => summarizeModule(context.snapshot, other, rights));
}

/** Reloads the definition files; they are active on every node when the response is sent. */
async function reload(context: RequestContext): Promise<{ readonly body: object }> {
  await assertSystemAdmin(context);
  const snapshot = await context.services.registry.reload();
  return { body: { success: true, version: snapshot.version } };
}
