import { beforeAll, expect, it } from 'vitest';
import { LIVE_CLOSE_CODES } from '#engine/model/wire';
import { createApiClient, type ApiClient, type TestResponse } from '../support/api-client.ts';
import { openLive } from '../support/open-live.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { describeRules } from './each-store.ts';

const PASSWORD = 'Borrower-1!';
const START = '/api/users/set-user-impersonating';
const STOP = '/api/users/stop-impersonating';

describeRules('Acting as another user', (server) => {
  let admin: ApiClient;
  const ids: { [name: string]: string } = {};
  const cookieOf = (response: TestResponse) =>
    `muster_refresh=${/muster_refresh=([^;]*)/.exec(response.headers.getSetCookie().join('\n'))?.[1]}`;
  const withToken = (response: TestResponse) => createApiClient(server().url, response.body.token);
  const signIn = async (email: string, password: string) => {
    const response = await server().anonymous.post('/api/users/login', { email, password });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return { client: withToken(response), cookie: cookieOf(response) };
  };
  const asAdmin = () => signIn(TEST_ADMIN.email, TEST_ADMIN.password);
  const register = async (name: string, userType: string, roles: readonly string[]) => {
    const email = `${name}@muster.test`;
    const made = await admin.post('/api/users/register', {
      email,
      password: PASSWORD,
      first_name: name,
      last_name: 'Tester',
      userType,
      roles,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    ids[name] = made.body._id;
  };
  /** Signs in as the admin and continues as a user. */
  const actAs = async (name: string) => {
    const own = await asAdmin();
    const response = await own.client.post(START, { _id: ids[name], first_name: 'sent by the client' });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return { own: own.client, client: withToken(response), cookie: cookieOf(response), response };
  };

  beforeAll(async () => {
    admin = server().admin;
    await register('priya', 'Standard', ['role_borrower']);
    await register('kay', 'Standard', ['role_keeper']);
    await register('ada', 'Admin', ['role_keeper']);
    await register('sue', 'System Admin', []);
    await register('gone', 'Standard', ['role_borrower']);
    await admin.put(`/api/users/mark-user-inactive/${ids['gone']}`);
  });

  it('gives the session the rights of that user, and both names in the history', async () => {
    const { client, response } = await actAs('priya');
    expect(response.body).toMatchObject({ user: { _id: ids['priya'] }, impersonator: { email: TEST_ADMIN.email }, status: true });
    expect((await client.get('/api/webhooks')).status).toBe(403);
    expect((await client.get('/api/shell')).body).toMatchObject({ user: { _id: ids['priya'] }, impersonator: { email: TEST_ADMIN.email } });
    const made = await client.put(`/api/users/${ids['priya']}`, { last_name: 'Raman' });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { data } = (await admin.get(`/api/audit-log/get-record-changes-by-module/users/${ids['priya']}`)).body;
    const adminId = (await admin.get('/api/users/user-session')).body.user._id;
    expect(data).toContainEqual(expect.objectContaining({ changed_by: ids['priya'], impersonated_by: adminId, field: 'last_name' }));
    const entries = await admin.post('/api/audit-log/search', { searchTerms: { module: 'impersonations', record_id: ids['priya'] } });
    expect(entries.body.data[0], JSON.stringify(entries.body)).toMatchObject({
      changed_by: adminId,
      record_id: ids['priya'],
      new_value: { user: ids['priya'] },
    });
  });

  it('is for an active user of a lower type, and never nested', async () => {
    const { client: own } = await asAdmin();
    const refusals = [
      ['sue', 403, 'impersonation_of_equal'],
      ['gone', 422, 'impersonation_of_inactive'],
      ['nobody', 404, 'record_not_found'],
    ] as const;
    for (const [name, status, code] of refusals)
      expect(await own.post(START, { userId: ids[name] ?? name })).toMatchObject({ status, body: { code } });
    expect((await own.post(START, { userId: ids['gone'] })).body.code).toBe('impersonation_of_inactive');
    const ada = await signIn('ada@muster.test', PASSWORD);
    expect((await ada.client.post(START, { userId: ids['priya'] })).body.code).toBe('impersonation_not_allowed');
    const { client } = await actAs('ada');
    expect((await client.post(START, { userId: ids['priya'] })).body.code).toBe('impersonation_nested');
  });

  it('can be allowed to Admins by a setting, for lower types only, and ends when the setting changes', async () => {
    const setting = '/api/admin-settings/setting_impersonator_user_types';
    const changed = await admin.put(setting, { setting: ['System Admin', 'Admin'] });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const { client: ada, cookie } = await signIn('ada@muster.test', PASSWORD);
    expect((await ada.post(START, { userId: ids['sue'] })).body.code).toBe('impersonation_of_equal');
    const started = await ada.post(START, { userId: ids['priya'] });
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    const client = withToken(started);
    expect((await client.get('/api/tools')).status).toBe(200);
    expect((await admin.put(setting, { setting: ['System Admin'] })).status).toBe(200);
    expect((await client.get('/api/tools')).body.code).toBe('session_expired');
    const renewed = await server().anonymous.post('/api/auth/refresh', undefined, { cookie });
    expect(renewed.body).toMatchObject({ user: { _id: ids['ada'] }, impersonator: null });
    expect((await withToken(renewed).get('/api/tools')).status).toBe(200);
  });

  it('leaves passwords, e-mail addresses, API tokens and sessions unchanged', async () => {
    const { client } = await actAs('kay');
    const sessions = (await client.get('/api/auth/sessions')).body.data;
    const locked = [
      client.post('/api/users/change-password', { currentPassword: PASSWORD, password: 'Another-pass2@' }),
      client.post('/api/users/change-email', { email: 'other@muster.test', password: PASSWORD }),
      client.post('/api/users/confirm-email', { code: '12345678' }),
      client.post('/api/api-tokens', { name: 'Backdoor', scopes: ['read'], password: PASSWORD }),
      client.delete('/api/api-tokens/some-token'),
      client.delete(`/api/auth/sessions/${sessions[0]?._id ?? 'none'}`),
      client.post('/api/auth/sign-out-everywhere'),
      client.put(`/api/users/${ids['kay']}/log-login-date`),
      client.put(`/api/users/${ids['kay']}`, { email: 'other@muster.test' }),
    ];
    for (const response of await Promise.all(locked))
      expect(response).toMatchObject({ status: 403, body: { code: 'impersonation_locked' } });
  });

  it('is renewed with the session, and stops when asked', async () => {
    const { client, cookie, own } = await actAs('priya');
    expect((await own.get('/api/tools')).body.code).toBe('session_expired');
    const renewed = await server().anonymous.post('/api/auth/refresh', undefined, { cookie });
    expect(renewed.body).toMatchObject({ user: { _id: ids['priya'] }, impersonator: { email: TEST_ADMIN.email } });
    const stopped = await withToken(renewed).post(STOP);
    expect(stopped.body).toMatchObject({ user: { email: TEST_ADMIN.email }, impersonator: null });
    expect((await client.get('/api/tools')).body.code).toBe('session_expired');
    const back = withToken(stopped);
    expect((await back.get('/api/webhooks')).status).toBe(200);
    expect((await back.post(STOP)).body).toMatchObject({ user: { email: TEST_ADMIN.email }, impersonator: null });
    expect((await back.post(START, { userId: ids['kay'] })).status).toBe(200);
  });

  it('ends with the session of the user who signed in, and when either of the two is no longer active', async () => {
    const signedOut = await actAs('priya');
    await signedOut.client.get('/api/users/logout', { cookie: signedOut.cookie });
    expect((await signedOut.client.get('/api/tools')).status).toBe(401);
    expect((await server().anonymous.post('/api/auth/refresh', undefined, { cookie: signedOut.cookie })).status).toBe(401);

    const sue = await signIn('sue@muster.test', PASSWORD);
    const asPriya = withToken(await sue.client.post(START, { userId: ids['priya'] }));
    await admin.put(`/api/users/mark-user-inactive/${ids['priya']}`);
    expect((await asPriya.get('/api/tools')).status).toBe(401);
    const back = await server().anonymous.post('/api/auth/refresh', undefined, { cookie: sue.cookie });
    expect(back.body).toMatchObject({ user: { _id: ids['sue'] }, impersonator: null });
    await admin.put(`/api/users/mark-user-active/${ids['priya']}`);
    const again = await withToken(back).post(START, { userId: ids['priya'] });
    await admin.put(`/api/users/mark-user-inactive/${ids['sue']}`);
    expect((await withToken(again).get('/api/tools')).status).toBe(401);
    expect((await server().anonymous.post('/api/auth/refresh', undefined, { cookie: cookieOf(again) })).status).toBe(401);
  });

  it('gives live events with the rights of that user, and closes the socket at its end', async () => {
    const { client } = await actAs('priya');
    const live = await openLive(server().url, client.token);
    await live.subscribe('tools', { kind: 'list', module: 'tools' });
    await client.post(STOP);
    expect(await live.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
  });
});
