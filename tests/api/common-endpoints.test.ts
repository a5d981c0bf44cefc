import { expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { describeOnEachStore } from './each-store.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describeOnEachStore('The common endpoints', (server) => {
  const make = async (fields: object) => (await server().admin.post('/api/tools', fields)).body;

  it('create under both paths with 201, the whole record and a batch id', async () => {
    for (const path of ['/api/tools', '/api/tools/create', '/api/tools/']) {
      const { status, body, headers } = await server().admin.post(path, {
        name: 'Saw',
        cost: 12.5,
        state: 'in_use',
        user: 'someone',
        sentBy: 'x',
        userId: 'y',
        _warnings: [],
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({ name: 'Saw', cost: 12.5, state: 'in_use', _version: 1 });
      expect(body._id).toMatch(UUID);
      expect(headers.get('x-batch-id')).toMatch(UUID);
      const who = await server().admin.get('/api/auth/authenticated');
      expect(body.created_by).toBe(who.body.user._id);
    }
  });

  it('read by id, and return 404 for an unknown id or an id of another module', async () => {
    const tool = await make({ name: 'Plane' });
    expect((await server().admin.get(`/api/tools/${tool._id}`)).body).toEqual(tool);
    expect((await server().admin.get('/api/tools/nope')).status).toBe(404);
    expect((await server().admin.get(`/api/makers/${tool._id}`)).body).toMatchObject({ code: 'record_not_found', details: [] });
  });

  it('merge an update by field, clear with null, and accept the whole record sent back', async () => {
    const tool = await make({ name: 'Chisel', notes: 'old', weight: 3 });
    const updated = await server().admin.put(`/api/tools/${tool._id}`, { notes: null, weight: 4 });
    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject({ name: 'Chisel', weight: 4, _version: 2 });
    expect(updated.body.notes ?? null).toBeNull();
    const back = await server().admin.put('/api/tools/update', {
      ...updated.body,
      name: 'Wide chisel',
      _warnings: [{ code: 'x', text: 'y' }],
    });
    expect(back.status).toBe(200);
    expect(back.body).toMatchObject({ name: 'Wide chisel', _version: 3 });
  });

  it('refuse a stale version with 409 and the current record', async () => {
    const tool = await make({ name: 'Drill' });
    await server().admin.put(`/api/tools/${tool._id}`, { weight: 1 });
    const { status, body } = await server().admin.put(`/api/tools/${tool._id}`, { weight: 2, _version: 1 });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'version_conflict', current: { _id: tool._id, weight: 1, _version: 2 } });
  });

  it('update certain fields of one and of many, by PUT and POST, each record saved separately in one batch', async () => {
    const [a, b] = [await make({ name: 'A' }), await make({ name: 'B' })];
    expect((await server().admin.put(`/api/tools/update-certain-fields/${a._id}`, { fields: { weight: 7 } })).body.weight).toBe(7);
    for (const [method, weight] of [
      ['PUT', 8],
      ['POST', 9],
    ] as const) {
      const { status, body, headers } = await server().admin.raw(
        method,
        '/api/tools/update-certain-fields-array/',
        JSON.stringify({ ids: [a._id, b._id, 'nope'], fields: { weight } }),
      );
      expect(status).toBe(200);
      expect(body.success).toBe(true);
      expect([...body.updated].sort()).toEqual([a._id, b._id].sort());
      expect(body.refused).toMatchObject([{ _id: 'nope', code: 'record_not_found' }]);
      expect(headers.get('x-batch-id')).toMatch(UUID);
      expect((await server().admin.get(`/api/tools/${b._id}`)).body.weight).toBe(weight);
    }
  });

  it('search with filter, sort, page and total, the same under all names and by GET', async () => {
    const maker = (await server().admin.post('/api/makers', { name: 'Searchers' })).body;
    for (let n = 0; n < 5; n += 1) await make({ name: `Search ${n}`, weight: n, makers_tools: maker._id });
    const search = {
      searchTerms: { makers_tools: maker._id, weight: { range: { gte: 1 } } },
      sortField: 'weight',
      sortOrder: 'desc',
      pageNumber: 1,
      pageSize: 3,
    };
    for (const path of [
      'search',
      'dataSourceSearch',
      'normal-search',
      'basic-search',
      'paged-search',
      'pagedSearch',
      'advancedSearch',
      'search-with-limit-and-sort',
      'searchWithPopulates',
      'smart-search',
      'search/',
    ]) {
      const { status, body } = await server().admin.post(`/api/tools/${path}`, search);
      expect(status).toBe(200);
      expect(body.data.map((tool: { weight: number }) => tool.weight)).toEqual([1]);
      expect(body).toMatchObject({ total: 4, pageNumber: 1, pageSize: 3 });
      expect(body).not.toHaveProperty('totalIsExact');
    }
    const query = new URLSearchParams({
      searchTerms: JSON.stringify(search.searchTerms),
      sortField: 'weight',
      sortOrder: 'desc',
      pageNumber: '1',
      pageSize: '3',
    });
    for (const path of ['', '/list'])
      expect((await server().admin.get(`/api/tools${path}?${query}`)).body).toMatchObject({
        total: 4,
        pageNumber: 1,
        pageSize: 3,
        data: [{ weight: 1 }],
      });
    const ids = await server().admin.post('/api/tools/search', { ...search, pageNumber: 0, idsOnly: true });
    expect(ids.body.data).toHaveLength(3);
    expect(ids.body.data[0]).toMatch(UUID);
    expect(
      (await server().admin.post('/api/tools/search', { ...search, pageNumber: 0, pageSize: 100_000, idsOnly: true })).body.data,
    ).toHaveLength(4);
    const some = await server().admin.post('/api/tools/search', {
      searchTerms: search.searchTerms,
      sortField: 'weight',
      selectAll: true,
      selectNumberOfRecords: 2,
    });
    expect(some.body.data.map((tool: { weight: number }) => tool.weight)).toEqual([1, 2]);
    const limited = await server().admin.post('/api/tools/search', { ...search, totalLimit: 1_000 });
    expect(limited.body).toMatchObject({ total: 4, totalIsExact: true });
  });

  it('return text matches by smart-search, the first match by search-for-one, and 404 when nothing matches', async () => {
    await make({ name: 'Zyzzyva clamp', notes: 'for round pipes' });
    expect((await server().admin.post('/api/tools/smart-search', { search: 'zyzzyva' })).body.data).toMatchObject([
      { name: 'Zyzzyva clamp' },
    ]);
    expect((await server().admin.post('/api/tools/search-for-one', { searchTerms: { name: 'zyzzyva CLAMP' } })).body).toMatchObject({
      name: 'Zyzzyva clamp',
    });
    expect((await server().admin.post('/api/tools/search-for-one', { searchTerms: { name: 'none such' } })).status).toBe(404);
  });

  it('find one record by field values next to the search, with null for empty fields', async () => {
    const bare = await make({ name: 'Yardstick', weight: 3 });
    const noted = await make({ name: 'Yardstick', weight: 3, notes: 'bent', keywords: ['long', 'old'] });
    const one = (body: object) => server().admin.post('/api/tools/search-for-one', body);
    expect((await one({ name: 'Yardstick', weight: 3, notes: null })).body._id).toBe(bare._id);
    expect((await one({ name: 'Yardstick', keywords: ['old', 'long'] })).body._id).toBe(noted._id);
    expect((await one({ name: 'Yardstick', keywords: ['old', 'short'] })).status).toBe(404);
    expect(
      (await one({ keywords: 'long', searchTerms: { name: 'Yardstick' }, sortField: 'name', fields: ['name'], user: 'someone' })).body,
    ).toEqual({ _id: noted._id, _version: 1, name: 'Yardstick' });
    expect((await one({ name: 'Yardstick', wait: 3 })).body).toMatchObject({ code: 'parameter_invalid', details: [{ field: 'wait' }] });
    expect((await one({ weight: 'heavy' })).body).toMatchObject({ code: 'filter_invalid' });
  });

  it('group records', async () => {
    const maker = (await server().admin.post('/api/makers', { name: 'Groupers' })).body;
    for (const [state, cost] of [
      ['new', 1.1],
      ['new', 2.2],
      ['broken', 5],
    ] as const)
      await make({ name: 'G', state, cost, makers_tools: maker._id });
    const { status, body } = await server().admin.post('/api/tools/group', {
      searchTerms: { makers_tools: maker._id },
      by: [{ field: 'state' }],
      measures: [
        { name: 'n', kind: 'count' },
        { name: 'sum', kind: 'sum', field: 'cost' },
      ],
    });
    expect(status).toBe(200);
    expect(body.data).toHaveLength(2);
    expect(body.data).toContainEqual({ keys: ['new'], measures: { n: 2, sum: 3.3 } });
    expect(body.data).toContainEqual({ keys: ['broken'], measures: { n: 1, sum: 5 } });
    const group = async (part: object): Promise<unknown> =>
      (await server().admin.post('/api/tools/group', { searchTerms: { makers_tools: maker._id }, ...part })).body;
    const states = [{ field: 'state' }];
    const [broken, fresh] = [
      { keys: ['broken'], measures: { count: 1 } },
      { keys: ['new'], measures: { count: 2 } },
    ];
    expect(await group({ by: states, sort: { measure: 'count', descending: true } })).toEqual({ data: [fresh, broken] });
    expect(await group({ by: states, sort: { step: 0 }, limit: 1 })).toEqual({ data: [broken] });
    expect(await group({ measures: [{ name: 'states', kind: 'distinct', field: 'state' }] })).toEqual({
      data: [{ keys: [], measures: { states: 2 } }],
    });
    expect(await group({ by: states, sort: { measure: 'price' } })).toMatchObject({ code: 'group_invalid' });
    expect(await group({ by: states, sort: { by: 'count' } })).toMatchObject({ code: 'parameter_invalid' });
  });

  it('populate relates, list related records and the dependents of a record', async () => {
    const maker = (await server().admin.post('/api/makers', { name: 'Stanley' })).body;
    const tool = await make({ name: 'Level', makers_tools: maker._id });
    for (const method of ['GET', 'POST'] as const) {
      const { body } = await server().admin.raw(method, `/api/tools/with-relationships/${tool._id}`, method === 'GET' ? undefined : '{}');
      expect(body.makers_tools).toMatchObject({ _id: maker._id, name: 'Stanley', open: true });
    }
    const relationships = (body: object) => server().admin.post(`/api/makers/with-relationships/${maker._id}`, body);
    const tools = [expect.objectContaining({ _id: tool._id, module: 'tools', name: 'Level', open: true })];
    for (const body of [{}, { populate: ['makers_tools'] }, { searchTerms: { name: 'Stanley' } }])
      expect((await relationships(body)).body.makers_tools, JSON.stringify(body)).toEqual(tools);
    expect((await server().admin.get(`/api/makers/with-relationships/${maker._id}`)).body.makers_tools).toEqual(tools);
    for (const populate of [false, true]) expect((await relationships({ populate })).body).not.toHaveProperty('makers_tools');
    expect(await relationships({ searchTerms: { name: 'Other' } })).toMatchObject({ status: 404, body: { code: 'record_not_found' } });
    expect((await relationships({ searchTerms: { nothing: 1 } })).body.code).toBe('unknown_field');
    expect((await relationships({ populate: ['nothing'] })).body.code).toBe('unknown_field');
    expect((await relationships({ nothing: 1 })).body.code).toBe('parameter_invalid');
    expect((await server().admin.get(`/api/tools/${tool._id}?populate=makers_tools`)).body.makers_tools).toMatchObject({ name: 'Stanley' });
    const related = await server().admin.post(`/api/makers/related/${maker._id}`, { relation: 'makers_tools', pageSize: 5 });
    expect(related.body).toMatchObject({ module: 'tools', total: 1, data: [{ _id: tool._id }] });
    const cut = await server().admin.post(`/api/makers/related/${maker._id}`, {
      relation: 'makers_tools',
      fields: ['name', 'makers_tools'],
      populate: ['makers_tools'],
      totalLimit: 10,
    });
    expect(cut.body).toMatchObject({ module: 'tools', total: 1, totalIsExact: true });
    expect(cut.body.data).toEqual([
      { _id: tool._id, _version: 1, name: 'Level', makers_tools: expect.objectContaining({ name: 'Stanley', open: true }) },
    ]);
    expect(
      (await server().admin.post(`/api/makers/related/${maker._id}`, { relation: 'makers_tools', fields: ['nothing'] })).body.details,
    ).toMatchObject([{ field: 'nothing', code: 'unknown_field' }]);
    expect(
      (await server().admin.post(`/api/makers/related/${maker._id}`, { relation: 'makers_tools', totalLimit: 0 })).body.details,
    ).toMatchObject([{ field: 'totalLimit' }]);
    const dependents = await server().admin.get(`/api/makers/${maker._id}/dependents`);
    expect(dependents.body.data).toContainEqual(expect.objectContaining({ module: 'tools', count: 1 }));
  });

  it('mark deleted by four endpoints, hide the deleted, restore, and permanently delete only marked records', async () => {
    const tools = [await make({ name: 'D1' }), await make({ name: 'D2' }), await make({ name: 'D3' }), await make({ name: 'D4' })];
    const gone = await make({ name: 'D5' });
    const ids = tools.map((tool) => tool._id as string);
    expect((await server().admin.delete(`/api/tools/${ids[0]}`)).body).toMatchObject({ success: true, deleted: [ids[0]], refused: [] });
    expect((await server().admin.put(`/api/tools/mark-deleted/${ids[1]}`)).body).toMatchObject({ success: true, deleted: [ids[1]] });
    expect((await server().admin.put('/api/tools/mark-as-deleted/by-array', { ids: [ids[2], 'nope'] })).body).toMatchObject({
      success: true,
      deleted: [ids[2]],
      refused: [{ _id: 'nope' }],
    });
    expect((await server().admin.post('/api/tools/delete-by-array', { ids: [gone._id] })).body).toMatchObject({
      success: true,
      deleted: [gone._id],
    });
    const found = await server().admin.post('/api/tools/search', { searchTerms: { name: { in: ['D1', 'D2', 'D3', 'D4', 'D5'] } } });
    expect(found.body.data.map((tool: { _id: string }) => tool._id)).toEqual([ids[3]]);
    expect(
      (await server().admin.post('/api/tools/search', { searchTerms: { deleted: true, name: { startsWith: 'D' } } })).body.total,
    ).toBeGreaterThanOrEqual(3);
    expect((await server().admin.put('/api/tools/restore/by-array', { ids: [ids[2]] })).body.restored).toEqual([ids[2]]);
    const forever = await server().admin.put('/api/tools/delete-forever/by-array', { ids: [ids[0], ids[3]] });
    expect(forever.body).toMatchObject({ success: true, deleted: [ids[0]], refused: [{ _id: ids[3], code: 'not_deleted' }] });
    expect((await server().admin.get(`/api/tools/${ids[0]}`)).status).toBe(404);
    expect((await server().admin.delete('/api/tools/nope')).status).toBe(404);
  });

  it('mark deleted and permanently delete under /custom too', async () => {
    const { _id } = await make({ name: 'Custom' });
    for (const path of ['mark-deleted', 'delete-forever'])
      expect((await server().admin.put(`/api/tools/custom/${path}/by-array`, { ids: [_id] })).body, path).toEqual({
        success: true,
        deleted: [_id],
        refused: [],
      });
  });

  it('refuse to permanently delete referenced records, with the list of references, unless they are unlinked', async () => {
    const maker = (await server().admin.post('/api/makers', { name: 'Referred' })).body;
    const tool = await make({ name: 'Referring', makers_tools: maker._id });
    await server().admin.delete(`/api/makers/${maker._id}`);
    const refused = await server().admin.put('/api/makers/delete-forever/by-array', { ids: [maker._id] });
    expect(JSON.stringify(refused.body)).toContain('dependents_exist');
    const done = await server().admin.put('/api/makers/delete-forever/by-array?dependents=unlink', { ids: [maker._id] });
    expect(done.body).toMatchObject({ success: true, deleted: [maker._id] });
    expect((await server().admin.get(`/api/tools/${tool._id}`)).body.makers_tools ?? null).toBeNull();
  });

  it('store favourites and recently seen records', async () => {
    const tool = await make({ name: 'Favourite' });
    expect((await server().admin.put(`/api/tools/favorite/${tool._id}`, { favorite: true })).body).toEqual({ favorite: true });
    expect((await server().admin.get('/api/favorites?module=tools')).body.data).toContainEqual(
      expect.objectContaining({ module: 'tools', _id: tool._id, name: 'Favourite' }),
    );
    expect((await server().admin.post(`/api/tools/favorite/${tool._id}`, { favorite: false })).body).toEqual({ favorite: false });
    expect((await server().admin.get('/api/favorites')).body.data).not.toContainEqual(expect.objectContaining({ _id: tool._id }));
    await server().admin.post('/api/recently-seen', { module: 'tools', id: tool._id });
    expect((await server().admin.get('/api/recently-seen')).body.data[0]).toMatchObject({
      module: 'tools',
      _id: tool._id,
      name: 'Favourite',
    });
  });

  it('search all modules at once: people first, then recently opened records, within the rights of the requester', async () => {
    const search = async (client: ApiClient, body: object) => {
      const { status, body: found } = await client.post('/api/generic-modules/quick-search', body);
      expect(status, JSON.stringify(found)).toBe(200);
      return (found.data as readonly { readonly module: string; readonly name: string; readonly isRecent: boolean }[]).map(
        ({ module, name, isRecent }) => `${module} ${name}${isRecent ? ' (recent)' : ''}`,
      );
    };
    const admin = server().admin;
    await admin.post('/api/makers', { name: 'Zephyrine works' });
    await admin.post('/api/makers', { name: 'Old zephyrine' });
    await admin.post('/api/makers', { name: 'Zephyrine' });
    const opened = await make({ name: 'Big zephyrine' });
    await admin.post('/api/recently-seen', { module: 'tools', id: opened._id });
    await make({ name: 'Zephyrine pliers' });
    const person = { email: 'zephyrine@muster.test', password: 'Zephyr-pass1!', first_name: 'Zephyrine', last_name: 'Low' };
    expect((await admin.post('/api/users/register', { ...person, userType: 'Standard', roles: ['role_keeper'] })).status).toBe(201);
    const others = ['makers Zephyrine', 'makers Zephyrine works', 'tools Zephyrine pliers', 'makers Old zephyrine'];
    expect(await search(admin, { search: 'ZEPHYRINE' })).toEqual(['users Zephyrine Low', 'tools Big zephyrine (recent)', ...others]);
    expect(await search(admin, { search: 'zephyrine', limit: 1 })).toEqual([
      'users Zephyrine Low',
      'tools Big zephyrine (recent)',
      'makers Zephyrine',
      'tools Zephyrine pliers',
    ]);
    const own = await search(await server().signIn(person.email, person.password), { search: 'zephyrine' });
    // The records of users are not open to this role, and nobody else's recently opened records count.
    expect([...own].sort()).toEqual([...others, 'tools Big zephyrine'].sort());
    expect(await search(admin, { search: '  ' })).toEqual([]);
    expect((await admin.post('/api/generic-modules/quick-search', {})).status).toBe(422);
  });

  it('return the first response for a repeated idempotency key, and refuse the key with another body', async () => {
    const headers = { 'idempotency-key': 'once-only' };
    const first = await server().admin.post('/api/tools', { name: 'Once' }, headers);
    const second = await server().admin.post('/api/tools', { name: 'Once' }, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body._id).toBe(first.body._id);
    expect(second.headers.get('x-batch-id')).toBe(first.headers.get('x-batch-id'));
    const other = await server().admin.post('/api/tools', { name: 'Twice' }, headers);
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    expect((await server().admin.post('/api/tools/search', { searchTerms: { name: 'Once' } })).body.total).toBe(1);
  });

  it('add to a batch, and undo it as a whole', async () => {
    const tool = await make({ name: 'Before', weight: 1 });
    const first = await server().admin.put(`/api/tools/${tool._id}`, { name: 'After' });
    const batch = first.headers.get('x-batch-id') ?? '';
    const second = await server().admin.put(`/api/tools/${tool._id}`, { weight: 2 }, { 'x-batch-id': batch });
    expect(second.headers.get('x-batch-id')).toBe(batch);
    const undone = await server().admin.post(`/api/batches/${batch}/undo`);
    expect(undone.status).toBe(200);
    expect((await server().admin.get(`/api/tools/${tool._id}`)).body).toMatchObject({ name: 'Before', weight: 1 });
    expect((await server().admin.post('/api/batches/00000000-0000-4000-8000-00000000ffff/undo')).status).toBe(404);
  });

  it('record a history per field, which nobody can change', async () => {
    const tool = await make({ name: 'History' });
    await server().admin.put(`/api/tools/${tool._id}`, { weight: 5, state: 'broken' });
    const { body } = await server().admin.get(`/api/audit-log/get-record-changes-by-module/tools/${tool._id}`);
    expect(body.total).toBe(3);
    expect(body.data).toContainEqual(expect.objectContaining({ field: 'weight', new_value: 5, record_id: tool._id, module: 'tools' }));
    const searched = await server().admin.post('/api/audit-log/dataSourceSearch', {
      searchTerms: { module: 'tools', record_id: tool._id },
      pageSize: 1,
    });
    expect(searched.body).toMatchObject({ total: 3, pageSize: 1 });
    for (const searchTerms of [
      { record_name: 'history', record_id: tool._id },
      { changeSource: 'direct record', record_id: tool._id },
    ]) {
      expect((await server().admin.post('/api/audit-log/search', { searchTerms, sortField: 'record_name' })).body.total).toBe(3);
    }
    const [entry] = body.data;
    expect((await server().admin.get(`/api/audit-log/${entry._id}?module=tools`)).body._id).toBe(entry._id);
    expect((await server().admin.put(`/api/audit-log/${entry._id}`, { new_value: 'x' })).status).toBe(403);
  });
});
