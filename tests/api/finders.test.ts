import { beforeAll, expect, it } from 'vitest';
import { MODULE_ENDPOINTS } from '../../engine/api/module-endpoints/route-table.ts';
import { PAGE_QUERY_SCHEMA } from '../../engine/api/module-endpoints/operations/run-finder.ts';
import { COMMON_PATHS, PAGE_PARAMETERS } from '#engine/model/definitions';
import type { ApiClient } from '../support/api-client.ts';
import { describeOnEachStore } from './each-store.ts';

it.each(['GET', 'POST', 'PUT', 'DELETE'] as const)('Finders cannot use the paths of the %s endpoints in the route table', (of) => {
  const paths = MODULE_ENDPOINTS.filter(({ method, path }) => method === of && path !== '').map(({ path }) => path);
  expect([...COMMON_PATHS[of]].sort()).toEqual(paths.sort());
});

it('Terms of finders cannot use the names of the page options in a body', () => {
  expect([...PAGE_PARAMETERS].sort()).toEqual(Object.keys(PAGE_QUERY_SCHEMA.properties).sort());
});

describeOnEachStore('Finders', (server) => {
  let admin: ApiClient;
  let maker: string;
  const make = async (fields: object): Promise<{ readonly _id: string }> => (await admin.post('/api/tools', fields)).body;
  const names = (body: { readonly data: readonly { readonly name: string }[] }): readonly string[] => body.data.map(({ name }) => name);
  const signInAs = async (role: string, roleId = `role_${role}`): Promise<ApiClient> => {
    const email = `${role}@muster.test`;
    const made = await admin.post('/api/users/register', {
      email,
      password: 'Borrower-1!',
      first_name: 'A',
      last_name: role,
      userType: 'Standard',
      roles: [roleId],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return server().signIn(email, 'Borrower-1!');
  };

  beforeAll(async () => {
    admin = server().admin;
    maker = (await admin.post('/api/makers', { name: 'Stanley' })).body._id;
    for (const [name, weight] of [
      ['Light', 1],
      ['Heavy', 9],
      ['Middle', 5],
    ] as const)
      await make({
        name,
        weight,
        makers_tools: maker,
        is_sharp: weight > 4,
        cost: weight + 0.5,
        serial: `S/${weight} é`,
        keywords: [name, 'all'],
        about: { module: 'makers', id: maker },
      });
    await make({ name: 'Of nobody', weight: 5, state: 'in_use' });
  });

  it('return a page in the order of the finder or of the request, page by page', async () => {
    const { status, body } = await admin.get(`/api/tools/by-maker/${maker}`);
    expect(status).toBe(200);
    expect(names(body)).toEqual(['Heavy', 'Middle', 'Light']);
    expect(body).toMatchObject({ total: 3, pageNumber: 0, pageSize: 10 });
    expect(names((await admin.get(`/api/tools/by-maker/${maker}/?pageSize=2&pageNumber=1`)).body)).toEqual(['Light']);
    expect(names((await admin.get(`/api/tools/by-maker/${maker}?sortField=name&sortOrder=asc`)).body)).toEqual([
      'Heavy',
      'Light',
      'Middle',
    ]);
    const cut = await admin.get(`/api/tools/by-maker/${maker}?fields=name,makers_tools&populate=makers_tools&totalLimit=50`);
    expect(cut.body).toMatchObject({ totalIsExact: true, data: [{ name: 'Heavy', makers_tools: { name: 'Stanley' } }, {}, {}] });
    expect(cut.body.data[0]).not.toHaveProperty('weight');
    expect((await admin.get('/api/tools/by-maker/nobody')).body).toMatchObject({ data: [], total: 0 });
  });

  it('parse a path parameter as a value of its field, and refuse an invalid one', async () => {
    expect(names((await admin.get('/api/tools/sharp/by-weight/5')).body)).toEqual(['Middle']);
    expect(names((await admin.get('/api/tools/by-sharpness/true')).body)).toEqual(['Heavy', 'Middle']);
    expect(names((await admin.get('/api/tools/by-sharpness/false')).body)).toEqual(['Light', 'Of nobody']);
    expect(names((await admin.get('/api/tools/by-cost/9.5')).body)).toEqual(['Heavy']);
    expect(names((await admin.get('/api/tools/by-part/ALL')).body)).toEqual(['Heavy', 'Light', 'Middle']);
    expect(names((await admin.get(`/api/tools/about/makers/${maker}`)).body)).toEqual(['Heavy', 'Light', 'Middle']);
    for (const path of ['sharp/by-weight/much', 'by-sharpness/maybe', 'by-cost/9.555', 'about/nothing/x']) {
      const refused = await admin.get(`/api/tools/${path}`);
      expect([refused.status, refused.body.code], path).toEqual([422, 'filter_invalid']);
    }
    expect((await admin.get(`/api/tools/by-maker/${maker}?searchTerms={}`)).body).toMatchObject({
      code: 'parameter_invalid',
      details: [{ field: 'searchTerms' }],
    });
    expect((await admin.get('/api/tools/for-serial/S1?pageSize=1')).body).toMatchObject({
      code: 'parameter_invalid',
      details: [{ field: 'pageSize' }],
    });
  });

  it('return one record or 404; a fixed segment takes precedence over a parameter and over a record id', async () => {
    const one = await admin.get(`/api/tools/for-serial/${encodeURIComponent('S/9 é')}?populate=makers_tools`);
    expect([one.status, one.body.name, one.body.makers_tools.name]).toEqual([200, 'Heavy', 'Stanley']);
    expect((await admin.get('/api/tools/for-serial/none')).body).toMatchObject({ code: 'record_not_found' });
    expect((await admin.get('/api/tools/for-serial/spare')).body).toMatchObject({ state: 'new' });
    expect((await admin.get('/api/tools/mine')).body).toMatchObject({ data: [], total: 0 });
    expect((await admin.get('/api/tools/by-part/dependents')).body).toMatchObject({ data: [], total: 0 });
  });

  it('return the next number over all records, including deleted and invisible ones, and reserve nothing', async () => {
    const borrower = await signInAs('borrower');
    const gone = await make({ name: 'Gone', weight: 41.5 });
    expect((await admin.delete(`/api/tools/${gone._id}`)).status).toBe(200);
    for (const reader of [admin, borrower])
      for (let turn = 0; turn < 2; turn += 1)
        expect((await reader.get('/api/tools/get-next-available/weight')).body).toEqual({ weight: 42 });
    const { number } = (await admin.get('/api/tools/get-next-available/number')).body;
    expect((await admin.get(`/api/tools/${(await make({ name: 'Next' }))._id}`)).body.number).toBe(number);
    expect((await admin.get('/api/tools/get-next-available/number')).body).toEqual({ number: number + 1 });
  });

  it('return no more than a search would: rows, fields and modules', async () => {
    const [borrower, keeper] = [await server().signIn('borrower@muster.test', 'Borrower-1!'), await signInAs('keeper')];
    expect((await borrower.get(`/api/tools/by-maker/${maker}`)).body).toMatchObject({ data: [], total: 0 });
    expect((await borrower.get(`/api/tools/for-serial/${encodeURIComponent('S/9 é')}`)).status).toBe(404);
    const mine = await make({ name: 'Lent', serial: 'LENT', assigned_to: (await borrower.get('/api/auth/authenticated')).body.user._id });
    expect((await borrower.get('/api/tools/for-serial/lent')).body._id).toBe(mine._id);
    expect(names((await borrower.get('/api/tools/mine')).body)).toEqual(['Lent']);
    expect(names((await keeper.get(`/api/tools/by-maker/${maker}`)).body)).toEqual(['Heavy', 'Middle', 'Light']);
    expect((await keeper.get('/api/tools/by-cost/9.5')).body).toMatchObject({ code: 'unknown_field' });
    await admin.put('/api/roles/role_keeper', { field_access: { tools: { cost: 'none', weight: 'none' } } });
    expect((await keeper.get('/api/tools/get-next-available/weight')).body).toMatchObject({ code: 'unknown_field' });
    await admin.put('/api/roles/role_borrower', { module_access: { makers: { access: true, view: 'All' } } });
    for (const path of [`by-maker/${maker}`, 'get-next-available/number', 'mine'])
      expect((await borrower.get(`/api/tools/${path}`)).body.code, path).toBe('module_access_denied');
    expect((await server().anonymous.get('/api/tools/mine')).status).toBe(401);
  });

  it('mark deleted the matching records that the requester may delete, in one batch that can be undone', async () => {
    const other = (await admin.post('/api/makers', { name: 'Gone soon' })).body._id as string;
    const [one, two] = [await make({ name: 'First', makers_tools: other }), await make({ name: 'Second', makers_tools: other })];
    const remove = (client: ApiClient, headers = {}) => client.delete(`/api/tools/by-maker/${other}`, headers);
    const reading = { access: true, create: false, mass_update: false, export: false, view: 'All', edit: 'None', delete: 'None' };
    const role = (await admin.post('/api/roles', { name: 'Reader', module_access: { tools: reading, makers: reading }, field_access: {} }))
      .body._id as string;
    const refused = await remove(await signInAs('reader', role));
    expect([refused.status, refused.body.success, refused.body.deleted]).toEqual([200, false, []]);
    expect(refused.body.refused.map(({ code }: { readonly code: string }) => code)).toEqual(['action_not_allowed', 'action_not_allowed']);
    const key = { 'idempotency-key': `by-maker-${other}` };
    const done = await remove(admin, key);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect({ ...done.body, deleted: [...done.body.deleted].sort() }).toEqual({
      success: true,
      deleted: [one._id, two._id].sort(),
      refused: [],
    });
    expect((await remove(admin, key)).body).toEqual(done.body);
    expect((await remove(admin)).body).toEqual({ success: true, deleted: [], refused: [] });
    expect((await admin.get(`/api/tools/by-maker/${other}`)).body.total).toBe(0);
    expect((await admin.post(`/api/batches/${done.headers.get('x-batch-id')}/undo`, {})).body.left).toEqual([]);
    expect((await admin.get(`/api/tools/by-maker/${other}`)).body.total).toBe(2);
    expect((await admin.get('/api/openapi.json')).body.paths['/api/tools/by-maker/{maker}'].delete).toMatchObject({
      summary: 'Mark the tools of one maker deleted',
      parameters: [{ name: 'maker' }, {}, {}],
    });
    for (const path of ['by-cost/9.5', 'mine', 'nothing/here'])
      expect([404], path).toContain((await admin.delete(`/api/tools/${path}`)).status);
    expect((await server().anonymous.delete(`/api/tools/by-maker/${other}`)).status).toBe(401);
  });

  it('read lists and texts from the body that are not in the path, in addition to page options', async () => {
    const others = (await admin.post('/api/makers', { name: 'Bahco' })).body._id as string;
    const lender = (await admin.get('/api/auth/authenticated')).body.user._id as string;
    for (const [name, assigned_to] of [
      ['Free', null],
      ['Lent to me', lender],
    ] as const)
      await make({ name, weight: 900, makers_tools: others, assigned_to });
    const path = '/api/tools/by-makers-and-not-lent-to';
    const values = { makers: [others, maker], user: lender };
    expect(names((await admin.post(path, values)).body)).toEqual(['Free', 'Heavy', 'Light', 'Middle']);
    const page = await admin.post(path, {
      ...values,
      pageSize: 2,
      pageNumber: 1,
      sortField: 'weight',
      sortOrder: 'asc',
      fields: ['name'],
      sentBy: 'nobody',
    });
    expect(page.body).toMatchObject({ total: 4, pageNumber: 1, pageSize: 2 });
    expect(page.body.data.map(({ _id: _, _version: __, ...rest }: { readonly _id: string; readonly _version: number }) => rest)).toEqual([
      { name: 'Heavy' },
      { name: 'Free' },
    ]);
    expect((await admin.post(path, { makers: [others], user: null })).body).toMatchObject({
      code: 'parameter_invalid',
      details: [{ field: 'user', code: 'required' }],
    });
    expect((await admin.post(path, { ...values, searchTerms: {} })).body).toMatchObject({
      code: 'parameter_invalid',
      details: [{ field: 'searchTerms', code: 'unknown' }],
    });
    for (const makers of ['one', [], { in: [1] }, [{ a: 1 }]])
      expect((await admin.post(path, { ...values, makers })).body.code, JSON.stringify(makers)).toBe('filter_invalid');
    expect((await admin.post('/api/tools/lightest/about/makers', { id: maker })).body.name).toBe('Light');
    expect((await admin.post('/api/tools/lightest/about/makers', { id: 'none' })).status).toBe(404);
    for (const [method, nowhere] of [
      ['get', path],
      ['post', '/api/tools/by-maker/x'],
      ['post', '/api/makers/nothing/here'],
    ] as const)
      expect((await admin[method](nowhere, {})).status, nowhere).toBe(404);
    expect((await server().anonymous.post(path, values)).status).toBe(401);
    const { post } = (await admin.get('/api/openapi.json')).body.paths[path];
    expect(post.requestBody.content['application/json'].schema).toMatchObject({
      required: ['makers', 'user'],
      properties: { makers: { type: 'array' }, user: {}, pageSize: { type: 'integer' } },
    });
  });

  it('mark deleted the records that the body selects, once per idempotency key, and report unknown properties', async () => {
    const { _id } = await make({ name: 'To go', serial: 'GO' });
    const path = '/api/tools/mark-as-deleted/by-serial';
    expect((await admin.put(path, { serial: 'GO', all: true })).body).toMatchObject({
      code: 'parameter_invalid',
      details: [{ field: 'all' }],
    });
    expect((await admin.put(path, {})).body).toMatchObject({ code: 'parameter_invalid', details: [{ field: 'serial' }] });
    for (let turn = 0; turn < 2; turn += 1)
      expect((await admin.put(path, { serial: 'GO' }, { 'idempotency-key': 'go-once' })).body).toEqual({
        success: true,
        deleted: [_id],
        refused: [],
      });
    expect((await admin.put(path, { serial: 'GO' })).body).toEqual({ success: true, deleted: [], refused: [] });
  });

  it('search the records that refer to a module, with the rights on both modules', async () => {
    const path = '/api/makers/tools/search';
    const found = await admin.post(path, {
      searchTerms: { weight: { range: { lte: 5 } } },
      sortField: 'weight',
      sortOrder: 'desc',
      fields: ['name'],
      pageSize: 5,
    });
    expect(found.status, JSON.stringify(found.body)).toBe(200);
    expect([names(found.body), found.body.total, found.body.pageSize]).toEqual([['Middle', 'Light'], 2, 5]);
    expect(names((await admin.post(path, { pageSize: 100 })).body)).not.toContain('Of nobody');
    expect((await admin.post(path, { searchTerms: { nothing: 1 } })).body.code).toBe('unknown_field');
    const reading = { access: true, create: false, mass_update: false, export: false, view: 'All', edit: 'None', delete: 'None' };
    for (const of of ['tools', 'makers']) {
      const role = (await admin.post('/api/roles', { name: `Only ${of}`, module_access: { [of]: reading }, field_access: {} })).body
        ._id as string;
      const client = await signInAs(`only-${of}`, role);
      expect((await client.post(path, {})).body.code, of).toBe('module_access_denied');
      expect((await client.get('/api/openapi.json')).body.paths, of).not.toHaveProperty([path]);
    }
    const { post } = (await admin.get('/api/openapi.json')).body.paths[path];
    expect([post.requestBody, post.responses['200']].map(({ content }) => content['application/json'].schema.$ref)).toEqual([
      '#/components/schemas/tools.search',
      '#/components/schemas/tools.page',
    ]);
  });

  it('read records by their ids that the requester may see, all on one page', async () => {
    const made = [await make({ name: 'By id 1' }), await make({ name: 'By id 2' })];
    const ids = [...made.map(({ _id }) => _id), 'nobody'];
    expect(names((await admin.post('/api/tools/get-by-ids', { ids })).body).toSorted()).toEqual(['By id 1', 'By id 2']);
    const borrower = await server().signIn('borrower@muster.test', 'Borrower-1!');
    expect((await borrower.post('/api/tools/get-by-ids', { ids })).body.code).toBe('module_access_denied');
    expect((await admin.post('/api/tools/get-by-ids', { ids: [] })).body.code).toBe('body_invalid');
    expect((await admin.post('/api/tools/get-by-ids', { ids: Array.from({ length: 1_001 }, (_, index) => `id-${index}`) })).body.code).toBe(
      'too_many_ids',
    );
    expect(
      (await admin.post('/api/tools/get-by-ids', { ids: Array.from({ length: 1_000 }, (_, index) => `id-${index}`) })).body,
    ).toMatchObject({ data: [], total: 0 });
  });

  it('follow a published definition with the next request, also in the OpenAPI document', async () => {
    const path = '/api/ss-modules/tools';
    expect((await admin.get('/api/tools/by-hotline/4045551234')).body).toMatchObject({ code: 'route_not_found' });
    const { body: modules } = await admin.get('/api/ss-modules');
    const finders = [
      ...modules.data.find((one: { readonly name: string }) => one.name === 'tools').finders,
      { path: '/by-hotline/:phone', terms: { hotline: ':phone' }, result: 'page', summary: 'Tools of one hotline' },
    ];
    const changed = await admin.put(path, { finders });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await make({ name: 'Rung', hotline: '(404) 555-1234' });
    expect(names((await admin.get('/api/tools/by-hotline/4045551234')).body)).toEqual(['Rung']);
    expect((await admin.get('/api/openapi.json')).body.paths['/api/tools/by-hotline/{phone}'].get).toMatchObject({
      summary: 'Tools of one hotline',
      parameters: [{ name: 'phone' }, {}, {}, {}, {}, {}, {}, {}, {}],
    });
    const wrong = await admin.put(path, { finders: [{ path: '/by-x/:y', terms: { x: ':y' }, result: 'page', summary: 'Wrong' }] });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'definition_invalid']);
    expect(wrong.body.details[0].message).toBe('The finder /by-x/:y of tools: there is no such field (x).');
    expect((await admin.get('/api/makers/nothing/here')).body).toMatchObject({ code: 'route_not_found' });
    expect((await admin.get('/api/nothing/nothing/here')).body).toMatchObject({ code: 'route_not_found' });
  });
});
