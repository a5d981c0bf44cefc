import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { describeSessionsOnEachStore } from './describe-sessions.ts';
import { PASSWORD } from './sessions-environment.ts';

const MINUTES = 60_000;

describeSessionsOnEachStore('An API token', (world) => {
  const make = async (
    owner: ApiClient,
    scopes: readonly string[],
    more: object = {},
  ): Promise<{ readonly _id: string; readonly token: string }> => {
    const { password } = owner === (await world().admin()) ? TEST_ADMIN : { password: PASSWORD };
    const made = await owner.post('/api/api-tokens', { name: 'Nightly import', scopes, password, ...more });
    if (made.status !== 201) throw new Error(`The token was not made: ${made.status} ${JSON.stringify(made.body)}`);
    return made.body;
  };
  const withToken = async (scopes: readonly string[]): Promise<ApiClient> =>
    createApiClient(world().server.url, (await make(await world().admin(), scopes)).token);
  const tool = () => ({ name: `Saw ${randomUUID().slice(0, 8)}` });

  it('authenticates as its user without a password, and is shown once', async () => {
    const admin = await world().admin();
    const made = await make(admin, ['tools:write']);
    expect(made.token).toMatch(/^mst_[\w-]{43}$/);
    const listed = (await admin.get('/api/api-tokens')).body.data.find((one: { _id: string }) => one._id === made._id);
    expect(listed).toMatchObject({
      name: 'Nightly import',
      scopes: ['tools:write'],
      start: made.token.slice(0, 10),
      lastUsedAt: null,
      expiresAt: null,
    });
    expect(
      JSON.stringify(
        await world().server.application.store.find({
          collection: '_api_tokens',
          filter: { kind: 'all', nodes: [] },
          sort: [],
          limit: 100,
        }),
      ),
    ).not.toContain(made.token.slice(11));

    const program = createApiClient(admin.url, made.token);
    const saved = await program.post('/api/tools', tool());
    expect(saved.status).toBe(201);
    expect((await program.put(`/api/tools/${saved.body._id}`, { description: 'Sharp' })).status).toBe(200);
    expect((await program.post('/api/tools/search', { searchTerms: { _id: saved.body._id } })).body.total).toBe(1);
    const audit = await admin.get(`/api/audit-log/get-record-changes-by-module/tools/${saved.body._id}`);
    expect(audit.body.data[0]).toMatchObject({ changed_through: 'Nightly import' });
    await expect
      .poll(async () => (await admin.get('/api/api-tokens')).body.data.find((one: { _id: string }) => one._id === made._id).lastUsedAt)
      .toMatch(/^20/);
  });

  it('accesses the modules of its scopes and nothing else, through every endpoint', async () => {
    const admin = await world().admin();
    const maker = (await admin.post('/api/makers', { name: 'Anvil & Co' })).body;
    const own = (await admin.post('/api/tools', tool())).body;
    const reader = await withToken(['tools:read']);
    expect((await reader.get(`/api/tools/${own._id}`)).body.name).toBe(own.name);
    expect((await reader.get(`/api/generic-modules/${own._id}?module=tools`)).status).toBe(200);
    expect((await reader.delete(`/api/tools/${own._id}`)).body.code).toBe('api_token_scope_missing');
    const missing = (scope: string) => ({
      code: 'api_token_scope_missing',
      error: `The scopes of this API token do not reach this: it needs ${scope}.`,
    });
    expect((await reader.post('/api/tools', tool())).body).toMatchObject(missing('tools:write'));
    expect((await reader.put(`/api/tools/${own._id}`, { name: 'Taken' })).body).toMatchObject(missing('tools:write'));
    expect((await reader.put(`/api/tools/mark-deleted/${own._id}`)).status).toBe(403);
    expect((await reader.put(`/api/tools/favorite/${own._id}`, { favorite: true })).body.code).toBe('api_token_out_of_scope');
    for (const [method, path, body] of [
      ['GET', `/api/makers/${maker._id}`],
      ['POST', '/api/makers/search', {}],
      ['POST', '/api/makers', { name: 'X' }],
      ['POST', '/api/generic-modules/search', { moduleOptions: { name: 'makers' } }],
    ] as const) {
      const response = await reader.raw(method, path, body === undefined ? undefined : JSON.stringify(body));
      expect([403, 404], `${method} ${path}`).toContain(response.status);
    }
    expect((await reader.get(`/api/audit-log/get-record-changes-by-module/makers/${maker._id}`)).status).not.toBe(200);
    expect(
      (await reader.post('/api/tools/search', { searchTerms: { related: { makers_tools: { name: 'Anvil & Co' } } } })).status,
    ).not.toBe(200);
    expect((await (await withToken(['makers:read', 'tools:read'])).get(`/api/makers/${maker._id}`)).status).toBe(200);
    expect((await (await withToken(['write'])).put(`/api/makers/${maker._id}`, { description: 'Since 1901' })).status).toBe(200);
  });

  it('has no admin rights without the scope admin, and cannot create another token with it', async () => {
    const writer = await withToken(['write']);
    const { server } = world();
    const user = await world().makeUser();
    const outside: readonly (readonly [string, string, unknown?])[] = [
      ['GET', '/api/admin-settings'],
      ['PUT', '/api/admin-settings/motto', { setting: 'Mine' }],
      ['POST', '/api/roles', { name: 'All' }],
      ['POST', '/api/users/register', { password: 'Secret-pass1!' }],
      ['POST', '/api/users/update-roles', { userId: user._id, roles: [] }],
      ['GET', '/api/saved-views?module=tools'],
      ['GET', '/api/shell'],
      ['GET', '/api/outbox/failing'],
      ['GET', '/api/access/explain?module=tools'],
    ];
    for (const [method, path, body] of outside)
      expect((await writer.raw(method, path, body === undefined ? undefined : JSON.stringify(body))).status, `${method} ${path}`).toBe(403);
    expect((await writer.put(`/api/users/${user._id}`, { userType: 'System Admin' })).status).toBe(403);
    expect((await writer.get(`/api/ss-modules`)).status).toBe(200);
    expect((await writer.post('/api/ss-modules', { name: 'mine' })).status).toBe(403);
    const all = await withToken(['admin']);
    expect((await all.get('/api/admin-settings')).status).toBe(200);
    expect((await all.post('/api/api-tokens', { name: 'More', scopes: ['admin'], password: TEST_ADMIN.password })).body.code).toBe(
      'person_only',
    );
    expect((await all.get('/api/api-tokens')).body.code).toBe('person_only');
    // A token cannot open a socket or renew a session.
    expect(
      (await createApiClient(server.url, undefined).post('/api/auth/refresh', undefined, { authorization: `Bearer ${all.token ?? ''}` }))
        .status,
    ).toBe(401);
  });

  it('gets only what a user with read access to tools gets, on every endpoint', async () => {
    const reader = await withToken(['tools:read']);
    const named = world().server.servedRoutes.filter(
      (call) =>
        /^(POST|PUT|DELETE) \/api\//.test(call) &&
        !/\/api\/(:base|generic-modules|users\/(login|templogin|logout|password-reset|completeRegistration)|auth\/refresh)/.test(call),
    );
    expect(named.length).toBeGreaterThan(60);
    const reading = /search|get-by|get-emails|names|dup|explain|count/i;
    for (const call of named) {
      const [method = '', pattern = ''] = call.split(' ');
      const response = await reader.raw(method, pattern.replace(/:\w+|\*/g, 'nothing'), '{}');
      if (response.status < 300) expect(call).toMatch(reading);
    }
  });

  it('is rejected once it is revoked or expired or its user is inactive', async () => {
    const admin = await world().admin();
    const user = await world().makeUser({ roles: [] });
    const owner = world().clientOf(await world().signIn(user.email));
    const revoked = await make(owner, ['read']);
    const brief = await make(owner, ['read'], { expiresAt: new Date(Date.now() + 365 * 86_400_000).toISOString() });
    const statusOf = async (token: string) => (await createApiClient(admin.url, token).get('/api/ss-modules')).status;
    expect(
      await Promise.all([statusOf(revoked.token), statusOf(brief.token), statusOf('mst_nothing'), statusOf(`${revoked.token}x`)]),
    ).toEqual([200, 200, 401, 401]);
    expect((await admin.get('/api/api-tokens?all=true')).body.data.map((one: { _id: string }) => one._id)).toContain(revoked._id);
    expect((await owner.get('/api/api-tokens?all=true')).status).toBe(403);
    const other = world().clientOf(await world().signIn((await world().makeUser()).email));
    expect((await other.delete(`/api/api-tokens/${revoked._id}`)).status).toBe(404);
    expect((await owner.delete(`/api/api-tokens/${revoked._id}`)).status).toBe(200);
    expect(await statusOf(revoked.token)).toBe(401);
    expect((await createApiClient(admin.url, revoked.token).get('/api/ss-modules')).body.code).toBe('api_token_invalid');
    expect((await admin.put(`/api/users/mark-user-inactive/${user._id}`)).status).toBe(200);
    expect(await statusOf(brief.token)).toBe(401);
    expect((await admin.put(`/api/users/mark-user-active/${user._id}`)).status).toBe(200);
    expect(await statusOf(brief.token)).toBe(200);
    world().advance(366 * 24 * 60 * MINUTES);
    expect(await statusOf(brief.token)).toBe(401);
  });

  it('is not created again by a repeated request after it was revoked', async () => {
    const user = await world().makeUser();
    const owner = world().clientOf(await world().signIn(user.email));
    const key = { 'idempotency-key': randomUUID() };
    const body = { name: 'Leaked', scopes: ['read'], expiresAt: null, password: PASSWORD };
    const made = await owner.post('/api/api-tokens', body, key);
    expect((await owner.post('/api/api-tokens', { ...body, expiresAt: '2090-01-01T00:00:00Z' }, key)).body.code).toBe(
      'idempotency_conflict',
    );
    expect((await owner.delete(`/api/api-tokens/${made.body._id}`)).status).toBe(200);
    expect((await owner.delete(`/api/api-tokens/${made.body._id}`)).status).toBe(404);
    expect((await owner.post('/api/api-tokens', body, key)).body.code).toBe('idempotency_conflict');
    world().advance(400 * 24 * 60 * MINUTES);
    const later = world().clientOf(await world().signIn(user.email));
    expect((await later.post('/api/api-tokens', body, key)).body.code).toBe('idempotency_conflict');
    expect((await createApiClient(owner.url, made.body.token).get('/api/ss-modules')).status).toBe(401);
    expect((await later.get('/api/api-tokens')).body).toEqual({ data: [], total: 0 });
  });

  it('is audited with who created and who revoked it, for admins only, without its text', async () => {
    const admin = await world().admin();
    const user = await world().makeUser();
    const owner = world().clientOf(await world().signIn(user.email));
    const { _id, token } = await make(owner, ['tools:read']);
    expect((await admin.delete(`/api/api-tokens/${_id}`)).status).toBe(200);
    const state = { name: 'Nightly import', user: user._id, scopes: ['tools:read'], expiresAt: null };
    const { body } = await admin.post('/api/audit-log/search', { searchTerms: { module: 'apiTokens', record_id: _id } });
    const boss = (await admin.post('/api/users/search', { searchTerms: { email: 'admin@muster.test' } })).body.data[0]._id;
    expect(body).toMatchObject({
      total: 2,
      data: [
        { changed_by: boss, field: null, previous_value: state, new_value: null },
        {
          changed_by: user._id,
          fullModule: 'API tokens',
          record_name: 'Nightly import',
          field: null,
          previous_value: null,
          new_value: state,
          date_created: expect.stringMatching(/^20/),
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(token.slice(10));
    expect((await owner.get('/api/audit-log?module=apiTokens')).body.code).toBe('admin_only');
    expect((await owner.get(`/api/audit-log/get-record-changes-by-module/apiTokens/${_id}`)).body.code).toBe('admin_only');
  });

  it('is made only with the password of its user, so that a session that was taken over ends with it', async () => {
    const user = await world().makeUser();
    const owner = world().clientOf(await world().signIn(user.email));
    const body = { name: 'Import', scopes: ['read'] };
    const absent = await owner.post('/api/api-tokens', body);
    expect([absent.status, absent.body.details]).toEqual([422, [expect.objectContaining({ field: 'password', code: 'required' })]]);
    const wrong = await owner.post('/api/api-tokens', { ...body, password: 'Wrong-pass1!' });
    expect([wrong.status, wrong.body.code, wrong.body.details[0].field]).toEqual([422, 'password_wrong', 'password']);
    expect((await owner.get('/api/api-tokens')).body.total).toBe(0);
    expect((await owner.post('/api/api-tokens', { ...body, password: PASSWORD })).status).toBe(201);
    // Wrong ones count as failed sign-ins.
    for (let times = 0; times < 10; times += 1) await owner.post('/api/api-tokens', { ...body, password: 'Wrong-pass1!' });
    expect((await owner.post('/api/api-tokens', { ...body, password: PASSWORD })).body.code).toBe('too_many_sign_ins');
  });

  it('is rejected with all problems of its input, and created once per idempotency key', async () => {
    const admin = await world().admin();
    const user = await world().makeUser();
    const standard = world().clientOf(await world().signIn(user.email));
    expect(
      (await admin.post('/api/api-tokens', { name: 'X', scopes: ['nothing:read'], password: TEST_ADMIN.password })).body,
    ).toMatchObject({
      code: 'api_token_scope_unknown',
    });
    expect(
      (await admin.post('/api/api-tokens', { name: ' ', scopes: ['read'], password: TEST_ADMIN.password })).body.details,
    ).toMatchObject([{ field: 'name' }]);
    expect((await admin.post('/api/api-tokens', { name: 'X', scopes: [], password: TEST_ADMIN.password })).status).toBe(422);
    expect(
      (
        await admin.post('/api/api-tokens', {
          name: 'X',
          scopes: ['read'],
          expiresAt: '2001-01-01T00:00:00Z',
          password: TEST_ADMIN.password,
        })
      ).body.code,
    ).toBe('api_token_expiry_past');
    expect(
      (
        await admin.post('/api/api-tokens', {
          name: 'X',
          scopes: ['read'],
          expiresAt: '2030-77-01T00:00:00Z',
          password: TEST_ADMIN.password,
        })
      ).status,
    ).toBe(422);
    expect((await standard.post('/api/api-tokens', { name: 'X', scopes: ['admin'], password: PASSWORD })).body.code).toBe('admin_only');
    const provider = await world().makeUser({ userType: 'Provider' });
    expect(
      (
        await world()
          .clientOf(await world().signIn(provider.email))
          .post('/api/api-tokens', { name: 'X', scopes: ['read'], password: PASSWORD })
      ).body.code,
    ).toBe('staff_only');
    const key = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all(
      [0, 1].map(() => standard.post('/api/api-tokens', { name: 'Once', scopes: ['read'], password: PASSWORD }, key)),
    );
    expect(two?.body).toEqual(one?.body);
    expect((await standard.post('/api/api-tokens', { name: 'Other', scopes: ['read'], password: PASSWORD }, key)).body.code).toBe(
      'idempotency_conflict',
    );
    expect((await standard.get('/api/api-tokens')).body.total).toBe(1);
    for (let made = 1; made < 100; made += 11)
      await Promise.all(Array.from({ length: Math.min(11, 100 - made) }, () => make(standard, ['read'])));
    expect((await standard.post('/api/api-tokens', { name: 'One more', scopes: ['read'], password: PASSWORD })).body).toMatchObject({
      code: 'api_tokens_too_many',
      error: 'You have 100 API tokens, the most that there can be. Revoke one first.',
    });
  });
});
