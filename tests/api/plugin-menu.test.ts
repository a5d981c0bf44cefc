import { expect, it } from 'vitest';
import type { ShellView } from '#engine/model/wire';
import type { PluginManifest, PluginMenuResult } from '../../engine/plugin-host/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { openLive } from '../support/open-live.ts';
import { describeRules, WORKSHOP } from './each-store.ts';

const MENU_CHANGED = { name: 'menu-changed-event', description: 'A test event.', dataSchema: { type: 'object' }, example: {} };

/** What the plugin makes of the menu; replaced by the tests. */
let made: () => PluginMenuResult = () => ({});

const signs: PluginManifest = {
  name: 'signs',
  version: '1.0.0',
  engine: '*',
  menu: { read: ({ groups, rights }) => (rights.unrestricted ? { groups: [...groups].reverse() } : made()) },
  events: [MENU_CHANGED],
  routes: [
    {
      method: 'POST',
      path: '/api/signs/announce',
      handle: async ({ live }) => {
        await live.send(MENU_CHANGED, {}, { everyone: true });
        return { body: {} };
      },
    },
  ],
};

describeRules(
  'The menu of a plugin',
  (server) => {
    const menuOf = async (client: ApiClient): Promise<ShellView> => (await client.get('/api/shell')).body as ShellView;
    const item = { id: 'one', label: 'Sign', icon: 'flag' };

    it('replaces that of the definitions, without items of modules that the user may not open, with labels and icons of the others', async () => {
      const keeper = await createSignedInUser(server(), 'menu1@muster.test', ['Keeper']);
      const before = await menuOf(keeper);
      const own = before.modules[0];
      if (own === undefined) throw new Error('The role has no module');
      made = () => ({
        isCollapsed: true,
        groups: [
          {
            id: 'a',
            label: 'A',
            items: [
              { ...item, route: '/app/sign', newWindow: true },
              { ...item, id: 'two', label: '', icon: '', module: own.name },
            ],
          },
          {
            id: 'b',
            items: [
              { ...item, id: 'three', module: 'users' },
              { ...item, id: 'four', module: 'nothing' },
            ],
          },
        ],
      });
      const { menu, sidebarCollapsed } = await menuOf(keeper);
      const openable = before.modules.some(({ name }) => name === 'users') ? 2 : 1;
      expect(menu.groups).toHaveLength(openable);
      expect(menu.groups[0]).toEqual({
        id: 'a',
        label: 'A',
        items: [
          { ...item, route: '/app/sign', newWindow: true },
          { id: 'two', label: own.label, icon: own.icon, module: own.name },
        ],
      });
      expect([before.sidebarCollapsed, sidebarCollapsed]).toEqual([undefined, true]);
    });

    it('is made of the groups of the definitions, with the rights of the user', async () => {
      const ids = (await menuOf(server().admin)).menu.groups.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(1);
      expect(ids.at(-1)).toBe('group_home');
    });

    it.each<[string, () => PluginMenuResult]>([
      [
        'cannot be read',
        () => {
          throw new Error('no');
        },
      ],
      ['has no item that the user may open', () => ({ groups: [{ id: 'a', items: [{ ...item, module: 'nothing' }] }] })],
      ['has no groups', () => ({})],
    ])('is that of the definitions if it %s', async (_, read) => {
      made = () => ({});
      const keeper = await createSignedInUser(server(), `menu-${_.replaceAll(' ', '-')}@muster.test`, ['Keeper']);
      const before = await menuOf(keeper);
      made = read;
      expect((await menuOf(keeper)).menu).toEqual(before.menu);
    });

    it('is shown to System Admins for another user, and to nobody else', async () => {
      made = () => ({ groups: [{ id: 'a', items: [{ ...item, route: '/app/sign' }] }] });
      const keeper = await createSignedInUser(server(), 'menu2@muster.test', ['Keeper']);
      const { user, modules } = await menuOf(keeper);
      const { status, body } = await server().admin.get(`/api/shell/preview?user=${user._id}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ user: { _id: user._id }, menu: { groups: [{ id: 'a' }] }, modules });
      expect((await server().admin.get('/api/shell/preview?user=nobody')).body.code).toBe('record_not_found');
      expect((await server().admin.get('/api/shell/preview')).status).toBe(422);
      expect((await keeper.get(`/api/shell/preview?user=${user._id}`)).body.code).toBe('admin_only');
    });

    it('can be announced to everyone', async () => {
      const keeper = await createSignedInUser(server(), 'menu3@muster.test', ['Keeper']);
      const sockets = [await openLive(server().url, keeper.token), await openLive(server().url, server().admin.token)];
      await keeper.post('/api/signs/announce');
      for (const socket of sockets) await socket.next('event', ({ name }) => name === 'menu-changed-event');
      for (const socket of sockets) socket.close();
    });
  },
  { ...WORKSHOP, plugins: [signs] },
);
