import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { describeOnEachStore } from './each-store.ts';

const people = {
  keeper: { email: 'views.keeper@muster.test', userType: 'Standard', roles: ['role_keeper'] },
  other: { email: 'views.other@muster.test', userType: 'Standard', roles: ['role_keeper'] },
  borrower: { email: 'views.borrower@muster.test', userType: 'Provider', roles: ['role_borrower'] },
  nobody: { email: 'views.nobody@muster.test', userType: 'Standard', roles: [] },
} as const;
const GLOBAL = '00000000-0000-7000-8000-000000000001';

describeOnEachStore('Saved views', (server) => {
  const admin = (): ApiClient => server().admin;
  const clients = {} as { -readonly [name in keyof typeof people]: ApiClient };
  const ids = {} as { -readonly [name in keyof typeof people]: string };
  let team: string;

  const save = async (client: ApiClient, more: object) => {
    const response = await client.post('/api/saved-views', { module: 'tools', name: 'Mine to test', ...more });
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return response.body;
  };
  const list = async (client: ApiClient) => (await client.get('/api/saved-views?module=tools')).body;
  const idsIn = async (client: ApiClient): Promise<string[]> => (await list(client)).data.map(({ _id }: { _id: string }) => _id);

  beforeAll(async () => {
    for (const name of Object.keys(people) as (keyof typeof people)[]) {
      const made = await admin().post('/api/users/register', {
        ...people[name],
        password: 'View-pass1!',
        first_name: 'Vi',
        last_name: name,
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      ids[name] = made.body._id;
      clients[name] = await server().signIn(people[name].email, 'View-pass1!');
    }
    team = (await admin().post('/api/teams', { name: 'Benches' })).body._id;
    for (const name of ['keeper', 'borrower'] as const)
      expect((await admin().post('/api/users/update-teams', { userId: ids[name], teams: [team] })).status).toBe(200);
    for (let n = 0; n < 6; n += 1)
      await admin().post('/api/tools', { name: `Counted ${n}`, cost: n, weight: n % 2, assigned_to: n < 2 ? ids.keeper : ids.other });
  });

  it('store the state of a list, and return it again after each change', async () => {
    const content = {
      filter: { or: [{ weight: { range: { gte: 1 } } }, { assigned_to: { equals: { $: 'me' } } }] },
      columns: [{ fieldName: 'name', width: 200 }, { fieldName: 'place.city' }],
      sort: [
        { sortField: 'weight', sortOrder: 'desc' },
        { sortField: 'name', sortOrder: 'asc' },
      ],
      groupBy: { field: 'bought', unit: 'month' },
      density: 'dense',
      viewType: { kind: 'board', field: 'state' },
    };
    const view = await save(clients.keeper, { name: '  Heavy   ones ', ...content });
    expect(view).toMatchObject({
      ...content,
      name: 'Heavy ones',
      sharing: 'private',
      sharedWith: null,
      owner: ids.keeper,
      mayChange: true,
      problems: [],
      _version: 1,
      module: 'tools',
    });
    expect((await clients.keeper.get(`/api/saved-views/${view._id}`)).body).toEqual(view);
    const renamed = await clients.keeper.put(`/api/saved-views/${view._id}`, {
      name: 'Heavy',
      density: null,
      columns: null,
      viewType: null,
      _version: 1,
    });
    expect(renamed.body).toMatchObject({
      name: 'Heavy',
      density: null,
      columns: null,
      viewType: null,
      filter: content.filter,
      sort: content.sort,
      _version: 2,
    });
    const stale = await clients.keeper.put(`/api/saved-views/${view._id}`, { name: 'Late', _version: 1 });
    expect([stale.status, stale.body.code, stale.body.current.name]).toEqual([409, 'version_conflict', 'Heavy']);
    const copy = await clients.keeper.post(`/api/saved-views/${view._id}/duplicate`, {});
    expect([copy.status, copy.body.name, copy.body.filter]).toEqual([201, 'Heavy copy', content.filter]);
    for (const { _id } of [view, copy.body])
      expect((await clients.keeper.delete(`/api/saved-views/${_id}`)).body).toEqual({ success: true });
    expect((await clients.keeper.get(`/api/saved-views/${view._id}`)).body.code).toBe('view_not_found');
  });

  it('are created and changed once per idempotency key, and the key is refused with another body', async () => {
    const once = (key: string) => ({ 'idempotency-key': key });
    const body = { module: 'tools', name: 'Only one', filter: { weight: 1 } };
    const make = (sent: object = body) => clients.keeper.post('/api/saved-views', sent, once('view-made'));
    const all = await Promise.all([make(), make(), make()]);
    const [first] = all;
    expect(all.map(({ status, body: view }) => [status, view._id])).toEqual(Array.from({ length: 3 }, () => [201, first?.body._id]));
    expect(
      (await clients.keeper.get('/api/saved-views?module=tools')).body.data.filter((view: { name: string }) => view.name === 'Only one'),
    ).toHaveLength(1);
    expect(await make({ ...body, name: 'Another' })).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    // The same key of another user is another key.
    expect((await clients.other.post('/api/saved-views', { ...body, name: 'Theirs' }, once('view-made'))).status).toBe(201);
    const path = `/api/saved-views/${first?.body._id}`;
    const rename = (sent: object) => clients.keeper.put(path, sent, once('view-renamed'));
    const renamed = await rename({ name: 'Renamed', _version: 1 });
    expect(renamed.body).toMatchObject({ name: 'Renamed', _version: 2 });
    // Without its key it would have a stale version.
    expect((await rename({ name: 'Renamed', _version: 1 })).body).toEqual(renamed.body);
    expect((await rename({ name: 'Otherwise', _version: 1 })).body.code).toBe('idempotency_conflict');
    const copies = [
      await clients.keeper.post(`${path}/duplicate`, {}, once('view-copied')),
      await clients.keeper.post(`${path}/duplicate`, {}, once('view-copied')),
    ];
    expect(copies[0]?.body._id).toBe(copies[1]?.body._id);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await clients.keeper.delete(path, once('view-removed'))).body).toEqual({ success: true });
    expect((await clients.keeper.delete(path)).status).toBe(404);
    await clients.keeper.delete(`/api/saved-views/${copies[0]?.body._id}`);
  });

  it('that are private are visible only to their owner, not even to a System Admin', async () => {
    const view = await save(clients.keeper, {});
    for (const client of [clients.other, clients.nobody, admin()]) {
      for (const [method, path, body] of [
        ['GET', '', ''],
        ['PUT', '', '{"name":"x"}'],
        ['DELETE', '', ''],
        ['POST', '/duplicate', '{}'],
      ] as const) {
        const { status, body: response } = await client.raw(method, `/api/saved-views/${view._id}${path}`, body === '' ? undefined : body);
        expect([status, response.code]).toEqual([404, 'view_not_found']);
      }
    }
    expect(await idsIn(clients.other)).not.toContain(view._id);
    expect((await clients.nobody.get('/api/saved-views?module=tools')).body.code).toBe('module_access_denied');
    expect((await clients.nobody.post('/api/saved-views', { module: 'tools', name: 'x' })).status).toBe(403);
    expect((await server().anonymous.get('/api/saved-views?module=tools')).status).toBe(401);
  });

  it('are shared with a team or a role: its members read, its owner and System Admins change', async () => {
    const view = await save(clients.keeper, { name: "The team's", sharing: 'team', sharedWith: team });
    expect(view.sharedWithName).toBe('Benches');
    expect(await idsIn(clients.borrower)).toContain(view._id);
    expect((await clients.borrower.get(`/api/saved-views/${view._id}`)).body.mayChange).toBe(false);
    for (const method of ['PUT', 'DELETE'] as const)
      expect(
        (await clients.borrower.raw(method, `/api/saved-views/${view._id}`, method === 'PUT' ? '{"name":"x"}' : undefined)).body.code,
      ).toBe('view_not_changeable');
    expect((await clients.other.get(`/api/saved-views/${view._id}`)).status).toBe(404);
    expect(await idsIn(admin())).not.toContain(view._id);
    expect((await admin().get('/api/saved-views?module=tools&all=true')).body.data.map(({ _id }: { _id: string }) => _id)).toContain(
      view._id,
    );
    expect((await clients.keeper.get('/api/saved-views?module=tools&all=true')).body.code).toBe('admin_only');
    expect((await admin().put(`/api/saved-views/${view._id}`, { name: 'By the admin' })).body.name).toBe('By the admin');
    expect((await admin().put(`/api/saved-views/${view._id}`, { sharing: 'private' })).body.code).toBe('view_not_shareable');

    const byRole = await save(clients.keeper, { sharing: 'role', sharedWith: 'role_keeper' });
    expect([
      (await clients.other.get(`/api/saved-views/${byRole._id}`)).status,
      (await clients.borrower.get(`/api/saved-views/${byRole._id}`)).status,
    ]).toEqual([200, 404]);
    for (const audience of [
      { sharing: 'role', sharedWith: 'role_borrower' },
      { sharing: 'team', sharedWith: GLOBAL },
    ])
      expect((await clients.keeper.post('/api/saved-views', { module: 'tools', name: 'x', ...audience })).body.code).toBe(
        'view_not_shareable',
      );
    for (const audience of [
      { sharing: 'team' },
      { sharing: 'team', sharedWith: 'no-such-team' },
      { sharing: 'role', sharedWith: 'no_role' },
    ])
      expect((await clients.keeper.post('/api/saved-views', { module: 'tools', name: 'x', ...audience })).body).toMatchObject({
        code: 'validation_failed',
        details: [{ field: 'sharedWith' }],
      });
    const everyones = await save(admin(), { name: 'Everyone', sharing: 'team', sharedWith: GLOBAL });
    expect(await idsIn(clients.other)).toContain(everyones._id);
    expect((await clients.keeper.put(`/api/saved-views/${byRole._id}`, { sharing: 'private' })).body).toMatchObject({
      sharing: 'private',
      sharedWith: null,
    });
    expect((await clients.other.get(`/api/saved-views/${byRole._id}`)).status).toBe(404);
  });

  it('show each user what their own rights allow, report that something is left out, and never what', async () => {
    const secret = {
      filter: { and: [{ cost: { range: { gt: 4321 } } }, { name: { startsWith: 'Counted' } }], makers_tools: { related: { name: 'M' } } },
      columns: [{ fieldName: 'cost' }, { fieldName: 'name' }],
      sort: [{ sortField: 'cost', sortOrder: 'asc' }],
      groupBy: { field: 'cost' },
    };
    const view = await save(admin(), { name: 'Dear', sharing: 'role', sharedWith: 'role_keeper', ...secret });
    expect(view).toMatchObject({ ...secret, problems: [] });
    const read = (await clients.keeper.get(`/api/saved-views/${view._id}`)).body;
    expect(read).toMatchObject({
      filter: { and: [{ name: { startsWith: 'Counted' } }], makers_tools: secret.filter.makers_tools },
      columns: [{ fieldName: 'name' }],
      sort: [],
      groupBy: null,
    });
    expect(read.problems.map(({ part, code, field }: { part: string; code: string; field: string | null }) => [part, code, field])).toEqual(
      ['filter', 'columns', 'sort', 'groupBy'].map((part) => [part, 'field_not_visible', null]),
    );
    expect(JSON.stringify(read)).not.toMatch(/cost|\b4321\b/i);
    const copy = (await clients.keeper.post(`/api/saved-views/${view._id}/duplicate`, {})).body;
    expect(JSON.stringify(copy)).not.toMatch(/cost|\b4321\b/i);
    for (const [part, code] of [
      [{ filter: secret.filter }, 'unknown_field'],
      [{ columns: secret.columns }, 'unknown_field'],
      [{ sort: secret.sort }, 'unknown_field'],
      [{ groupBy: secret.groupBy }, 'unknown_field'],
      [{ filter: { nothing: 1 } }, 'unknown_field'],
      [{ columns: [{ fieldName: 'nothing' }] }, 'unknown_field'],
      [{ groupBy: { field: 'name', unit: 'day' } }, 'group_invalid'],
      [{ sort: [{ sortField: 'tags', sortOrder: 'asc' }] }, 'sort_invalid'],
      [{ viewType: { kind: 'board', field: 'cost' } }, 'unknown_field'],
      [{ viewType: { kind: 'board', field: 'bought' } }, 'group_invalid'],
      [{ viewType: { kind: 'calendar', field: 'state' } }, 'group_invalid'],
      [{ viewType: { kind: 'calendar', field: 'nothing' } }, 'unknown_field'],
      [{ viewType: { kind: 'wall', field: 'state' } }, 'body_invalid'],
      [{ density: 'huge' }, 'body_invalid'],
      [{ name: ' ' }, 'validation_failed'],
    ] as const) {
      expect((await clients.keeper.post('/api/saved-views', { module: 'tools', name: 'x', ...part })).body.code, JSON.stringify(part)).toBe(
        code,
      );
    }
  });

  it('follow a renamed field, and report a removed one', async () => {
    const module = (
      await admin().post('/api/ss-modules', {
        name: 'shelves',
        label: 'Shelves',
        labelSingular: 'Shelf',
        fields: [
          { fieldName: 'depth', label: 'Depth', inputType: 'Number' },
          { fieldName: 'colour', label: 'Colour', inputType: 'TextField' },
          { fieldName: 'due', label: 'Due', inputType: 'Date' },
        ],
      })
    ).body;
    const view = (
      await admin().post('/api/saved-views', {
        module: 'shelves',
        name: 'Deep',
        filter: { depth: { range: { gt: 3 } }, not: { colour: 'red' } },
        columns: [{ fieldName: 'colour' }, { fieldName: 'depth' }],
        sort: [{ sortField: 'depth', sortOrder: 'desc' }],
        groupBy: { field: 'colour' },
        viewType: { kind: 'calendar', field: 'due' },
      })
    ).body;
    expect(view.viewType).toEqual({ kind: 'calendar', field: 'due' });
    const own = (name: string) => module.definition.fields.find(({ fieldName }: { fieldName: string }) => fieldName === name);
    const others = module.definition.fields.filter(
      ({ fieldName }: { fieldName: string }) => !['depth', 'colour', 'due'].includes(fieldName),
    );
    const changed = await admin().put(`/api/ss-modules/${module._id}`, {
      fields: [
        ...others,
        { ...own('depth'), fieldName: 'deepness' },
        { ...own('colour'), deleted: true },
        { ...own('due'), deleted: true },
      ],
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const read = (await admin().get(`/api/saved-views/${view._id}`)).body;
    expect(read).toMatchObject({
      filter: { deepness: { range: { gt: 3 } } },
      columns: [{ fieldName: 'deepness' }],
      sort: [{ sortField: 'deepness', sortOrder: 'desc' }],
      groupBy: null,
      viewType: null,
    });
    expect(read.problems.map(({ part, code, field }: { part: string; code: string; field: string }) => [part, code, field])).toEqual([
      ['filter', 'field_gone', 'Colour'],
      ['columns', 'field_gone', 'Colour'],
      ['groupBy', 'field_gone', 'Colour'],
      ['viewType', 'field_gone', 'Due'],
    ]);
    expect((await admin().post('/api/shelves/search', { searchTerms: read.filter })).status).toBe(200);
  });

  it('have an order and a default per user', async () => {
    const [a, b] = [await save(clients.other, { name: 'A' }), await save(clients.other, { name: 'B' })];
    const arranged = await clients.other.put('/api/saved-views/order', { module: 'tools', ids: [b._id, a._id, 'gone'] });
    expect(arranged.body.data.slice(0, 2).map(({ name }: { name: string }) => name)).toEqual(['B', 'A']);
    expect((await clients.other.put('/api/saved-views/default', { module: 'tools', view: b._id })).body.default).toBe(b._id);
    expect((await clients.other.put('/api/saved-views/default', { module: 'makers', view: b._id })).body.code).toBe('view_not_found');
    expect((await list(clients.keeper)).default).toBeNull();
    await clients.other.delete(`/api/saved-views/${b._id}`);
    expect((await list(clients.other)).default).toBeNull();
    expect((await clients.other.put('/api/saved-views/default', { module: 'tools', view: 'mine' })).body.default).toBe('mine');
    expect((await clients.other.put('/api/saved-views/default', { module: 'tools', view: null })).body.default).toBeNull();
  });

  it('are counted in one request, each with the rights of the requester', async () => {
    const view = await save(clients.keeper, { name: 'Odd', filter: { name: { startsWith: 'Counted' }, weight: 1 } });
    const { status, body } = await clients.keeper.post('/api/saved-views/counts', { module: 'tools' });
    expect(status).toBe(200);
    const totals = new Map(body.data.map(({ _id, total }: { _id: string; total: number }) => [_id, total]));
    expect([totals.get('all'), totals.get('mine'), totals.get(view._id)]).toEqual([
      (await clients.keeper.post('/api/tools/search', {})).body.total,
      2,
      3,
    ]);
    const own = (await clients.borrower.post('/api/saved-views/counts', { module: 'tools' })).body.data;
    expect(own.find(({ _id }: { _id: string }) => _id === 'all').total).toBe(0);
  });

  it('are limited in number', async () => {
    for (let n = 0; n <= 200; n += 1) {
      const { status, body } = await clients.other.post('/api/saved-views', { module: 'tools', name: `N ${n}` });
      if (status === 201) continue;
      expect(body).toMatchObject({ code: 'too_many_views' });
      return;
    }
    expect.fail('No end to views');
  });

  it('use sorting by several fields and grouping of text matches, which searches support', async () => {
    const search = {
      searchTerms: { name: { startsWith: 'Counted' } },
      sortField: 'weight',
      sortOrder: 'desc',
      thenBy: [{ sortField: 'name', sortOrder: 'desc' }],
      fields: ['name'],
    };
    expect((await admin().post('/api/tools/search', search)).body.data.map(({ name }: { name: string }) => name)).toEqual(
      [5, 3, 1, 4, 2, 0].map((n) => `Counted ${n}`),
    );
    expect((await admin().post('/api/tools/search', { ...search, thenBy: [{ sortField: 'tags', sortOrder: 'asc' }] })).body.code).toBe(
      'sort_invalid',
    );
    const query = new URLSearchParams({
      sortField: 'weight',
      sortOrder: 'desc',
      thenBy: JSON.stringify(search.thenBy),
      searchTerms: JSON.stringify(search.searchTerms),
    });
    expect((await admin().get(`/api/tools?${query}`)).body.data[0].name).toBe('Counted 5');
    const groups = (
      await admin().post('/api/tools/group', { by: [{ field: 'weight' }], search: 'counted', searchTerms: { cost: { range: { gte: 1 } } } })
    ).body.data;
    expect(groups.map(({ keys, measures }: { keys: number[]; measures: { count: number } }) => [keys[0], measures.count])).toEqual([
      [0, 2],
      [1, 3],
    ]);
  });
});
