import { profileRights } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model';
import { listEntries, searchEntries } from '../definition-search.ts';
import { findServed, servedModules } from '../module-calls/module-directory.ts';
import { assertSystemAdmin, bodyOf, parameterOf, rightsOf, type Call, type CallRouter } from '../request/call.ts';
import { searchCheck, searchQueryCheck } from '../request/search-input.ts';
import { buildModuleView, publicDefinition, summarizeModule } from '../views/module-view.ts';
import { createModule, removeLayoutField, removeModule, renameLayoutLabel, updateModule } from './module-editing.ts';

const BASE = '/api/ss-modules';

/** Modules left out of report sources. */
const NOT_REPORTED = ['reports', 'games'];

/** `/api/ss-modules`: the module definitions, as far as the reader may reach the modules; writing is System Admin's. */
export function serveSsModules({ on }: CallRouter): void {
  for (const path of ['', '/list']) on({ method: 'GET', url: `${BASE}${path}` }, async (call) => ({ body: listEntries(await listModules(call, true), searchQueryCheck.readQuery(call.query)) }));
  for (const path of ['/shallow', '/shallow-modules']) on({ method: 'GET', url: `${BASE}${path}` }, async (call) => ({ body: await listShort(call, () => true) }));
  on({ method: 'GET', url: `${BASE}/report-models` }, async (call) => ({ body: await listShort(call, (name) => !NOT_REPORTED.includes(name)) }));
  for (const path of ['/search', '/dataSourceSearch']) on({ method: 'POST', url: `${BASE}${path}` }, async (call) => ({ body: searchEntries(await listModules(call, false), searchCheck.read(bodyOf(call))) }));
  on({ method: 'GET', url: `${BASE}/by-name/:name` }, (call) => view(call, (module) => module.name === parameterOf(call, 'name')));
  on({ method: 'GET', url: `${BASE}/own-profile` }, ownProfile);
  on({ method: 'GET', url: `${BASE}/:id` }, (call) => view(call, (module) => module.id === parameterOf(call, 'id')));
  on({ method: 'GET', url: `${BASE}/:id/relationships` }, async (call) => {
    const module = await reach(call, (one) => one.id === parameterOf(call, 'id'));
    const { relations } = buildModuleView(call.snapshot, module, await rightsOf(call));
    return { body: { data: relations, total: relations.length } };
  });
  on({ method: 'GET', url: `${BASE}/:id/related-modules` }, async (call) => {
    const data = await relatedModules(call);
    return { body: { data, total: data.length } };
  });
  for (const path of ['/remove/redisById/:id', '/trigger-pm2-restart', '/rebuild-models']) on({ method: 'GET', url: `${BASE}${path}` }, reload);
  for (const path of ['', '/create']) on({ method: 'POST', url: `${BASE}${path}` }, createModule);
  on({ method: 'PUT', url: `${BASE}/:id` }, updateModule);
  on({ method: 'DELETE', url: `${BASE}/:id` }, removeModule);
  on({ method: 'POST', url: `${BASE}/update/moduleLayoutLabels` }, renameLayoutLabel);
  on({ method: 'POST', url: `${BASE}/remove/moduleLayoutField` }, removeLayoutField);
}

async function view(call: Call, isWanted: (module: CompiledModule) => boolean): Promise<{ readonly body: object }> {
  const module = await reach(call, isWanted);
  return { body: buildModuleView(call.snapshot, module, await rightsOf(call)) };
}

/** The users as somebody meets them on their own record, whatever their roles say of others'. */
async function ownProfile(call: Call): Promise<{ readonly body: object }> {
  const users = findServed(call.snapshot, ({ name }) => name === 'users');
  return { body: buildModuleView(call.snapshot, users, profileRights(await rightsOf(call), users)) };
}

/** The module, if it is there and the caller has access to it. */
async function reach(call: Call, isWanted: (module: CompiledModule) => boolean): Promise<CompiledModule> {
  const module = findServed(call.snapshot, isWanted);
  if (!(await rightsOf(call)).module(module.name).access) throw new MusterError('module_access_denied', { values: { module: module.label } });
  return module;
}

async function listModules(call: Call, withDefinition: boolean): Promise<readonly { readonly _id: string; readonly [property: string]: unknown }[]> {
  const rights = await rightsOf(call);
  const modules = servedModules(call.snapshot).filter(({ name }) => rights.module(name).access);
  return modules.map((module) => ({ ...(withDefinition && rights.unrestricted ? publicDefinition(module) : {}), ...summarizeModule(module, rights) }));
}

async function listShort(call: Call, isWanted: (name: string) => boolean): Promise<object> {
  const modules = await listModules(call, false);
  return listEntries(modules.filter(({ name }) => isWanted(String(name))));
}

async function relatedModules(call: Call): Promise<readonly object[]> {
  const module = await reach(call, (one) => one.id === parameterOf(call, 'id'));
  const rights = await rightsOf(call);
  const names = new Set([...module.relations.values()].flatMap((relation) => relation.modules));
  return servedModules(call.snapshot).filter(({ name }) => names.has(name) && rights.module(name).access).map((other) => summarizeModule(other, rights));
}

/** The definitions are read again, and in force on every node when this answers. */
async function reload(call: Call): Promise<{ readonly body: object }> {
  await assertSystemAdmin(call);
  const snapshot = await call.services.registry.reload();
  return { body: { success: true, version: snapshot.version } };
}
