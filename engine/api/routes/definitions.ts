import type { JsonValue, JsonObject } from '#engine/model/values';
import type { RoleDefinition } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import { createModuleAccessDeniedError, SYSTEM_ACTOR, type Rights } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { exportSchemas } from '../../registry/index.ts';
import {
  removeDefinitions,
  serveDefinitions,
  toEntry,
  listVisible,
  type DefinitionEndpointOptions,
  type DefinitionEntry,
} from '../definition-endpoints.ts';
import { findServed, moduleNamed } from '../module-endpoints/module-directory.ts';
import { bodyOf, parameterOf, rightsOf, assertSystemAdmin, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { idsOf, textOf } from '../request/write-input.ts';
import { sendResponse, type ApiResponse } from '../responses/send-response.ts';
import { effectiveLayouts } from '../views/module-view.ts';
import { searchRoles } from './role-search.ts';
import { publicSettings } from '../views/shell-view.ts';

const ROLES: DefinitionEndpointOptions<'role'> = {
  kind: 'role',
  base: '/api/roles',
  list: (snapshot) => snapshot.roles.values(),
  show: showRole,
  search: searchRoles,
  normalize: readEnabled,
  complete: (definition) => {
    definition['module_access'] ??= {};
  },
  assertRemovable: assertNobodyHasRole,
};

/** `/api/roles`: definitions; staff read their names, System Admins read and change everything. */
export function serveRoles(router: EndpointRouter): void {
  serveDefinitions(router, ROLES);
  for (const method of ['PUT', 'DELETE'] as const)
    router.on({ method, url: '/api/roles/mark-deleted/:id' }, (context) => removeDefinitions(ROLES, context, [parameterOf(context, 'id')]));
  // A definition has no deletion mark: its removal is stored in the change-set, so both endpoints do the same.
  for (const path of ['mark-as-deleted', 'delete-forever'])
    router.on({ method: 'PUT', url: `/api/roles/${path}/by-array` }, (context) =>
      removeDefinitions(ROLES, context, idsOf(bodyOf(context))),
    );
}

function showRole(definition: RoleDefinition, rights: Rights): DefinitionEntry | undefined {
  if (rights.unrestricted) return toEntry<'role'>(definition);
  return rights.isStaff ? { _id: definition.id, name: definition.name } : undefined;
}

/** The specification's 'Enabled' is true. */
function readEnabled(sent: { readonly [name: string]: JsonValue }): { readonly [name: string]: JsonValue } {
  const { module_access: access } = sent;
  if (!isObject(access)) return sent;
  return {
    ...sent,
    module_access: mapValues(access, (levels) =>
      isObject(levels) ? mapValues(levels, (level) => (level === 'Enabled' ? true : level)) : levels,
    ),
  };
}

function isObject(value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues(object: { readonly [name: string]: JsonValue }, change: (value: JsonValue) => JsonValue): { [name: string]: JsonValue } {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

async function assertNobodyHasRole(id: string, context: RequestContext): Promise<void> {
  const { total } = await context.services.records.find(SYSTEM_ACTOR, { module: 'users', filter: { roles: id }, limit: 1 });
  if (total > 0) throw new MusterError('definition_in_use', { data: { references: [{ from: 'users', count: total }] } });
}

const LAYOUTS: DefinitionEndpointOptions<'layout'> = {
  kind: 'layout',
  base: '/api/layouts',
  list: (snapshot) => snapshot.layouts,
  show: (definition, rights) => (rights.unrestricted ? toEntry<'layout'>(definition) : undefined),
  readByName: async (name, context) => (context.snapshot.modules.has(name) ? layoutsOf(context, moduleNamed(context, name)) : undefined),
};

/** `/api/layouts/{name}` and `/module/{id}`: the layouts of a module for the requester; only System Admins may write. */
export function serveLayouts(router: EndpointRouter): void {
  serveDefinitions(router, LAYOUTS);
  router.on({ method: 'GET', url: '/api/layouts/module/:id', preview: true }, (context) =>
    layoutsOf(
      context,
      findServed(context.snapshot, ({ id }) => id === parameterOf(context, 'id')),
    ),
  );
}

async function layoutsOf(context: RequestContext, module: CompiledModule): Promise<ApiResponse> {
  const rights = await rightsOf(context);
  if (!rights.module(module.name).access) throw createModuleAccessDeniedError(rights, module);
  const layouts = rights.unrestricted
    ? context.snapshot.layouts.filter(({ ssModule }) => ssModule === module.name)
    : Object.values(effectiveLayouts(context.snapshot, module, rights));
  return { body: { data: layouts.map((layout) => toEntry<'layout'>(layout)), total: layouts.length } };
}

const DROPDOWNS: DefinitionEndpointOptions<'dropdown'> = {
  kind: 'dropdown',
  base: '/api/dropdowns',
  list: (snapshot) => snapshot.dropdowns.values(),
  show: (definition) => toEntry<'dropdown'>(definition),
  complete: (definition) => {
    definition['options'] ??= [];
  },
};

/** `/api/dropdowns`: everyone may read them, System Admins may change them. */
export function serveDropdowns(router: EndpointRouter): void {
  serveDefinitions(router, DROPDOWNS);
  router.on({ method: 'POST', url: '/api/dropdowns/get-by-name', preview: true }, async (context) => {
    const name = textOf(bodyOf(context), 'name');
    const entry = (await listVisible(DROPDOWNS, context)).find((dropdown) => dropdown['name'] === name);
    if (entry === undefined) throw new MusterError('definition_not_found', { values: { kind: 'dropdown' } });
    return { body: entry };
  });
}

const SETTINGS: DefinitionEndpointOptions<'setting'> = {
  kind: 'setting',
  base: '/api/admin-settings',
  list: (snapshot) => snapshot.settings.values(),
  show: (definition, rights) => (rights.unrestricted || definition.public === true ? toEntry<'setting'>(definition) : undefined),
};

/** `/api/admin-settings`: System Admins only, except for the settings marked public. `/api/public-settings` needs no session. */
export function serveAdminSettings(router: EndpointRouter): void {
  serveDefinitions(router, SETTINGS);
  router.on({ method: 'GET', url: '/api/admin-settings/by-key/:key', preview: true }, async (context) => {
    const key = parameterOf(context, 'key');
    const entry = (await listVisible(SETTINGS, context)).find((setting) => setting['key'] === key);
    if (entry === undefined) throw new MusterError('definition_not_found', { values: { kind: 'setting' } });
    return { body: entry };
  });
  router.on({ method: 'POST', url: '/api/admin-settings/empty-cache' }, async (context) => {
    await assertSystemAdmin(context);
    await context.services.registry.reload();
    return { body: { success: true } };
  });
  router.app.get('/api/public-settings', { config: { preview: true } }, async (_request, reply) => {
    const { definitions } = await router.services.store.versions();
    sendResponse(reply, { body: { settings: publicSettings(await router.services.registry.refresh(definitions)) } });
    return reply;
  });
}

/** `/api/schemas`: the JSON Schemas that definitions are validated with, of all kinds or of one. */
export function serveSchemas({ on }: EndpointRouter): void {
  const schemas = new Map<string, JsonObject>(Object.entries(exportSchemas()));
  const all = Object.fromEntries(schemas);
  on({ method: 'GET', url: '/api/schemas', preview: true }, async () => ({ body: all }));
  on({ method: 'GET', url: '/api/schemas/:kind', preview: true }, async (context) => {
    const schema = schemas.get(parameterOf(context, 'kind'));
    if (schema === undefined) throw new MusterError('definition_not_found', { values: { kind: 'schema' } });
    return { body: schema };
  });
}
