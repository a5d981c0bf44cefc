import { beforeAll, expect, it } from 'vitest';
import type { LayoutDefinition } from '#engine/model/definitions';
import type { ApiClient } from '../support/api-client.ts';
import { describeRules } from './each-store.ts';

const PASSWORD = 'App-passw0rd!';
const RIGHTS = { access: true, create: true, view: 'All', edit: 'All', delete: 'None' };

describeRules('Layouts of applications', (server) => {
  const clients: { [name: string]: ApiClient } = {};
  const admin = () => server().admin;
  const layout = (id: string, more: object): object => ({
    kind: 'layout',
    id,
    definition: {
      id,
      ssModule: 'tools',
      view: 'grid',
      sections: [{ id: 'main', label: id, fields: [{ fieldName: 'name' }] }],
      ...more,
    },
  });
  const publish = async (changes: readonly object[]) => {
    const { _id, _version } = (await admin().post('/api/change-sets', { name: 'Layouts' })).body;
    const { body } = await admin().put(`/api/change-sets/${_id}/changes`, { _version, changes });
    const published = await admin().post(`/api/change-sets/${_id}/publish`, {});
    return { view: body, status: published.status };
  };
  /** The layouts of lists that the users get. */
  const found = async (): Promise<{ readonly [name: string]: string }> => {
    const entries = Object.entries(clients).map(async ([name, client]) => {
      const view = (await client.get('/api/ss-modules/by-name/tools')).body;
      const listed = ((await client.get('/api/layouts/tools')).body.data as readonly (LayoutDefinition & { _id: string })[]).find(
        (one) => one.view === 'grid',
      );
      expect(listed?._id, name).toBe(view.layouts.grid.id);
      return [name, view.layouts.grid.id as string] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };

  beforeAll(async () => {
    const menu = { id: 'menu_lenders', name: 'Lenders', userTypes: ['Provider'], app: 'provider', groups: [] };
    expect((await publish([{ kind: 'menu', id: menu.id, definition: menu }])).status).toBe(200);
    const role = await admin().post('/api/roles', { name: 'Lender', module_access: { tools: RIGHTS } });
    const common = await admin().post('/api/roles', { name: 'Reader', module_access: { tools: RIGHTS } });
    const people = [
      ['staff', 'Standard', common.body._id],
      ['lender', 'Standard', role.body._id],
      ['provider', 'Provider', common.body._id],
      ['lendingProvider', 'Provider', role.body._id],
    ] as const;
    for (const [name, userType, roleId] of people) {
      const email = `${name.toLowerCase()}@apps.test`;
      const user = { email, password: PASSWORD, first_name: name, last_name: 'User', userType, roles: [roleId], active: true };
      const made = await admin().post('/api/users/register', user);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      clients[name] = await server().signIn(email, PASSWORD);
    }
  });

  it('are chosen by the application of the user and their role; without one, those of the main application', async () => {
    expect((await publish([layout('grid_common', {}), layout('grid_lender', { role: 'Lender' })])).status).toBe(200);
    expect(await found()).toEqual({
      staff: 'grid_common',
      lender: 'grid_lender',
      provider: 'grid_common',
      lendingProvider: 'grid_lender',
    });
    expect((await publish([layout('grid_provider', { app: 'provider' })])).status).toBe(200);
    expect(await found()).toEqual({
      staff: 'grid_common',
      lender: 'grid_lender',
      provider: 'grid_provider',
      lendingProvider: 'grid_provider',
    });
    const both = layout('grid_provider_lender', { app: 'provider', role: 'Lender' });
    expect((await publish([both, layout('grid_common', { app: 'main' })])).status).toBe(200);
    expect(await found()).toEqual({
      staff: 'grid_common',
      lender: 'grid_lender',
      provider: 'grid_provider',
      lendingProvider: 'grid_provider_lender',
    });
  });

  it('have names of their own, once each; an unknown application is reported', async () => {
    const { view } = await publish([layout('grid_again', { app: 'provider' })]);
    expect(JSON.stringify(view.problems)).toContain('There is another layout/tools.grid@provider');
    const unknown = await publish([layout('grid_kiosk', { app: 'kiosk' })]);
    expect(JSON.stringify(unknown.view.warnings)).toContain('There is no app kiosk, so that nobody has this layout.');
    expect((await found())['staff']).toBe('grid_common');
  });

  it('leave a view of the main application generated if only the application of providers has one', async () => {
    expect((await publish([layout('detail_provider', { view: 'detail', app: 'provider' })])).status).toBe(200);
    const detailOf = async (name: string) => (await clients[name]?.get('/api/ss-modules/by-name/tools'))?.body.layouts.detail.id as string;
    expect(await detailOf('provider')).toBe('detail_provider');
    expect(await detailOf('staff')).toContain('generated');
  });
});
