import { beforeAll, expect, it } from 'vitest';
import type { TestResponse, ApiClient } from '../support/api-client.ts';
import { describeOnEachStore } from './each-store.ts';

const once = (key: string) => ({ 'idempotency-key': key });

describeOnEachStore('Idempotent writes of definitions, audit entries and choices', (server) => {
  const admin = () => server().admin;
  let clerk: ApiClient;
  const changeSets = async (): Promise<number> => (await server().application.registry.changeSets()).length;

  beforeAll(async () => {
    await admin().post('/api/users/register', {
      email: 'once@muster.test',
      password: 'Keeper-pass1!',
      first_name: 'On',
      last_name: 'Ce',
      userType: 'Standard',
      roles: ['role_keeper'],
    });
    clerk = await server().signIn('once@muster.test', 'Keeper-pass1!');
  });

  it('are executed once, by requests one after the other and at the same time', async () => {
    const make = (name: string) => admin().post('/api/roles', { name }, once('role-made'));
    const before = await changeSets();
    const all: TestResponse[] = [...(await Promise.all([make('Once'), make('Once'), make('Once')])), await make('Once')];
    const [first] = all;
    expect(first?.status, JSON.stringify(first?.body)).toBe(201);
    expect(all.map(({ status, body }) => [status, body])).toEqual(all.map(() => [201, first?.body]));
    expect((await admin().post('/api/roles/search', { search: 'Once' })).body.data).toHaveLength(1);
    expect(await changeSets()).toBe(before + 1);
    expect(await make('Twice')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect(await clerk.post('/api/roles', { name: 'Once' }, once('role-made'))).toMatchObject({
      status: 403,
      body: { code: 'admin_only' },
    });

    const path = `/api/roles/${first?.body._id}`;
    const describe = () => admin().put(path, { description: 'Once more' }, once('role-described'));
    const described = await describe();
    expect(described.body).toMatchObject({ description: 'Once more' });
    await admin().put(path, { description: 'Later' });
    // It was executed before: it does not revert later changes.
    expect((await describe()).body).toEqual(described.body);
    expect((await admin().get(path)).body.description).toBe('Later');
    for (let turn = 0; turn < 2; turn += 1)
      expect(await admin().delete(path, once('role-gone'))).toMatchObject({ status: 200, body: { deleted: [first?.body._id] } });
    expect((await admin().delete(path)).status).toBe(404);
  });

  it('store the response when they change nothing, and store none when they are refused', async () => {
    const { body: role } = await admin().post('/api/roles', { name: 'Same' });
    const same = (name: string) => admin().put(`/api/roles/${role._id}`, { name }, once('role-same'));
    const before = await changeSets();
    expect((await same('Same')).status).toBe(200);
    expect(await changeSets()).toBe(before);
    expect((await same('Other')).body.code).toBe('idempotency_conflict');
    const refused = (name: unknown) => admin().post('/api/roles', { name }, once('role-refused'));
    expect((await refused(7)).status).toBe(422);
    expect((await refused('Right')).status).toBe(201);
  });

  it.each([
    ['dropdowns', { name: 'once_states', options: [{ label: 'One', value: 'one' }] }],
    ['admin-settings', { name: 'Once', key: 'once_setting', setting: { on: true }, section: 'general-settings' }],
    ['ss-modules', { name: 'onces', label: 'Onces' }],
  ] as const)('apply to %s', async (kind, body) => {
    const make = () => admin().post(`/api/${kind}`, body, once(`make-${kind}`));
    const [first, second] = [await make(), await make()];
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect(second.body).toEqual(first.body);
    const remove = () => admin().delete(`/api/${kind}/${first.body._id}`, once(`remove-${kind}`));
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });

  it('apply to labels of layouts', async () => {
    const { body: tools } = await admin().get('/api/ss-modules/by-name/tools');
    const rename = (label: string, key: string) =>
      admin().post(
        '/api/ss-modules/update/moduleLayoutLabels',
        { moduleId: tools._id, originalField: 'weight', newField: { label } },
        once(key),
      );
    const first = await rename('Mass', 'label-1');
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    await rename('Weight', 'label-2');
    const before = await changeSets();
    expect((await rename('Mass', 'label-1')).body).toEqual(first.body);
    expect(await changeSets()).toBe(before);
  });

  it('apply to audit entries', async () => {
    const { body: tool } = await admin().post('/api/tools', { name: 'Noted tool' });
    const note = (value: string) =>
      admin().post(
        '/api/audit-log',
        { module: 'tools', record_id: tool._id, field: 'weight', previous_value: 1, new_value: value },
        once('note'),
      );
    const [first, ...others] = await Promise.all([note('2'), note('2'), note('2')]);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    for (const other of others) expect(other.body).toEqual(first.body);
    expect((await note('3')).body.code).toBe('idempotency_conflict');
    const many = () =>
      admin().post(
        '/api/audit-log/create-change-log-entries',
        {
          module: 'tools',
          records: [tool._id],
          fieldsChanged: [
            { field: 'weight', previous_value: 2, new_value: 3 },
            { field: 'weight', previous_value: 3, new_value: 4 },
          ],
        },
        once('notes'),
      );
    expect((await many()).body).toEqual((await many()).body);
    const { body: history } = await admin().get(`/api/audit-log/get-record-changes-by-module/tools/${tool._id}`);
    expect(history.data.filter((entry: { field: string | null }) => entry.field === 'weight')).toHaveLength(3);
  });

  it('are repeated with the rights of today', async () => {
    const role = (fields: object) =>
      admin().post('/api/roles', {
        name: 'Lender',
        module_access: { tools: { access: true, create: true, mass_update: true, view: 'All', edit: 'All', delete: 'None' } },
        ...fields,
      });
    const { body: made } = await role({});
    await admin().post('/api/users/register', {
      email: 'lender@muster.test',
      password: 'Keeper-pass1!',
      first_name: 'Len',
      last_name: 'Der',
      userType: 'Standard',
      roles: [made._id],
    });
    const lender = await server().signIn('lender@muster.test', 'Keeper-pass1!');
    const create = () => lender.post('/api/tools', { name: 'Lent', weight: 3, cost: 41.5 }, once('lent'));
    const first = await create();
    expect(first.body).toMatchObject({ name: 'Lent', cost: 41.5 });
    expect((await create()).body).toEqual(first.body);
    const ids = [first.body._id as string, 'nobody'];
    const mass = () => lender.put('/api/tools/update-certain-fields-array', { ids, fields: { weight: 4 } }, once('lent-many'));
    const before = await mass();
    expect(before.body).toMatchObject({ updated: [first.body._id], refused: [{ _id: 'nobody', code: 'record_not_found' }] });
    const view = { module: 'tools', name: 'Dear', filter: { cost: { range: { gte: 4321 } } } };
    const save = () => lender.post('/api/saved-views', view, once('lent-view'));
    expect((await save()).body).toMatchObject({ filter: view.filter });

    await admin().put(`/api/roles/${made._id}`, { field_access: { tools: { cost: 'none' } } });
    const hidden = await create();
    expect([hidden.status, hidden.body]).toEqual([201, expect.objectContaining({ _id: first.body._id, name: 'Lent' })]);
    expect(hidden.body).not.toHaveProperty('cost');
    expect((await mass()).body).toMatchObject({
      updated: [first.body._id],
      refused: [{ _id: 'nobody', code: 'record_not_found', error: 'This record was not saved.' }],
    });
    expect(JSON.stringify((await save()).body)).not.toMatch(/cost|4321/);

    const owner = { access: true, create: true, view: 'Owner', edit: 'Owner', delete: 'None' };
    await admin().put(`/api/roles/${made._id}`, { module_access: { tools: owner } });
    const unseen = await create();
    expect([unseen.status, unseen.body]).toEqual([201, { _id: first.body._id, _version: 1 }]);
    expect((await lender.post('/api/tools/search', { searchTerms: { name: 'Lent' } })).body.total).toBe(0);
    expect((await admin().post('/api/tools/search', { searchTerms: { name: 'Lent' } })).body.total).toBe(1);
  });

  it('apply to the order of saved views and the default view', async () => {
    const views: string[] = [];
    for (const name of ['First', 'Second'])
      views.push((await clerk.post('/api/saved-views', { module: 'tools', name })).body._id as string);
    const arrange = (ids: readonly string[], key?: string) =>
      clerk.put('/api/saved-views/order', { module: 'tools', ids }, key === undefined ? {} : once(key));
    const order = async () =>
      (await clerk.get('/api/saved-views?module=tools')).body.data.map((view: { _id: string }) => view._id) as string[];
    const backwards = [...views].reverse();
    const first = await arrange(backwards, 'order');
    expect(first.body.data.map((view: { _id: string }) => view._id)).toEqual(backwards);
    await arrange(views);
    // A late duplicate of a request does not revert later choices.
    expect((await arrange(backwards, 'order')).body).toEqual(first.body);
    expect(await order()).toEqual(views);
    expect((await arrange(views, 'order')).body.code).toBe('idempotency_conflict');
    const open = (view: string | null, key?: string) =>
      clerk.put('/api/saved-views/default', { module: 'tools', view }, key === undefined ? {} : once(key));
    expect((await open('mine', 'opens')).body.default).toBe('mine');
    await open('all');
    expect((await open('mine', 'opens')).body.default).toBe('mine');
    expect((await clerk.get('/api/saved-views?module=tools')).body.default).toBe('all');
  });
});
