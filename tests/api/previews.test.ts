import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { LIVE_CLOSE_CODES, type FieldView, type ModuleView, type ShellView } from '#engine/model/wire';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { openLive } from '../support/open-live.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';
import { LENDING_PLUGIN } from './lending-plugin.ts';

const PASSWORD = 'Preview-1!';
const ALL = { access: true, create: true, view: 'All', edit: 'All', delete: 'None' };
const MINUTE = 60_000;

let now = Date.UTC(2026, 4, 5, 15);
const clock = { now: () => now };

/** The endpoints that are not GET and are served in a preview: they read. */
const OF_EVERY_MODULE = [
  ...[
    'advancedSearch',
    'basic-search',
    'dataSourceSearch',
    'figures',
    'get-by-ids',
    'group',
    'normal-search',
    'paged-search',
    'pagedSearch',
  ],
  ...['related/:id', 'search', 'search-for-one', 'search-with-limit-and-sort', 'searchWithPopulates', 'smart-search'],
  'with-relationships/:id',
];
const READING_POSTS: readonly string[] = [
  ...OF_EVERY_MODULE.flatMap((path) => [`:base/${path}`, `generic-modules/${path}`]),
  // Finders with a body; those that delete are PUT.
  ':base/*',
  ...['by-id/:id', 'filtered-smart-search', 'quick-search', 'report-search-aggregate-check'].map((path) => `generic-modules/${path}`),
  ...['smart-search-updated', 'smart-search-with-populate'].map((path) => `generic-modules/${path}`),
  ...['admin-settings', 'audit-log', 'dropdowns', 'email-addresses', 'layouts', 'roles', 'ss-modules'].flatMap((kind) => [
    `${kind}/dataSourceSearch`,
    `${kind}/search`,
  ]),
  ...['workflow-actions', 'workflow-alerts', 'workflow-conditions', 'workflows'].flatMap((kind) => [
    `${kind}/dataSourceSearch`,
    `${kind}/search`,
  ]),
  ...['audit-log/paged-search', 'workflows/paged-search', 'dropdowns/get-by-name', 'email-addresses/get-emails-for-record'],
  ...['files/link', 'files/names', 'files/versions', 'files/zip', 'saved-views/counts', 'zips/advancedSearch'],
]
  .map((path) => `POST /api/${path}`)
  .sort();

