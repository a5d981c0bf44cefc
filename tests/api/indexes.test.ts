import { expect, it } from 'vitest';
import type { IndexView } from '#engine/model/wire';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { describeOnEachStore } from './each-store.ts';

describeOnEachStore('The indexes of modules', (server) => {
  const admin = (): ApiClient => server().admin;
  const list = async (query = ''): Promise<readonly IndexView[]> => {
    const { status, body } = await admin().get(`/api/indexes?pageSize=1000&module=tools${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as readonly IndexView[];
  };
  const find = async (fields: readonly string[]): Promise<IndexView | undefined> =>
    (await list()).find((index) => index.fields.join() === fields.join());
  const storedIndexes = (): readonly string[] =>
    server()
      .application.registry.current()
      .module('tools')
      ?.storage.indexes.map(({ keys }) => keys.join()) ?? [];

  it('are listed with their rules and their use, unused ones first', async () => {
    const { status, body } = await admin().get('/api/indexes?pageSize=2');
    expect([status, body.data.length, body.pageNumber, body.pageSize]).toEqual([200, 2, 0, 2]);
    expect(body.total).toBeGreaterThan(5);
    const states = (await list()).map(({ state }) => state);
    expect(states).toEqual([...states].sort((a, b) => Number(a === 'used') - Number(b === 'used')));
    expect(await find(['name'])).toMatchObject({
      moduleLabel: 'Tools',
      fieldLabels: ['Name'],
      rules: expect.arrayContaining(['order']) as unknown,
      canDrop: false,
      unique: false,
    });
  });

  it('count as used once a list was read', async () => {
    expect((await admin().get('/api/tools?sortField=name&sortOrder=desc')).status).toBe(200);
    const used = await find(['name']);
    expect(used).toMatchObject({ state: 'used', lastUsed: expect.any(String) as unknown, since: expect.any(String) as unknown });
    expect((await list('&state=used')).map(({ fields }) => fields.join())).toContain('name');
  });

  it('are dropped by the definition of the module, and created again; lists work without them', async () => {
    // Unused or not: the uses of a database that others read too are counted together.
    const index = (await list()).find(({ canDrop }) => canDrop);
    if (index === undefined) throw new Error('No index can be dropped');
    const body = { module: 'tools', fields: index.fields };
    const before = storedIndexes();
    const versions = await server().application.store.versions();
    expect(await admin().post('/api/indexes/drop', body)).toMatchObject({ status: 200, body: { success: true } });
    expect((await server().application.store.versions()).definitions).toBeGreaterThan(versions.definitions);
    expect(await find(index.fields)).toMatchObject({ state: 'dropped', uses: null, canDrop: false });
    expect(storedIndexes()).toHaveLength(before.length - 1);
    const [stored] = await server().application.store.indexUses([
      server().application.registry.current().module('tools')?.storage.name ?? '',
    ]);
    expect(stored?.indexes.map(({ keys }) => keys.join())).toEqual(storedIndexes());
    expect(server().application.registry.current().module('tools')?.definition.withoutIndexes).toEqual([index.fields]);
    expect((await server().application.registry.changeSets()).at(-1)).toMatchObject({
      state: 'published',
      author: expect.any(String) as unknown,
    });
    expect((await admin().get(`/api/tools?sortField=${index.fields.at(-1) ?? ''}&sortOrder=asc`)).status).toBe(200);
    expect(await admin().post('/api/indexes/drop', body)).toMatchObject({ status: 404, body: { code: 'index_not_found' } });

    expect(await admin().post('/api/indexes/restore', body)).toMatchObject({ status: 200 });
    expect(storedIndexes()).toEqual(before);
    expect(server().application.registry.current().module('tools')?.definition.withoutIndexes).toBeUndefined();
    expect(await find(index.fields)).toMatchObject({ canDrop: true });
    expect(await admin().post('/api/indexes/restore', body)).toMatchObject({ status: 404, body: { code: 'index_not_found' } });
  });

  it('are not dropped when the module needs them, or when there is no such index', async () => {
    const drop = (module: string, fields: unknown) => admin().post('/api/indexes/drop', { module, fields });
    expect(await drop('tools', ['name'])).toMatchObject({ status: 409, body: { code: 'index_required' } });
    expect(await drop('tools', ['nothing'])).toMatchObject({ status: 404, body: { code: 'index_not_found' } });
    expect(await drop('nothing', ['name'])).toMatchObject({ status: 404, body: { code: 'module_not_found' } });
    expect(await drop('tools', [])).toMatchObject({ status: 422 });
    expect(await drop('tools', 'name')).toMatchObject({ status: 422 });
    expect((await admin().get('/api/indexes?state=lost')).status).toBe(422);
  });

  it('are for System Admins only', async () => {
    const client = await createSignedInUser(server(), 'indexes@workshop.test', ['Keeper']);
    for (const { status, body } of [
      await client.get('/api/indexes'),
      await client.post('/api/indexes/drop', { module: 'tools', fields: ['name'] }),
      await client.post('/api/indexes/restore', { module: 'tools', fields: ['name'] }),
    ])
      expect([status, body.code]).toEqual([403, 'admin_only']);
    expect((await server().anonymous.get('/api/indexes')).status).toBe(401);
  });
});
