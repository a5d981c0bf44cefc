import { beforeAll, expect, it } from 'vitest';
import type { AliasEntry } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { createApiClient } from '../support/api-client.ts';
import { describeOnEachStore } from './each-store.ts';

type Field = JsonObject & { readonly id: string; readonly fieldName: string };

const RIGHTS = { access: true, create: true, mass_update: true, export: true, view: 'All', edit: 'All', delete: 'All' };
const FIELDS = [
  { fieldName: 'size', label: 'Size', inputType: 'TextField' },
  { fieldName: 'load', label: 'Load', inputType: 'Number' },
  { fieldName: 'place', label: 'Place', inputType: 'Address' },
  { fieldName: 'price', label: 'Price', inputType: 'Number' },
];

describeOnEachStore('Aliases of renamed modules and fields', (server) => {
  let clerk: ApiClient;
  let id: string;
  const admin = () => server().admin;
  const definition = (module: string): JsonObject =>
    server().application.registry.definitions().module.get(module) as unknown as JsonObject;
  const fieldsOf = (module: string) => definition(module)['fields'] as readonly Field[];
  const make = async (name: string, fields: readonly object[] = FIELDS): Promise<string> => {
    const { status, body } = await admin().post('/api/ss-modules', { name, label: `The ${name}`, labelSingular: name, fields });
    expect(status, JSON.stringify(body)).toBe(201);
    return body._id as string;
  };
  const put = (module: string, fields: readonly object[]) => admin().put(`/api/ss-modules/${module}`, { fields });
  const rename = async (module: string, from: string, to: string): Promise<void> => {
    const fields = fieldsOf(module).map((field) => (field.fieldName === from ? { ...field, fieldName: to } : field));
    const { status, body } = await put(module, fields);
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const publish = async (name: string, changes: readonly object[]) => {
    const { _id, _version } = (await admin().post('/api/change-sets', { name })).body;
    const edited = await admin().put(`/api/change-sets/${_id}/changes`, { _version, changes });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    return { view: edited.body, published: await admin().post(`/api/change-sets/${_id}/publish`, {}) };
  };
  const list = async (module: string): Promise<readonly AliasEntry[]> =>
    ((await admin().get('/api/aliases?pageSize=100')).body.data as readonly AliasEntry[]).filter((one) => one.module._id === module);
  const usesOf = async (module: string, alias: string) => (await list(module)).find((one) => one.alias === alias)?.uses;

  beforeAll(async () => {
    id = await make('crates');
    await admin().post('/api/roles', {
      name: 'Crate clerk',
      module_access: { crates: RIGHTS },
      field_access: { crates: { price: 'none' } },
    });
    clerk = await createSignedInUser(server(), 'clerk@muster.test', ['Crate clerk']);
    await admin().post('/api/crates', { name: 'One', size: 'Large', load: 5, price: 9, place: { city: 'Lyon' } });
    await admin().post('/api/crates', { name: 'Two', size: 'Small', load: 7, price: 3, place: { city: 'Bern' } });
    const names: { readonly [name: string]: string } = { size: 'extent', load: 'weight', place: 'location', price: 'cost' };
    const changed = await admin().put(`/api/roles/${await roleId('Crate clerk')}`, { field_access: {} });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    for (const [from, to] of Object.entries(names)) await rename(id, from, to);
    await admin().put(`/api/roles/${await roleId('Crate clerk')}`, { field_access: { crates: { cost: 'none' } } });
  });

  const roleId = async (name: string): Promise<string> =>
    ((await admin().post('/api/roles/search', { selectAll: true, pageSize: 100 })).body.data as { _id: string; name: string }[]).find(
      (role) => role.name === name,
    )?._id ?? '';

  it('are accepted when records are created and updated; the response has the current names', async () => {
    const made = await clerk.post('/api/crates', { name: 'Three', size: 'Medium', load: 6 });
    expect([made.status, made.body.extent, made.body.weight, made.body.size]).toEqual([201, 'Medium', 6, undefined]);
    const path = `/api/crates/${made.body._id}`;
    expect((await clerk.put(path, { size: 'Huge' })).body.extent).toBe('Huge');
    const certain = await clerk.put(`/api/crates/update-certain-fields/${made.body._id}`, { fields: { load: 8 } });
    expect(certain.body.weight).toBe(8);
    const many = await clerk.put('/api/crates/update-certain-fields-array', { ids: [made.body._id], fields: { size: 'Tiny' } });
    expect(many.status, JSON.stringify(many.body)).toBe(200);
    const generic = { moduleOptions: { name: 'crates' }, fields: { size: 'Wide' } };
    expect((await clerk.put(`/api/generic-modules/${made.body._id}`, generic)).body.extent).toBe('Wide');
    const twice = await clerk.put(path, { size: 'A', extent: 'B' });
    expect([twice.status, twice.body.code, twice.body.error]).toEqual([422, 'body_invalid', expect.stringContaining('size and extent')]);
    expect((await clerk.delete(path)).status).toBe(200);
  });

  it('are accepted in every part of a search', async () => {
    const search = async (body: object) => (await clerk.post('/api/crates/search', body)).body;
    const names = (body: { readonly data: readonly JsonObject[] }) => body.data.map(({ name }) => name);
    expect(names(await search({ searchTerms: { size: 'Large' } }))).toEqual(['One']);
    expect(names(await search({ searchTerms: { or: [{ not: { load: { range: { lt: 6 } } } }, { 'place.city': 'Rome' }] } }))).toEqual([
      'Two',
    ]);
    expect(names(await search({ searchTerms: { 'place.city': 'Lyon' } }))).toEqual(['One']);
    expect(names(await search({ sortField: 'load', sortOrder: 'desc' }))).toEqual(['Two', 'One']);
    expect(names(await search({ sortField: 'deleted', sortOrder: 'asc', thenBy: [{ sortField: 'size', sortOrder: 'desc' }] }))).toEqual([
      'Two',
      'One',
    ]);
    const [one] = (await search({ fields: ['size'], searchTerms: { load: 5 } })).data;
    expect(one).toMatchObject({ extent: 'Large' });
    expect(one).not.toHaveProperty('weight');
    expect(names((await clerk.get('/api/crates?sortField=load&sortOrder=desc&fields=name,size')).body)).toEqual(['Two', 'One']);
    expect((await clerk.post('/api/crates/search-for-one', { size: 'Small' })).body.name).toBe('Two');
    const groups = await clerk.post('/api/crates/group', {
      by: [{ field: 'size' }],
      measures: [{ name: 'most', kind: 'max', field: 'load' }],
      searchTerms: { size: 'Large' },
    });
    expect(groups.status, JSON.stringify(groups.body)).toBe(200);
    expect(groups.body.data).toHaveLength(1);
    expect(groups.body.data[0]).toMatchObject({ measures: { most: 5 } });
  });

  it('are accepted in saved views, which keep the current names', async () => {
    const view = await clerk.post('/api/saved-views', {
      module: 'crates',
      name: 'Large ones',
      filter: { size: 'Large' },
      columns: [{ fieldName: 'load' }],
      sort: [{ sortField: 'size', sortOrder: 'asc' }],
      groupBy: { field: 'size' },
    });
    expect([view.status, view.body.filter]).toEqual([201, { extent: 'Large' }]);
    expect(view.body).toMatchObject({ columns: [{ fieldName: 'weight' }], sort: [{ sortField: 'extent' }], groupBy: { field: 'extent' } });
    const changed = await clerk.put(`/api/saved-views/${view.body._id}`, { filter: { load: 7 }, _version: view.body._version });
    expect([changed.status, changed.body.filter]).toEqual([200, { weight: 7 }]);
  });

  it('give exactly the rights of the field', async () => {
    const direct = await clerk.post('/api/crates/search', { searchTerms: { cost: 9 } });
    const byAlias = await clerk.post('/api/crates/search', { searchTerms: { price: 9 } });
    expect(byAlias.status).toBe(direct.status);
    expect(byAlias.status).toBeGreaterThanOrEqual(400);
    expect(byAlias.body.code).toBe(direct.body.code);
    const { body: record } = await clerk.post('/api/crates/search-for-one', { name: 'One' });
    const written = await clerk.put(`/api/crates/${record._id}`, { price: 1 });
    const writtenDirectly = await clerk.put(`/api/crates/${record._id}`, { cost: 1 });
    expect([written.status, written.body.code]).toEqual([writtenDirectly.status, writtenDirectly.body.code]);
    expect((await admin().get(`/api/crates/${record._id}`)).body.cost).toBe(9);
  });

  it('are listed page by page for System Admins, with what was renamed, when, and their uses', async () => {
    expect((await clerk.get('/api/aliases')).body.code).toBe('admin_only');
    const token = await admin().post('/api/api-tokens', { name: 'Nightly import', scopes: ['write'], password: TEST_ADMIN.password });
    const program = createApiClient(server().url, token.body.token as string);
    const before = (await usesOf(id, 'size')) ?? 0;
    for (let count = 0; count < 3; count += 1)
      await clerk.post('/api/crates/search', { searchTerms: { size: 'Large' }, sortField: 'size' });
    expect((await list(id)).find(({ alias }) => alias === 'size')).toMatchObject({
      kind: 'field',
      module: { name: 'crates', label: 'The crates' },
      name: 'extent',
      label: 'Size',
      path: null,
      uses: before + 3,
      lastUsedBy: { name: 'Test Person' },
      token: null,
    });
    await program.post('/api/crates/search', { searchTerms: { size: 'Large' } });
    const [entry] = (await list(id)).filter(({ alias }) => alias === 'size');
    expect(entry).toMatchObject({ uses: before + 4, token: { name: 'Nightly import' } });
    expect(Date.parse(entry?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(entry?.renamedAt ?? ''));
    const page = (await admin().get('/api/aliases?pageSize=1&pageNumber=1')).body;
    expect([page.data.length, page.pageNumber, page.pageSize, page.total >= 4]).toEqual([1, 1, 1, true]);
    expect((await admin().get('/api/aliases?pageSize=x')).body.code).toBe('parameter_invalid');
  });

  it('keep their names from new fields until they are removed, then the old name is unknown', async () => {
    const module = await make('barrels', FIELDS.slice(0, 2));
    await rename(module, 'size', 'extent');
    const taken = { fieldName: 'size', label: 'Size', inputType: 'TextField' };
    const refused = await put(module, [...fieldsOf(module), taken]);
    expect([refused.status, refused.body.code]).toEqual([422, 'definition_invalid']);
    expect(JSON.stringify(refused.body.details)).toContain('size is an alias of the field extent of barrels: remove the alias first.');
    const other = fieldsOf(module).map((field) => (field.fieldName === 'load' ? { ...field, fieldName: 'size' } : field));
    expect((await put(module, other)).body.code).toBe('definition_invalid');
    const [alias] = await list(module);
    expect((await clerk.delete(`/api/aliases/${alias?._id}`)).body.code).toBe('admin_only');
    const removed = await admin().delete(`/api/aliases/${alias?._id}`);
    expect([removed.status, removed.body.success]).toEqual([200, true]);
    expect(await list(module)).toEqual([]);
    expect((await admin().delete(`/api/aliases/${alias?._id}`)).body.code).toBe('definition_not_found');
    expect((await admin().post('/api/barrels', { name: 'x', size: 'Large' })).status).toBeGreaterThanOrEqual(400);
    expect((await put(module, [...fieldsOf(module), taken])).status).toBe(200);
    expect((await admin().post('/api/barrels', { name: 'x', size: 'Large', extent: 'Wide' })).body).toMatchObject({
      size: 'Large',
      extent: 'Wide',
    });
  });

  it('are refused to a new field in the change-set that renames, and not made by a swap or by a name that returns', async () => {
    const module = await make('drums', FIELDS.slice(0, 2));
    const [size, load] = fieldsOf(module) as [Field, Field];
    const clash = await put(module, [{ ...size, fieldName: 'extent' }, load, { fieldName: 'size', label: 'Size', inputType: 'Number' }]);
    expect(clash.body.code).toBe('definition_invalid');
    expect(
      (
        await put(module, [
          { ...size, fieldName: 'load' },
          { ...load, fieldName: 'size' },
        ])
      ).status,
    ).toBe(200);
    expect(await list(module)).toEqual([]);
    expect((await put(module, [size, load])).status).toBe(200);
    await rename(module, 'size', 'extent');
    await rename(module, 'extent', 'width');
    expect((await list(module)).map(({ alias, name }) => [alias, name])).toEqual([
      ['extent', 'width'],
      ['size', 'width'],
    ]);
    await rename(module, 'width', 'size');
    expect((await list(module)).map(({ alias, name }) => [alias, name])).toEqual([
      ['width', 'size'],
      ['extent', 'size'],
    ]);
    expect((await admin().post('/api/drums', { name: 'x', extent: 'Wide' })).body).toMatchObject({ size: 'Wide' });
  });

  it('of modules work in paths, moduleOptions and scopes of tokens, and of relationships in populate and filters', async () => {
    const relationship = {
      id: 'rel_yards_lorries',
      name: 'yard',
      reverseName: 'lorries',
      label: 'Lorries',
      type: 'One to Many',
      primary_module: { name: 'oldYards', label: 'Yard' },
      related_module: { name: 'lorries', label: 'Lorry' },
    };
    const base = (name: string, more: object) => ({
      kind: 'module',
      id: `m_${name}`,
      definition: {
        id: `m_${name}`,
        name,
        label: name,
        labelSingular: name,
        kind: 'plain',
        fields: [],
        custom: true,
        active: true,
        ...more,
      },
    });
    const made = await publish('Yards', [base('lorries', {}), base('oldYards', { relationships: [relationship] })]);
    expect(made.published.status, JSON.stringify([made.view.problems, made.published.body])).toBe(200);
    const token = await admin().post('/api/api-tokens', { name: 'Yard reader', scopes: ['oldYards:write'], password: TEST_ADMIN.password });
    const program = createApiClient(server().url, token.body.token as string);
    const yard = (await program.post('/api/old-yards', { name: 'North' })).body;
    const lorry = (await admin().post('/api/lorries', { name: 'Red', yard: yard._id })).body;
    const renamed = {
      ...relationship,
      name: 'depot',
      reverseName: 'vehicles',
      primary_module: { name: 'newDepots', label: 'Depot' },
    };
    const moved = await publish('Depots', [
      { kind: 'module', id: 'm_oldYards', definition: { ...definition('m_oldYards'), name: 'newDepots', relationships: [renamed] } },
    ]);
    expect(moved.published.status, JSON.stringify([moved.view.problems, moved.published.body])).toBe(200);
    expect((await program.get('/api/old-yards')).body.data).toMatchObject([{ name: 'North' }]);
    expect((await program.get(`/api/old-yards/${yard._id}`)).body.name).toBe('North');
    expect((await program.post('/api/generic-modules/search', { moduleOptions: { name: 'oldYards' } })).body.total).toBe(1);
    expect((await admin().get('/api/ss-modules/by-name/oldYards')).body.name).toBe('newDepots');
    const found = await admin().post('/api/lorries/search', { searchTerms: { yard: { related: { name: 'North' } } }, populate: ['yard'] });
    expect(found.body.data).toMatchObject([{ _id: lorry._id, depot: { _id: yard._id, name: 'North' } }]);
    const reverse = await admin().post(`/api/new-depots/related/${yard._id}`, {
      relation: 'lorries',
      searchTerms: { yard: { exists: true } },
    });
    expect(reverse.body.data).toMatchObject([{ _id: lorry._id }]);
    expect((await list('m_oldYards')).map(({ kind, alias, name, path }) => [kind, alias, name, path])).toEqual(
      expect.arrayContaining([
        ['module', 'oldYards', 'newDepots', '/api/old-yards'],
        ['relation', 'lorries', 'vehicles', null],
      ]),
    );
    expect((await list('m_lorries')).map(({ alias, name }) => [alias, name])).toEqual([['yard', 'depot']]);
    expect(await usesOf('m_oldYards', 'oldYards')).toBe(4);
    const clash = await publish(
      'Clash',
      [base('oldYards', {})].map((one) => ({ ...one, id: 'm_other', definition: { ...one.definition, id: 'm_other' } })),
    );
    expect(JSON.stringify(clash.view.problems)).toContain('oldYards is an alias of the module newDepots: remove the alias first.');
    expect(clash.published.body.code).toBe('definition_invalid');
    const alias = (await list('m_oldYards')).find(({ kind }) => kind === 'module');
    expect((await admin().delete(`/api/aliases/${alias?._id}`)).status).toBe(200);
    expect((await admin().get('/api/old-yards')).body.code).toBe('module_not_found');
    // The token was made for the module, whatever its name is.
    expect((await program.get('/api/new-depots')).status).toBe(200);
    const tokens = (await admin().get('/api/api-tokens')).body.data as readonly {
      readonly name: string;
      readonly scopes: readonly string[];
    }[];
    expect(tokens.find(({ name }) => name === 'Yard reader')?.scopes).toEqual(['newDepots:write']);
  });
});
