import { MusterError } from '../../errors/index.ts';
import { serveDefinitions, toEntry, listVisible, type DefinitionEndpointOptions } from '../definition-endpoints.ts';
import { assertSystemAdmin, parameterOf, type EndpointRouter } from '../request/request-context.ts';
import { sendResponse } from '../responses/send-response.ts';
import { publicSettings } from '../views/public-settings.ts';

const SETTINGS: DefinitionEndpointOptions<'setting'> = {
  kind: 'setting',
  base: '/api/admin-settings',
  list: (snapshot) => snapshot.settings.values(),
  show: (definition, rights) => (rights.unrestricted || definition.public === true ? toEntry<'setting'>(definition) : undefined),
};

/** `/api/admin-settings`: System Admins only, except for the settings marked public. `/api/public-settings` needs no session. */
export function serveAdminSettings(router: EndpointRouter): void {
  serveDefinitions(router, SETTINGS);
  router.on({ method: 'GET', url: '/api/admin-settings/by-key/:key' }, async (context) => {
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
  router.app.get('/api/public-settings', async (_request, reply) => {
    const { definitions } = await router.services.store.versions();
    sendResponse(reply, { body: { settings: publicSettings(await router.services.registry.refresh(definitions)) } });
    return reply;
  });
}
