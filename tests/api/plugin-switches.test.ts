import { expect, it } from 'vitest';
import type { SettingView } from '#engine/model/wire';
import type { PluginManifest } from '../../engine/plugin-host/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { describeRules, WORKSHOP } from './each-store.ts';

let starts = 0;

const lending: PluginManifest = {
  name: 'lending',
  version: '1.0.0',
  engine: '*',
  hooks: { preSave: [{ module: 'tools', name: 'note', run: () => undefined }] },
  routes: [{ method: 'GET', path: '/api/lending/open', handle: () => ({ body: { open: 0 } }) }],
  sessionData: [{ name: 'lent', read: () => 3 }],
  start: () => void (starts += 1),
};
const fines: PluginManifest = {
  name: 'fines',
  version: '1.0.0',
  engine: '*',
  requires: ['lending'],
  routes: [{ method: 'GET', path: '/api/fines/open', handle: () => ({ body: { open: 0 } }) }],
};
const letters: PluginManifest = { name: 'letters', version: '1.0.0', engine: '*' };

describeRules(
  'A plugin that an admin switches off',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const readSetting = async (): Promise<SettingView> => {
      const { data } = (await admin().get('/api/admin-settings/forms')).body as { readonly data: readonly SettingView[] };
      const setting = data.find(({ key }) => key === 'plugins_off');
      expect(setting).toMatchObject({ source: 'engine', default: [] });
      return setting!;
    };
    const save = async (value: unknown) => {
      const { _id, version } = await readSetting();
      return admin().put(`/api/admin-settings/${_id}/value`, { value, version });
    };
    const states = async () =>
      ((await admin().get('/api/plugins')).body.data as readonly { readonly name: string; readonly state: string }[]).map(
        ({ name, state }) => [name, state],
      );

    it('is off at once with those that require it, and works again when it is switched on', async () => {
      expect(await states()).toEqual([
        ['lending', 'running'],
        ['fines', 'running'],
        ['letters', 'running'],
      ]);
      const { _id } = (await admin().post('/api/tools', { name: 'Rake' })).body;
      expect((await save(['lending'])).status).toBe(200);
      expect((await admin().get('/api/plugins')).body.data).toEqual([
        {
          name: 'lending',
          version: '1.0.0',
          state: 'off',
          cause: 'It was switched off.',
          switchedOff: true,
          requiredBy: ['fines'],
          modules: ['tools'],
        },
        {
          name: 'fines',
          version: '1.0.0',
          state: 'off',
          cause: 'It needs the plugin lending, which is switched off.',
          switchedOff: true,
          requiredBy: [],
          modules: [],
        },
        { name: 'letters', version: '1.0.0', state: 'running', switchedOff: false, requiredBy: [], modules: [] },
      ]);
      const shell = (await admin().get('/api/shell')).body;
      expect(shell.plugins).toEqual(['letters']);
      expect(shell.session).toEqual({});
      for (const path of ['/api/lending/open', '/api/fines/open'])
        expect(await admin().get(path)).toMatchObject({ status: 503, body: { code: 'plugin_unavailable' } });
      // Its rules do not run, so what they check can be read, but not saved.
      expect(await admin().put(`/api/tools/${_id}`, { name: 'Hoe' })).toMatchObject({
        status: 503,
        body: { code: 'plugin_unavailable', plugin: 'lending' },
      });
      expect((await admin().get(`/api/tools/${_id}`)).body.name).toBe('Rake');
      expect((await admin().post('/api/makers', { name: 'Ann' })).status).toBe(201);

      expect((await save([])).status).toBe(200);
      expect(await states()).toEqual([
        ['lending', 'running'],
        ['fines', 'running'],
        ['letters', 'running'],
      ]);
      expect((await admin().put(`/api/tools/${_id}`, { name: 'Hoe' })).body.name).toBe('Hoe');
      expect((await admin().get('/api/lending/open')).body).toEqual({ open: 0 });
    });

    it('is not among the faults that admins must see to, and is not started again', async () => {
      const before = starts;
      await save(['letters', 'gone']);
      expect(await states()).toEqual([
        ['lending', 'running'],
        ['fines', 'running'],
        ['letters', 'off'],
      ]);
      expect((await admin().get('/api/ready/attention')).body.pluginsOff).toEqual([]);
      await save([]);
      expect(starts).toBe(before);
    });

    it('stays as it is when the value is no list of names, or another admin was first', async () => {
      expect((await save('lending')).body.code).toBe('setting_invalid');
      const { _id, version } = await readSetting();
      await save(['letters']);
      expect((await admin().put(`/api/admin-settings/${_id}/value`, { value: ['fines'], version })).body).toMatchObject({
        code: 'setting_changed',
        current: { value: ['letters'] },
      });
      await save([]);
    });
  },
  { ...WORKSHOP, plugins: [lending, fines, letters] },
);