describeOnEachStore(
  'A preview of a draft',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    let [draft, user, adminId] = ['', '', ''];
    const definition = (kind: 'module' | 'role', id: string): JsonObject =>
      server().application.registry.definitions()[kind].get(id) as unknown as JsonObject;
    const draftWith = async (changes: readonly object[], client = admin()): Promise<string> => {
      const { _id } = await must(client.post('/api/change-sets', { name: 'Spring' }), 201);
      await must(client.put(`/api/change-sets/${_id}/changes`, { changes }));
      return _id as string;
    };
    const edit = (id: string, change: object) => must(admin().put(`/api/change-sets/${id}/changes`, { changes: [change] }));
    const start = (body: object, client = admin()) => client.post('/api/previews', body);
    const preview = async (body: object, client = admin()): Promise<ApiClient> =>
      createApiClient(server().url, (await must(start(body, client), 201)).token as string);
    const asUser = () => preview({ changeSet: draft, user });
    const asRole = (more: object = {}) => preview({ changeSet: draft, roles: ['role_borrower'], ...more });
    const register = async (email: string, more: object): Promise<string> => {
      const person = { email, password: PASSWORD, first_name: 'Pia', last_name: 'Preview', userType: 'Standard', roles: [], ...more };
      return (await make('/api/users/register', person))._id;
    };
    const names = (body: { readonly data: readonly { readonly name: string }[] }) => body.data.map(({ name }) => name);
    const search = async (client: ApiClient, body: object, path = '/api/tools') => {
      const { data, total } = await must(client.post(`${path}/search`, { ...body, pageSize: 100 }));
      return { data: data as readonly { readonly name: string }[], total: total as number };
    };
    const ours = { name: { startsWith: 'Preview' } };

    beforeAll(async () => {
      adminId = (await must(admin().get('/api/users/user-session'))).user._id as string;
      user = await register('pia@muster.test', { roles: ['role_borrower'] });
      for (const [name, more] of [
        ['Preview hammer', { weight: 3, cost: 12, bought: '2026-01-02', assigned_to: user }],
        ['Preview saw', { weight: 5, cost: 30, hotline: '+1 415 555 2671' }],
        ['Preview file', { weight: 1, assigned_to: adminId }],
      ] as const)
        await make('/api/tools', { name, ...more });
      const tools = definition('module', 'tools');
      draft = await draftWith([
        {
          kind: 'module',
          id: 'tools',
          definition: {
            ...tools,
            fields: [
              ...(tools['fields'] as readonly JsonObject[]).map((field) =>
                field['id'] === 'tools_bought' ? { ...field, fieldName: 'purchased', label: 'Purchased' } : field,
              ),
              { id: 'tools_colour', fieldName: 'colour', label: 'Colour', inputType: 'TextField', required: true },
              { id: 'tools_loud', fieldName: 'loud', label: 'Loud', inputType: 'Checkbox' },
              { id: 'tools_rack', fieldName: 'rack', label: 'Rack', inputType: 'Relate', ref: 'racks' },
            ],
          },
        },
        {
          kind: 'module',
          id: 'racks',
          definition: { id: 'racks', name: 'racks', label: 'Racks', labelSingular: 'Rack', kind: 'plain', custom: true, fields: [] },
        },
        {
          kind: 'role',
          id: 'role_borrower',
          definition: {
            ...definition('role', 'role_borrower'),
            module_access: { tools: ALL, racks: ALL },
            field_access: { tools: { cost: 'none' } },
          },
        },
      ]);
    });

    it('shows real records with the rights that the draft gives a user, and changes nothing for the user', async () => {
      const client = await asUser();
      const own = await server().signIn('pia@muster.test', PASSWORD);
      const seen = await search(client, { searchTerms: ours, sortField: 'weight' });
      expect(names(seen)).toEqual(['Preview file', 'Preview hammer', 'Preview saw']);
      expect(seen.data[1]).toMatchObject({ weight: 3, purchased: '2026-01-02' });
      expect(Object.keys(seen.data[1] ?? {})).not.toContain('cost');
      expect(names(await search(own, { searchTerms: ours }))).toEqual(['Preview hammer']);
      const [record] = (await search(own, { searchTerms: ours })).data;
      expect(record).toMatchObject({ bought: '2026-01-02', cost: 12 });
      const shell = (await must(client.get('/api/shell'))) as ShellView;
      expect(shell).toMatchObject({
        user: { _id: user, userType: 'Standard' },
        impersonator: null,
        preview: { changeSet: { _id: draft, name: 'Spring' }, person: { kind: 'user', user: { _id: user, name: 'Pia Preview' } } },
      });
      expect(shell.modules.map(({ name }) => name)).toEqual(expect.arrayContaining(['racks', 'tools']));
      expect(((await must(own.get('/api/shell'))) as ShellView).preview).toBeUndefined();
      expect((await own.get('/api/racks')).status).toBe(404);
    });

    it('has new and renamed fields in metadata and layouts, and new modules without records', async () => {
      const client = await asRole();
      const view = (await must(client.get('/api/ss-modules/by-name/tools'))) as ModuleView;
      const byName = new Map<string, FieldView>(view.fields.map((field) => [field.fieldName, field]));
      expect(byName.get('colour')).toMatchObject({ required: true, rights: { read: 'all', write: 'all' } });
      expect([byName.has('purchased'), byName.has('bought'), byName.has('cost')]).toEqual([true, false, false]);
      expect(JSON.stringify(view.layouts)).toContain('"colour"');
      expect((await must(client.get('/api/racks'))).total).toBe(0);
      expect((await search(client, { searchTerms: { name: 'x' } }, '/api/racks')).total).toBe(0);
      expect((await client.get('/api/racks/none')).body.code).toBe('record_not_found');
      expect((await must(client.post('/api/racks/group', { by: [{ field: 'name' }] }))).data).toEqual([]);
      expect((await must(client.post('/api/generic-modules/quick-search', { search: 'Preview saw' }))).data).toEqual([
        expect.objectContaining({ module: 'tools', name: 'Preview saw' }),
      ]);
    });

    it('filters, sorts and groups by fields that are not stored yet, as by fields without values', async () => {
      const client = await asRole();
      const count = async (terms: object) => (await search(client, { searchTerms: { and: [ours, terms] } })).total;
      expect(await count({ colour: 'red' })).toBe(0);
      expect(await count({ colour: { exists: false } })).toBe(3);
      expect(await count({ not: { colour: { contains: 'r' } } })).toBe(3);
      expect(await count({ loud: false })).toBe(3);
      expect(await count({ loud: true })).toBe(0);
      expect(await count({ rack: { related: { name: 'A' } } })).toBe(0);
      expect(await count({ or: [{ colour: 'red' }, { weight: { range: { gt: 2 } } }] })).toBe(2);
      for (const sortField of ['colour', 'rack', 'loud'])
        expect(names(await search(client, { searchTerms: ours, sortField, sortOrder: 'desc' })).sort()).toEqual([
          'Preview file',
          'Preview hammer',
          'Preview saw',
        ]);
      const measures = [
        { name: 'count', kind: 'count' },
        { name: 'weight', kind: 'sum', field: 'weight' },
      ];
      const group = (by: readonly object[]) => must(client.post('/api/tools/group', { by, measures, searchTerms: ours }));
      expect((await group([{ field: 'colour' }])).data).toEqual([{ keys: [null], measures: { count: 3, weight: 9 } }]);
      expect((await group([{ field: 'colour' }, { field: 'state' }])).data).toEqual([
        { keys: [null, 'new'], measures: { count: 3, weight: 9 } },
      ]);
      expect((await must(client.get('/api/tools?sortField=colour&search=saw'))).total).toBe(1);
      expect((await must(client.post('/api/saved-views/counts', { module: 'tools' }))).data).toEqual(
        expect.arrayContaining([expect.objectContaining({ _id: 'all' })]),
      );
    });

    it('is for somebody with exactly these roles and teams, who owns what the admin owns', async () => {
      const team = (await make('/api/teams', { name: 'Night shift' }))._id;
      const client = await preview({ roles: ['role_borrower'], teams: [team, 'gone'], userType: 'Standard' });
      const shell = (await must(client.get('/api/shell'))) as ShellView;
      expect(shell.preview).toEqual({
        changeSet: null,
        person: {
          kind: 'roles',
          roles: [{ _id: 'role_borrower', name: 'Borrower' }],
          teams: [{ _id: team, name: 'Night shift' }],
          userType: 'Standard',
        },
      });
      expect(shell.user).toMatchObject({ userType: 'Standard', roles: ['role_borrower'], teams: [team] });
      // Without a draft the published role applies: own records only.
      expect(names(await search(client, { searchTerms: ours }))).toEqual(['Preview file']);
      const record = (await search(admin(), { searchTerms: { name: 'Preview saw' } })).data[0] as unknown as { readonly _id: string };
      expect((await client.get(`/api/tools/${record._id}`)).body.code).toBe('record_not_found');
      expect((await client.get(`/api/access/explain?module=tools&action=view&id=${record._id}`)).body).toMatchObject({ allowed: false });
      expect((await client.get('/api/makers')).body.code).toBe('module_access_denied');
    });

    it('refuses every endpoint that is not said to read, and writes nothing', async () => {
      const client = await asRole({ userType: 'Admin' });
      const { store } = server().application;
      const before = await store.versions();
      const changes = () => store.count({ collection: '_changes', filter: { kind: 'constant', value: true } });
      const sessions = () => store.count({ collection: '_sessions', filter: { kind: 'constant', value: true } });
      const counted = [await changes(), await sessions()];
      const served: string[] = [];
      for (const route of server().servedRoutes) {
        const [method = '', pattern = ''] = route.split(' ');
        if (method === 'OPTIONS' || method === 'HEAD' || !pattern.startsWith('/api/')) continue;
        const path = pattern.replace('/api/:base', '/api/tools').replaceAll(/:\w+/g, 'x').replace('*', 'x');
        const body = method === 'GET' ? undefined : '{}';
        const { body: sent } = await client.raw(method, path, body);
        const code = (sent as { readonly code?: string } | undefined)?.code;
        if (method !== 'GET' && code !== 'preview_read_only') served.push(route);
      }
      expect(served.sort()).toEqual(READING_POSTS);
      expect([await changes(), await sessions()]).toEqual(counted);
      expect(await store.versions()).toEqual(before);
      const { body } = await client.post('/api/tools', { name: 'Written' });
      expect(body).toMatchObject({ code: 'preview_read_only', error: 'This is a preview: nothing is saved.' });
      expect((await client.get('/api/users/logout')).body.code).toBe('preview_out_of_scope');
      expect((await client.get('/api/change-sets')).body.code).toBe('preview_out_of_scope');
      expect((await admin().get('/api/shell')).status).toBe(200);
      expect((await client.get('/api/nothing-here')).status).toBe(404);
      await expect(
        server()
          .application.previews.open(
            { admin: adminId, changeSet: draft, subject: { kind: 'user', user }, draftVersion: 2, definitionVersion: before.definitions },
            before,
          )
          .then(({ actor, records }) => records.create(actor, { module: 'tools', fields: { name: 'Written', colour: 'red' } })),
      ).rejects.toMatchObject({ code: 'preview_read_only' });
      expect((await search(admin(), { searchTerms: { name: 'Written' } })).total).toBe(0);
    });

    it('serves plugins that read through the preview, and refuses what they would write or send', async () => {
      const client = await asUser();
      const { body } = await client.get('/api/lending/tools');
      expect(body).toEqual({ names: ['Preview file', 'Preview hammer', 'Preview saw'], isAdmin: false, canPaint: true });
      for (const path of ['/api/lending/mark', '/api/lending/mail'])
        expect((await client.get(path)).body.code, path).toBe('preview_read_only');
      expect((await client.post('/api/lending/lend', {})).body.code).toBe('preview_read_only');
      const roles = await preview({ roles: ['role_borrower'] });
      expect(((await must(roles.get('/api/shell'))) as ShellView).session).toEqual({ tools: 1 });
    });

    it('gives plugins the settings of the draft, and only there', async () => {
      const days = [...server().application.registry.definitions().setting.values()].find(({ key }) => key === 'days');
      const longer = await draftWith([{ kind: 'setting', id: days?.id, definition: { ...days, setting: 30 } }]);
      const client = await preview({ changeSet: longer, user });
      expect((await client.get('/api/lending/days')).body).toEqual({ days: 30 });
      const published = await preview({ changeSet: null, user });
      for (const one of [published, admin()]) expect((await one.get('/api/lending/days')).body).toEqual({ days: 14 });
    });

    it('names the admin in the audit of sensitive values, and shows lists of their own', async () => {
      const tools = definition('module', 'tools');
      const secret = await draftWith([
        {
          kind: 'module',
          id: 'tools',
          definition: {
            ...tools,
            fields: (tools['fields'] as readonly JsonObject[]).map((field) =>
              field['id'] === 'tools_hotline' ? { ...field, sensitive: true } : field,
            ),
          },
        },
        {
          kind: 'role',
          id: 'role_borrower',
          definition: {
            ...definition('role', 'role_borrower'),
            module_access: { tools: { ...ALL, view: 'All' } },
            sensitive_access: ['tools'],
          },
        },
      ]);
      const [saw] = (await search(admin(), { searchTerms: { name: 'Preview saw' } })).data as unknown as readonly {
        readonly _id: string;
      }[];
      await must(admin().put(`/api/tools/favorite/${saw?._id}`, { favorite: true }));
      const client = await preview({ changeSet: secret, user });
      expect((await must(client.get(`/api/tools/${saw?._id}`))).hotline).toBe('4155552671');
      const { data } = await must(admin().get(`/api/audit-log/get-record-changes-by-module/tools/${saw?._id}`));
      expect(data[0]).toMatchObject({
        changed_by: adminId,
        changed_through: 'Preview as Pia Preview',
        changeSource: 'sensitive value read',
        field: 'hotline',
      });
      expect(names(await must(client.get('/api/favorites')))).toEqual(['Preview saw']);
      expect((await must(client.get('/api/saved-views?module=tools'))).data).toEqual([]);
    });

    it('ends when the draft or the published definitions change', async () => {
      const own = await draftWith([
        { kind: 'role', id: 'role_borrower', definition: { ...definition('role', 'role_borrower'), module_access: { tools: ALL } } },
      ]);
      const client = await preview({ changeSet: own, user });
      expect((await client.get('/api/tools')).status).toBe(200);
      await edit(own, { kind: 'role', id: 'role_borrower', definition: { ...definition('role', 'role_borrower'), module_access: {} } });
      expect(await client.get('/api/tools')).toMatchObject({ status: 401, body: { code: 'preview_outdated' } });
      const again = await preview({ changeSet: own, user });
      expect((await again.get('/api/tools')).body.code).toBe('module_access_denied');
      const published = await preview({ user });
      await make('/api/dropdowns', { name: 'preview_sizes', options: [] });
      for (const outdated of [again, published]) expect((await outdated.get('/api/shell')).body.code).toBe('preview_outdated');
      const discarded = await preview({ changeSet: own, user });
      await must(admin().delete(`/api/change-sets/${own}`));
      expect((await discarded.get('/api/shell')).body.code).toBe('preview_outdated');
    });

    it('is only for a System Admin who signed in, and gives no other rights', async () => {
      const refusals: readonly (readonly [object, number, string])[] = [
        [{ changeSet: draft }, 422, 'body_invalid'],
        [{ changeSet: draft, user, roles: ['role_borrower'] }, 422, 'body_invalid'],
        [{ changeSet: draft, roles: ['role_borrower'], userType: 'System Admin' }, 422, 'body_invalid'],
        [{ changeSet: draft, roles: ['role_borrower'], userType: 'Stranger' }, 422, 'body_invalid'],
        [{ changeSet: draft, roles: ['role_none'] }, 404, 'definition_not_found'],
        [{ changeSet: draft, user: 'nobody' }, 404, 'record_not_found'],
        [{ changeSet: 'none', user }, 404, 'change_set_not_found'],
      ];
      for (const [body, status, code] of refusals)
        expect(await start(body), JSON.stringify(body)).toMatchObject({ status, body: { code } });
      const gone = await register('gone@muster.test', { roles: ['role_borrower'] });
      await must(admin().put(`/api/users/mark-user-inactive/${gone}`));
      expect((await start({ user: gone })).body.code).toBe('account_inactive');
      const own = await server().signIn('pia@muster.test', PASSWORD);
      expect((await start({ user }, own)).body.code).toBe('admin_only');
      await register('second@muster.test', { userType: 'System Admin' });
      const second = await server().signIn('second@muster.test', PASSWORD);
      expect((await start({ changeSet: draft, user }, second)).body.code).toBe('change_set_not_found');
      const broken = await draftWith([
        { kind: 'role', id: 'role_borrower', definition: { ...definition('role', 'role_borrower'), module_access: { nothing: ALL } } },
      ]);
      const refused = await start({ changeSet: broken, user });
      expect(refused).toMatchObject({ status: 422, body: { code: 'definition_invalid' } });
      expect(refused.body.details[0]).toMatchObject({ message: expect.any(String), definition: expect.any(String) });
      const client = await preview({ user: adminId });
      expect((await start({ user }, client)).body.code).toBe('preview_read_only');
      const token = client.token ?? '';
      const live = await openLive(server().url);
      live.send({ type: 'hello', token });
      expect(await live.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
      for (const forged of [`${token}x`, token.slice(4), `mpv_${own.token}`, `mpv_${token.slice(4).split('.').slice(0, 2).join('.')}.e30`])
        expect((await createApiClient(server().url, forged).get('/api/shell')).body.code).toBe('session_expired');
    });

    it('cannot be started with an API token, and ends with the session and after a while', async () => {
      const token = await make('/api/api-tokens', { name: 'Program', scopes: ['admin'], password: TEST_ADMIN.password });
      const program = createApiClient(server().url, String(token['token']));
      expect((await start({ user }, program)).body.code).toBe('person_only');
      await register('third@muster.test', { userType: 'System Admin' });
      const third = await server().signIn('third@muster.test', PASSWORD);
      const ended = await preview({ user }, third);
      expect((await ended.get('/api/shell')).status).toBe(200);
      await must(third.get('/api/users/logout'));
      expect((await ended.get('/api/shell')).body.code).toBe('session_expired');
      const fourth = await server().signIn('third@muster.test', PASSWORD);
      const demoted = await preview({ user }, fourth);
      const { _id } = (await search(admin(), { searchTerms: { email: 'third@muster.test' } }, '/api/users')).data[0] as unknown as {
        readonly _id: string;
      };
      await must(admin().put(`/api/users/${_id}`, { userType: 'Standard' }));
      expect((await demoted.get('/api/shell')).body.code).toBe('admin_only');
      const client = await preview({ user });
      now += 16 * MINUTE;
      expect((await client.get('/api/shell')).body.code).toBe('session_expired');
    });
  },
  { ...WORKSHOP, plugins: [LENDING_PLUGIN], clock },
);
