import { expect, it } from 'vitest';
import { describeOnEachStore } from './each-store.ts';

const OPTIONS = { moduleOptions: { name: 'tools' } };

describeOnEachStore('The generic endpoints', (server) => {
  const make = async (fields: object) => (await server().admin.post('/api/generic-modules/create', { ...OPTIONS, fields })).body;

  it('create, read, update and delete like the endpoints of the module', async () => {
    const made = await server().admin.post('/api/generic-modules', { ...OPTIONS, fields: { name: 'Rasp', weight: 2 } });
    expect(made.status).toBe(201);
    const id = made.body._id as string;
    const own = await server().admin.get(`/api/tools/${id}`);
    expect(own.body).toEqual(made.body);
    expect((await server().admin.post(`/api/generic-modules/by-id/${id}`, OPTIONS)).body).toEqual(made.body);
    expect((await server().admin.get(`/api/generic-modules/${id}?module=tools`)).body).toEqual(made.body);
    expect((await server().admin.post(`/api/generic-modules/with-relationships/${id}`, OPTIONS)).body).toEqual(
      (await server().admin.post(`/api/tools/with-relationships/${id}`)).body,
    );
    expect((await server().admin.put(`/api/generic-modules/${id}`, { ...OPTIONS, fields: { weight: 3 } })).body).toMatchObject({
      weight: 3,
      _version: 2,
    });
    expect(
      (await server().admin.put(`/api/generic-modules/update-certain-fields/${id}`, { ...OPTIONS, fields: { weight: 4 } })).body,
    ).toMatchObject({ weight: 4 });
    for (const method of ['POST', 'PUT']) {
      const { body } = await server().admin.raw(
        method,
        '/api/generic-modules/update-certain-fields-array/',
        JSON.stringify({ ...OPTIONS, ids: [id], fields: { weight: 5 }, user: 'somebody' }),
      );
      expect(body).toMatchObject({ success: true, updated: [id], refused: [] });
    }
    expect((await server().admin.put('/api/generic-modules/custom/mark-deleted/by-array', { ...OPTIONS, ids: [id] })).body).toMatchObject({
      success: true,
      deleted: [id],
    });
    expect((await server().admin.put('/api/generic-modules/custom/delete-forever/by-array', { ...OPTIONS, ids: [id] })).body).toMatchObject(
      { success: true, deleted: [id] },
    );
    const other = await make({ name: 'Awl' });
    expect((await server().admin.put(`/api/generic-modules/mark-deleted/${other._id}`, OPTIONS)).body).toMatchObject({
      success: true,
      deleted: [other._id],
    });
  });

  it('search like the module, under every name, ranked by search terms', async () => {
    await make({ name: 'Quokka wrench', notes: 'blue', weight: 1 });
    await make({ name: 'Spanner', notes: 'a quokka painted on it', weight: 2 });
    const words = { ...OPTIONS, search: 'quokka' };
    for (const path of [
      'smart-search',
      'smart-search-updated',
      'filtered-smart-search',
      'smart-search-with-populate',
      'search',
      'dataSourceSearch',
      'normal-search',
    ]) {
      const { status, body } = await server().admin.post(`/api/generic-modules/${path}`, words);
      expect(status).toBe(200);
      expect(body.total).toBe(2);
      expect(body.data[0].name).toBe('Quokka wrench');
    }
    const filtered = await server().admin.post('/api/generic-modules/filtered-smart-search', { ...words, searchTerms: { weight: 2 } });
    expect(filtered.body.data).toMatchObject([{ name: 'Spanner' }]);
    expect(
      (
        await server().admin.post('/api/generic-modules/report-search-aggregate-check', {
          ...OPTIONS,
          searchTerms: { weight: { exists: true }, name: 'Spanner' },
        })
      ).body,
    ).toEqual({ success: true, total: 1 });
    expect((await server().admin.get('/api/generic-modules/list?module=tools&pageSize=1')).body).toMatchObject({
      pageSize: 1,
      total: expect.any(Number),
    });
  });

  it('report an invalid module name', async () => {
    expect((await server().admin.post('/api/generic-modules/search', { searchTerms: {} })).body.code).toBe('body_invalid');
    expect((await server().admin.post('/api/generic-modules/search', { moduleOptions: { name: 'nothing' } })).body).toMatchObject({
      code: 'module_not_found',
    });
    expect((await server().admin.post('/api/generic-modules/search', { moduleOptions: { name: '__proto__' } })).status).toBe(404);
    expect((await server().admin.get('/api/generic-modules/list')).status).toBe(422);
    expect((await server().admin.post('/api/nothing/search', {})).body).toMatchObject({ code: 'module_not_found' });
    for (const client of [server().admin, server().anonymous])
      for (const path of ['/api/no/such/call/at/all', '/api/tools/no/such/call', '/api/auth/no/such'])
        for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
          expect(await client.raw(method, path, undefined), `${method} ${path}`).toMatchObject({
            status: 404,
            body: { code: 'route_not_found', details: [] },
          });
  });
});
