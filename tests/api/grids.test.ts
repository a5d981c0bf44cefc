import { expect, it } from 'vitest';
import type { ModuleView, ShellView } from '#engine/model/wire';
import { initialListState } from '../../runtime-ui/headless/list/list-state.ts';
import { listColumns, NO_PREFERENCES } from '../../runtime-ui/headless/list/column-preferences.ts';
import { listQuery } from '../../runtime-ui/headless/list/list-query.ts';
import { listViewTabs } from '../../runtime-ui/headless/list/list-views.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { TestServer } from '../support/start-server.ts';
import { describeOnEachStore } from './each-store.ts';

const PASSWORD = 'Grid-pass1!';

async function signInWith(server: TestServer, userType: string, role: string): Promise<ApiClient> {
  const email = `${role.replace('_', '.')}@muster.test`;
  const made = await server.admin.post('/api/users/register', {
    email,
    password: PASSWORD,
    first_name: 'Gwen',
    last_name: 'Rider',
    userType,
    roles: [role],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return server.signIn(email, PASSWORD);
}

/** Opens the grid of every module that the user has access to, in each of its tabs, and returns the refused requests. */
async function openGrids(client: ApiClient): Promise<{ readonly opened: readonly string[]; readonly refused: readonly string[] }> {
  const shell = (await client.get('/api/shell')).body as ShellView;
  const [opened, refused]: [string[], string[]] = [[], []];
  for (const { name, path } of shell.modules) {
    const module = (await client.get(`/api/ss-modules/by-name/${name}`)).body as ModuleView;
    const items = listColumns(module, NO_PREFERENCES)
      .filter(({ shown }) => shown)
      .map(({ item }) => item);
    for (const tab of listViewTabs(module)) {
      const query = listQuery(module, { ...initialListState(module), view: tab.name }, items);
      const { status, body } = await client.post(`${path}/search`, { ...query, pageNumber: 0, pageSize: 25 });
      opened.push(`${name} ${tab.name}`);
      if (status !== 200) refused.push(`${name} ${tab.name}: ${JSON.stringify(body)}`);
    }
  }
  return { opened, refused };
}

describeOnEachStore(
  'The grids of all modules',
  (server) => {
    it.each([
      ['a System Admin', () => Promise.resolve(server().admin), 'roles all'],
      ['a recruiter', () => signInWith(server(), 'Standard', 'role_recruiter'), 'leads mine'],
      ['a provider', () => signInWith(server(), 'Provider', 'role_provider'), 'placements all'],
    ])('open for %s', async (_, client, one) => {
      const { opened, refused } = await openGrids(await client());
      expect(refused).toEqual([]);
      expect(opened).toContain(one);
      expect(opened).not.toContain('roles mine');
    });

    it('search roles as all records: with order, filter, fields and relates, and with what the definitions contain', async () => {
      const search = (body: object) => server().admin.post('/api/roles/search', body);
      const { body } = await search({
        sortField: 'updatedAt',
        sortOrder: 'desc',
        searchTerms: { name: { equals: 'Recruiter' } },
        fields: ['name', 'updatedAt', 'assigned_to', 'module_access'],
        populate: ['assigned_to'],
      });
      expect(body).toMatchObject({
        total: 1,
        data: [{ _id: 'role_recruiter', name: 'Recruiter', module_access: { leads: { access: true } } }],
      });
      expect(Object.keys(body.data[0])).toContain('updatedAt');
      expect(Object.keys(body.data[0])).not.toContain('field_access');
      const { body: whole } = await search({ search: 'recruiter' });
      expect(whole.data[0]).toMatchObject({ _id: 'role_recruiter', field_access: expect.anything() });
      expect((await search({ idsOnly: true, searchTerms: { name: { equals: 'Recruiter' } } })).body.data).toEqual(['role_recruiter']);
      expect(await search({ fields: ['shoe_size'] })).toMatchObject({ status: 422 });
    });
  },
  {},
);
