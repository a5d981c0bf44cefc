import { MusterError } from '../../errors/index.ts';
import { serveDefinitions, toEntry, visible, type DefinitionCalls } from '../definition-calls.ts';
import { assertSystemAdmin, parameterOf, type CallRouter } from '../request/call.ts';
import { sendAnswer } from '../answers/send.ts';
import { publicSettings } from '../views/public-settings.ts';

const SETTINGS: DefinitionCalls<'setting'> = {
  kind: 'setting',
  base: '/api/admin-settings',
  list: (snapshot) => snapshot.settings.values(),
  show: (definition, rights) => (rights.unrestricted || definition.public === true ? toEntry<'setting'>(definition) : undefined),
};

/** `/api/admin-settings`: System Admin's, but for the settings marked public. `/api/public-settings` needs no session. */
export function serveAdminSettings(router: CallRouter): void {
  serveDefinitions(router, SETTINGS);
  router.on({ method: 'GET', url: '/api/admin-settings/by-key/:key' }, async (call) => {
    const key = parameterOf(call, 'key');
    const entry = (await visible(SETTINGS, call)).find((setting) => setting['key'] === key);
    if (entry === undefined) throw new MusterError('definition_not_found', { values: { kind: 'setting' } });
    return { body: entry };
  });
  router.on({ method: 'POST', url: '/api/admin-settings/empty-cache' }, async (call) => {
    await assertSystemAdmin(call);
    await call.services.registry.reload();
    return { body: { success: true } };
  });
  router.app.get('/api/public-settings', async (_request, reply) => {
    const { definitions } = await router.services.store.versions();
    sendAnswer(reply, { body: { settings: publicSettings(await router.services.registry.refresh(definitions)) } });
    return reply;
  });
}
