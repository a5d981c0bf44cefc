import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { describeRules } from './each-store.ts';

const people = {
  keeper: { email: 'side.keeper@muster.test', userType: 'Standard', roles: ['role_keeper'] },
  provider: { email: 'side.provider@muster.test', userType: 'Provider', roles: ['role_borrower'] },
} as const;

describeRules('Endpoints other than the common ones', (server) => {
  const admin = (): ApiClient => server().admin;
  let keeper: ApiClient;
  let provider: ApiClient;

  beforeAll(async () => {
    for (const person of Object.values(people)) {
      const made = await admin().post('/api/users/register', {
        ...person,
        password: 'Side-pass1!',
        first_name: 'Sid',
        last_name: person.userType,
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
    }
    keeper = await server().signIn(people.keeper.email, 'Side-pass1!');
    provider = await server().signIn(people.provider.email, 'Side-pass1!');
  });

  it('return the names of roles only to staff, like the records of roles', async () => {
    expect((await keeper.get('/api/roles')).body.data).toContainEqual({ _id: 'role_keeper', name: 'Keeper' });
    expect((await provider.get('/api/roles')).body).toMatchObject({ data: [], total: 0 });
    expect((await provider.post('/api/roles/search', { search: 'keeper' })).body.total).toBe(0);
    expect((await provider.get('/api/roles/role_keeper')).status).toBe(404);
    expect((await provider.get('/api/generic-modules?module=roles')).status).toBe(403);
  });

  it('return ids for idsOnly, and never more than a page of records', async () => {
    for (const path of ['type/Standard', 'role/role_keeper']) {
      const { body } = await admin().get(`/api/users/${path}?idsOnly=true&pageSize=5000`);
      expect(body.data.every((id: unknown) => typeof id === 'string')).toBe(true);
      expect(body).toMatchObject({ total: body.data.length, pageSize: 5000 });
      expect((await admin().get(`/api/users/${path}?pageSize=1001`)).status).toBe(422);
    }
    const { _id } = (await admin().post('/api/tools', { name: 'Rasp' })).body;
    const terms = { module: 'tools', record_id: _id };
    const { data } = (await keeper.post('/api/audit-log/search', { searchTerms: terms })).body;
    expect((await keeper.post('/api/audit-log/search', { searchTerms: terms, idsOnly: true })).body.data).toEqual([data[0]._id]);
    expect((await keeper.get('/api/audit-log?module=tools&idsOnly=true&pageSize=1001')).body.details).toMatchObject([
      { field: 'pageSize' },
    ]);
  });

  it('refuse unsupported parameters instead of ignoring them', async () => {
    for (const extra of [{ search: 'rasp' }, { fields: ['field'] }, { populate: true }]) {
      const { status, body } = await keeper.post('/api/audit-log/search', { searchTerms: { module: 'tools' }, ...extra });
      expect([status, body.details?.[0]]).toEqual([
        422,
        { field: Object.keys(extra)[0], code: 'unknown', message: 'There is no such parameter.' },
      ]);
    }
    for (const path of [
      '/api/favorites?module=tools&module=makers',
      '/api/audit-log/x?module=tools&module=makers',
      '/api/generic-modules/x?module=tools&module=makers',
    ]) {
      expect((await keeper.get(path)).body, path).toMatchObject({
        code: 'parameter_invalid',
        details: [{ field: 'module', code: 'repeated' }],
      });
    }
    expect((await admin().post('/api/ss-modules', { id: 'module_own', name: 'pegs', label: 'Pegs' })).body.code).toBe('body_invalid');
  });

  it('return the users module as each user sees it on their own record, and no other users', async () => {
    const rightsOf = (body: { fields: { fieldName: string; rights: object }[] }): object =>
      Object.fromEntries(body.fields.map(({ fieldName, rights }) => [fieldName, rights]));
    for (const person of [keeper, provider]) {
      const { status, body } = await person.get('/api/ss-modules/own-profile');
      expect(status).toBe(200);
      expect(body).toMatchObject({ name: 'users', rights: { access: true, edit: 'All', create: false, delete: 'None' } });
      expect(rightsOf(body)).toMatchObject({
        last_name: { read: 'all', write: 'all' },
        email: { read: 'all', write: 'none' },
        userType: { read: 'all', write: 'none' },
        roles: { read: 'all', write: 'none' },
      });
      expect(body.layouts.detail.sections[0].fields).toContainEqual(expect.objectContaining({ fieldName: 'last_name' }));
      expect((await person.get('/api/ss-modules/by-name/users')).body.code).toBe('module_access_denied');
    }
    expect(rightsOf((await admin().get('/api/ss-modules/own-profile')).body)).toMatchObject({ roles: { read: 'all', write: 'all' } });
  });

  it('return only the requested properties of definitions', async () => {
    const { body } = await keeper.post('/api/dropdowns/search', { searchTerms: { name: 'tool_state' }, fields: ['name'] });
    expect(body.data).toEqual([{ _id: 'dropdown_tool_state', name: 'tool_state' }]);
    expect((await keeper.get('/api/dropdowns?fields=nothing')).body).toMatchObject({
      code: 'unknown_field',
      details: [{ field: 'nothing' }],
    });
  });

  it('check the rights before the body', async () => {
    for (const path of ['update/moduleLayoutLabels', 'remove/moduleLayoutField'])
      expect((await keeper.post(`/api/ss-modules/${path}`, {})).body.code, path).toBe('admin_only');
  });

  it('report invalid measures, and accept tolerated names', async () => {
    const group = async (body: object) => (await keeper.post('/api/tools/group', { by: [{ field: 'state' }], ...body })).body;
    expect((await group({ measures: [{ name: 'heavy', kind: 'sum' }] })).error).toContain('the measure heavy names no field');
    expect(
      (
        await group({
          measures: [
            { name: 'n', kind: 'count' },
            { name: 'n', kind: 'max', field: 'weight' },
          ],
        })
      ).error,
    ).toContain('two measures are named n');
    expect(await group({ _warnings: [], user: 'x', userId: 'x', sentBy: 'x' })).toMatchObject({ data: expect.any(Array) });
  });

  it('list no field as filterable whose filter is refused', async () => {
    const { body } = await admin().get('/api/ss-modules/by-name/tools');
    const fields = body.definition.fields.map((field: { fieldName: string }) =>
      field.fieldName === 'hotline' ? { ...field, sensitive: true } : field,
    );
    expect((await admin().put(`/api/ss-modules/${body._id}`, { fields })).status).toBe(200);
    const view = async (client: ApiClient) =>
      (await client.get('/api/ss-modules/by-name/tools')).body.fields.find((field: { fieldName: string }) => field.fieldName === 'hotline');
    expect((await keeper.post('/api/tools/search', { searchTerms: { hotline: { contains: '555' } } })).body.code).toBe('unknown_field');
    expect(await view(keeper)).toMatchObject({ filterable: false, sortable: false });
    expect(await view(admin())).toMatchObject({ filterable: true });
  });

  it('sort e-mail addresses, return their ids, and find them in any spelling', async () => {
    for (const [name, address] of [
      ['Zyl', 'zoé@makers.test'],
      ['Abel', 'abel@makers.test'],
      ['Moss', 'moss@makers.test'],
    ]) {
      const made = await admin().post('/api/makers', { name, emails: [{ email_address: address, primary: true }] });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
    }
    const find = async (body: object) =>
      (
        await keeper.post('/api/email-addresses/search', {
          searchTerms: { module: 'makers', email_address: { contains: 'MAKERS.test' } },
          ...body,
        })
      ).body;
    const names = (body: { data: readonly { record_name: string }[] }) => body.data.map(({ record_name }) => record_name);
    expect(names(await find({ sortField: 'record_name' }))).toEqual(['Abel', 'Moss', 'Zyl']);
    expect(names(await find({ sortField: 'email_address', sortOrder: 'desc', pageSize: 1 }))).toEqual(['Zyl']);
    expect((await find({ idsOnly: true, pageSize: 1 })).data).toEqual([expect.stringMatching(/^makers:.+:emails:0$/)]);
    expect(await find({ pageSize: 2 })).toMatchObject({ total: 3, totalIsExact: true, pageSize: 2 });
    expect(names(await find({ searchTerms: { module: 'makers', email_address: 'ZOE@makers.test' } }))).toEqual(['Zyl']);
    expect((await find({ sortField: 'nothing' })).code).toBe('parameter_invalid');
  });
});
