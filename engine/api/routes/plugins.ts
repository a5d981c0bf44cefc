import type { PermissionView } from '#engine/model/wire';
import { assertSystemAdmin, bodyOf, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { textOf } from '../request/write-input.ts';

/**
 * `/api/plugins`, for System Admins: which plugins run; `/permissions`, what roles can grant, and which do;
 * `/secrets`, the secret settings, without their values, and `/{plugin}/secrets/{key}`, which enters or removes one.
 */
export function servePlugins({ on, services }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/plugins' }, async (context) => {
    await assertSystemAdmin(context);
    const data = services.pluginHost.statuses();
    return { body: { data, total: data.length } };
  });
  on({ method: 'GET', url: '/api/plugins/permissions' }, async (context) => {
    await assertSystemAdmin(context);
    const data = listPermissions(context);
    return { body: { data, total: data.length } };
  });
  on({ method: 'GET', url: '/api/plugins/secrets' }, async (context) => {
    await assertSystemAdmin(context);
    const data = await services.pluginSecrets.list();
    return { body: { data, total: data.length } };
  });
  on({ method: 'PUT', url: '/api/plugins/:plugin/secrets/:key' }, async (context) => {
    await assertSystemAdmin(context);
    return { body: await services.pluginSecrets.set(context.actor, secretOf(context), textOf(bodyOf(context), 'value')) };
  });
  on({ method: 'DELETE', url: '/api/plugins/:plugin/secrets/:key' }, async (context) => {
    await assertSystemAdmin(context);
    return { body: await services.pluginSecrets.remove(context.actor, secretOf(context)) };
  });
}

function secretOf(context: RequestContext): { readonly plugin: string; readonly key: string } {
  return { plugin: parameterOf(context, 'plugin'), key: parameterOf(context, 'key') };
}

function listPermissions({ snapshot }: RequestContext): readonly PermissionView[] {
  return [...snapshot.permissions.values()].map(({ name, label, description, plugin }) => ({
    name,
    label,
    ...(description === undefined ? {} : { description }),
    plugin,
    roles: [...snapshot.roles.values()]
      .filter(({ permissions }) => permissions?.includes(name) === true)
      .map((role) => ({ _id: role.id, name: role.name })),
  }));
}
