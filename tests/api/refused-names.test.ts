import { expect, it } from 'vitest';
import { describeRules } from './each-store.ts';

describeRules('Names and values that the requester may not use', (server) => {
  const make = async (fields: object) => (await server().admin.post('/api/tools', fields)).body;

  it('find no history by names that the requester may not see', async () => {
    const { admin } = server();
    await make({ name: 'Unspoken' });
    const access = { access: true, create: true, view: 'All', edit: 'All', delete: 'All' };
    const role = (
      await admin.post('/api/roles', { name: 'Nameless', module_access: { tools: access }, field_access: { tools: { name: 'none' } } })
    ).body._id;
    await admin.post('/api/users/register', {
      email: 'nameless@muster.test',
      password: 'Nameless-pass1!',
      first_name: 'No',
      last_name: 'Names',
      userType: 'Standard',
      roles: [role],
    });
    const reader = await server().signIn('nameless@muster.test', 'Nameless-pass1!');
    expect((await reader.post('/api/audit-log/search', { searchTerms: { module: 'tools' } })).status).toBe(200);
    for (const request of [
      { searchTerms: { module: 'tools', record_name: 'Unspoken' } },
      { searchTerms: { module: 'tools', or: [{ record_name: { startsWith: 'u' } }] } },
      { searchTerms: { module: 'tools' }, sortField: 'record_name' },
    ]) {
      expect((await reader.post('/api/audit-log/search', request)).body.code).toBe('unknown_field');
    }
  });

  it('say of a unique value only that it cannot be used, if its record is not visible', async () => {
    const { admin } = server();
    const tools = { access: true, create: true, view: 'Owner', edit: 'Owner', delete: 'None' };
    const role = (await admin.post('/api/roles', { name: 'Own tools', module_access: { tools } })).body._id;
    await admin.post('/api/users/register', {
      email: 'owner@muster.test',
      password: 'Owner-pass1!',
      first_name: 'Own',
      last_name: 'Tools',
      userType: 'Standard',
      roles: [role],
    });
    const owner = await server().signIn('owner@muster.test', 'Owner-pass1!');
    const me = (await owner.get('/api/auth/authenticated')).body.user._id as string;
    await make({ name: 'Of another', serial: 'TAKEN-1' });
    const unseen = await owner.post('/api/tools', { name: 'Mine', serial: 'taken-1', assigned_to: me });
    expect(unseen).toMatchObject({
      status: 422,
      body: { code: 'value_not_usable', details: [{ field: 'serial', code: 'value_not_usable' }] },
    });
    expect(JSON.stringify(unseen.body)).not.toMatch(/already|another/i);
    const mine = await owner.post('/api/tools', { name: 'Mine', serial: 'MINE-1', assigned_to: me });
    expect(mine.status, JSON.stringify(mine.body)).toBe(201);
    const seen = await owner.post('/api/tools', { name: 'Mine too', serial: 'MINE-1', assigned_to: me });
    expect(seen).toMatchObject({ status: 409, body: { code: 'not_unique' } });
  });

  it('refuse unknown names in a body', async () => {
    const { admin } = server();
    const { _id } = await make({ name: 'Named' });
    const moduleOptions = { name: 'tools' };
    const requests: readonly (readonly ['post' | 'put', string, object])[] = [
      ['put', `/api/tools/update-certain-fields/${_id}`, { fields: { weight: 1 } }],
      ['put', '/api/tools/update-certain-fields-array', { ids: [_id], fields: { weight: 1 } }],
      ['post', '/api/tools/get-by-ids', { ids: [_id] }],
      ['put', `/api/tools/favorite/${_id}`, { favorite: true }],
      ['put', '/api/tools/restore/by-array', { ids: [_id] }],
      ['put', `/api/generic-modules/${_id}`, { moduleOptions, fields: { weight: 2 } }],
      ['post', '/api/generic-modules/search', { moduleOptions }],
      ['post', '/api/recently-seen', { module: 'tools', id: _id }],
      ['post', '/api/saved-views/counts', { module: 'tools' }],
      ['put', `/api/tools/mark-deleted/${_id}`, {}],
    ];
    for (const [method, path, body] of requests) {
      const refused = await admin[method](path, { ...body, nothing: 1 });
      expect(refused.status, path).toBe(422);
      expect(refused.body, path).toMatchObject({
        code: expect.stringMatching(/^(body|parameter)_invalid$/),
        details: [{ field: 'nothing' }],
      });
      expect((await admin[method](path, { ...body, user: 'x', userId: 'x', sentBy: 'x', _warnings: [] })).status, path).toBe(200);
    }
    for (const path of ['search', 'by-id/x', 'create']) {
      const refused = await admin.post(`/api/generic-modules/${path}`, { moduleOptions: { ...moduleOptions, nothing: 1 } });
      expect(refused.body, path).toMatchObject({ code: 'body_invalid', details: [{ field: 'moduleOptions.nothing' }] });
    }
  });
});
