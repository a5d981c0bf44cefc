import { beforeAll, expect, it } from 'vitest';
import { describeOnEachStore } from './each-store.ts';

type Entry = { readonly _id: string; readonly [property: string]: unknown };

describeOnEachStore('Change requests and audit entries of external changes', (server) => {
  let keeper: { readonly client: Awaited<ReturnType<ReturnType<typeof server>['signIn']>>; readonly _id: string };
  const admin = () => server().admin;

  beforeAll(async () => {
    const made = await admin().post('/api/users/register', {
      email: 'clerk@muster.test',
      password: 'Clerk-pass1!',
      first_name: 'Cora',
      last_name: 'Clerk',
      userType: 'Standard',
      roles: ['role_keeper'],
    });
    keeper = { client: await server().signIn('clerk@muster.test', 'Clerk-pass1!'), _id: made.body._id };
  });

  it('return the user who receives change requests: the one that a setting names by id or by e-mail, else a System Admin', async () => {
    const readAssignee = async (): Promise<unknown> => {
      const { status, body } = await keeper.client.get('/api/users/user-to-assign-change-requests');
      expect(status).toBe(200);
      return body;
    };
    const firstAdmin = { user: { _id: (await admin().get('/api/shell')).body.user._id } };
    expect(await readAssignee()).toMatchObject(firstAdmin);
    const { body: setting } = await admin().post('/api/admin-settings', {
      key: 'user_to_assign_change_requests',
      name: 'Change requests',
      section: 'general-settings',
      setting: 'clerk@muster.test',
    });
    expect(await readAssignee()).toMatchObject({ user: { _id: keeper._id, first_name: 'Cora', last_name: 'Clerk' } });
    expect(JSON.stringify(await readAssignee())).not.toMatch(/clerk@|roles|password/);
    await admin().put(`/api/admin-settings/${setting._id}`, { setting: keeper._id });
    expect(await readAssignee()).toMatchObject({ user: { _id: keeper._id } });
    await admin().put(`/api/admin-settings/${setting._id}`, { setting: 'nobody@muster.test' });
    expect(await readAssignee()).toMatchObject(firstAdmin);
    await admin().put(`/api/admin-settings/${setting._id}`, { setting: keeper._id });
    await admin().put(`/api/users/mark-user-inactive/${keeper._id}`);
    expect((await admin().get('/api/users/user-to-assign-change-requests')).body).toMatchObject(firstAdmin);
    await admin().put(`/api/users/mark-user-active/${keeper._id}`);
    expect(await readAssignee()).toMatchObject({ user: { _id: keeper._id } });
    expect((await server().anonymous.get('/api/users/user-to-assign-change-requests')).status).toBe(401);
  });

  it('store one entry for each record and field, by ids or by records, and only for a System Admin', async () => {
    const [one, other] = await Promise.all(
      ['Adze', 'Bevel'].map(async (name): Promise<Entry> => (await admin().post('/api/tools', { name })).body),
    );
    const body = {
      module: 'tools',
      records: [one?._id, other],
      fieldsChanged: [
        { field: 'weight', previous_value: 1, new_value: 2, changeSource: 'Scale' },
        { field: 'notes', previous_value: null, new_value: 'weighed' },
      ],
    };
    expect((await keeper.client.post('/api/audit-log/create-change-log-entries', body)).body.code).toBe('admin_only');
    const made = await admin().post('/api/audit-log/create-change-log-entries', body);
    expect([made.status, made.body.success, made.body.data.length]).toEqual([201, true, 4]);
    for (const [record, name] of [
      [one, 'Adze'],
      [other, 'Bevel'],
    ] as const) {
      const { data } = (
        await admin().post('/api/audit-log/search', {
          searchTerms: { module: 'tools', record_id: record?._id ?? '', field: { in: ['weight', 'notes'] } },
        })
      ).body;
      expect(
        data.map((entry: Entry) => [entry['field'], entry['previous_value'], entry['new_value'], entry['record_name']]).sort(),
      ).toEqual([
        ['notes', null, 'weighed', name],
        ['weight', 1, 2, name],
      ]);
      expect((await admin().get(`/api/tools/${record?._id ?? ''}`)).body).toEqual(record);
    }
    expect((await admin().post('/api/audit-log/search', { searchTerms: { changeSource: 'scale' } })).body.total).toBe(2);
  });

  it('refuse more than 2,000 entries in one request and invalid lists, and then store nothing', async () => {
    const tool: Entry = (await admin().post('/api/tools', { name: 'Clamp' })).body;
    const total = async (): Promise<number> =>
      (await admin().get(`/api/audit-log?searchTerms=${encodeURIComponent(JSON.stringify({ record_id: tool._id }))}`)).body.total as number;
    const before = await total();
    const change = { field: 'weight', previous_value: 1, new_value: 2 };
    const records = Array.from({ length: 1_001 }, () => tool._id);
    for (const wrong of [
      { records, fieldsChanged: [change, change] },
      { records: tool._id, fieldsChanged: [change] },
      { records: [tool._id], fieldsChanged: change },
      { records: [tool._id], fieldsChanged: ['weight'] },
      { records: [7], fieldsChanged: [change] },
      { records: [tool._id], fieldsChanged: [{ ...change, field: 5 }] },
    ]) {
      expect((await admin().post('/api/audit-log/create-change-log-entries', { module: 'tools', ...wrong })).body.code).toBe(
        'body_invalid',
      );
    }
    expect(
      (await admin().post('/api/audit-log/create-change-log-entries', { module: 'nothing', records: [tool._id], fieldsChanged: [change] }))
        .status,
    ).toBe(404);
    expect(await total()).toBe(before);
    expect(
      (
        await admin().post('/api/audit-log/create-change-log-entries', {
          module: 'tools',
          records: records.slice(0, 1_000),
          fieldsChanged: [change, change],
        })
      ).status,
    ).toBe(201);
    expect(await total()).toBe(before + 2_000);
  });
});
