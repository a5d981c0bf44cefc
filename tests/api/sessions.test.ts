import { beforeAll, expect, it } from 'vitest';
import { createApiClient, type TestResponse } from '../support/api-client.ts';
import { readMailFiles } from '../../engine/testing/mail-files.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { describeOnEachStore } from './each-store.ts';

const PASSWORD = 'Session-pass1!';

describeOnEachStore('Sessions over HTTP', (server) => {
  let userId: string;
  const signIn = (email: string, password: string) => server().anonymous.post('/api/users/login', { email, password });
  const cookieOf = (response: TestResponse) => /muster_refresh=([^;]*)/.exec(response.headers.getSetCookie().join('\n'))?.[1] ?? '';
  const withToken = (token: string) => createApiClient(server().url, token);

  beforeAll(async () => {
    const made = await server().admin.post('/api/users/register', {
      email: 'sam@muster.test',
      password: PASSWORD,
      first_name: 'Sam',
      last_name: 'Session',
      userType: 'Standard',
      roles: ['role_keeper'],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    userId = made.body._id;
  });

  it('sign in with user, token and teams, and a cookie that scripts cannot read', async () => {
    const response = await signIn('SAM@muster.test', PASSWORD);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ status: true, error: null, user: { _id: userId, first_name: 'Sam' } });
    const cookies = response.headers.getSetCookie();
    expect(cookies.map((cookie) => /Path=([^;]+)/.exec(cookie)?.[1]).sort()).toEqual(['/api/auth', '/api/users', '/api/users/logout']);
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await withToken(response.body.token).get('/api/auth/authenticated')).body).toMatchObject({
      authenticated: true,
      user: { _id: userId },
    });
    expect((await withToken(response.body.token).get('/api/users/user-session')).body.user._id).toBe(userId);
  });

  it('return the same error for an unknown e-mail and a wrong password: 422, never 401', async () => {
    const unknown = await signIn('nobody@muster.test', PASSWORD);
    const wrong = await signIn('sam@muster.test', 'Wrong-pass1!');
    expect([unknown.status, wrong.status]).toEqual([422, 422]);
    expect(unknown.body).toEqual(wrong.body);
    expect((await server().anonymous.post('/api/users/login', { email: 'sam@muster.test' })).body).toMatchObject({
      code: 'parameter_invalid',
      details: [{ field: 'password', code: 'required', message: 'Password is required' }],
    });
    expect((await signIn('sam@muster.test', '')).body.details).toEqual([
      { field: 'password', code: 'minLength', message: 'Password is required' },
    ]);
    expect((await server().anonymous.post('/api/users/login', { email: { $gt: '' }, password: 'x' })).status).toBe(422);
  });

  it('are renewed by the cookie, rotate it, and end at once on sign-out', async () => {
    const first = await signIn('sam@muster.test', PASSWORD);
    const renewed = await server().anonymous.post('/api/auth/refresh', undefined, { cookie: `muster_refresh=${cookieOf(first)}` });
    expect(renewed.status).toBe(200);
    expect(cookieOf(renewed)).not.toBe(cookieOf(first));
    const client = withToken(renewed.body.token);
    expect((await client.get('/api/tools')).status).toBe(200);
    expect((await server().anonymous.post('/api/auth/refresh')).body.code).toBe('session_expired');
    expect((await client.get('/api/users/logout', { cookie: `muster_refresh=${cookieOf(renewed)}` })).body).toEqual({ status: true });
    expect((await client.get('/api/tools')).body.code).toBe('session_expired');
    expect((await server().anonymous.post('/api/auth/refresh', undefined, { cookie: `muster_refresh=${cookieOf(renewed)}` })).status).toBe(
      401,
    );
  });

  it('allow a password reset in two steps, by e-mail, which ends the old sessions', async () => {
    const before = withToken((await signIn('sam@muster.test', PASSWORD)).body.token);
    for (const email of ['sam@muster.test', 'nobody@muster.test']) {
      expect((await server().anonymous.post('/api/users/password-reset', { email })).body).toEqual({
        status: true,
        message: 'Password reset request was successful.',
      });
    }
    const temporary = await readTemporaryPassword('sam@muster.test');
    expect((await server().anonymous.post('/api/users/templogin', { email: 'sam@muster.test', password: 'not-it' })).body).toMatchObject({
      code: 'temporary_sign_in_failed',
      error: 'Email or temporary password was incorrect',
    });
    const verified = await server().anonymous.post('/api/users/templogin', { email: 'sam@muster.test', password: temporary });
    expect(verified.status).toBe(200);
    expect((await withToken(verified.body.token).get('/api/tools')).status).toBe(401);
    expect(
      (await server().anonymous.post('/api/users/completeRegistration', { token: verified.body.token, password: 'weak' })).status,
    ).toBe(422);
    const done = await server().anonymous.post('/api/users/completeRegistration', {
      token: verified.body.token,
      password: 'Another-pass2@',
    });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect((await withToken(done.body.token).get('/api/tools')).status).toBe(200);
    expect((await before.get('/api/tools')).status).toBe(401);
    expect((await signIn('sam@muster.test', PASSWORD)).status).toBe(422);
    expect(
      (await server().anonymous.post('/api/users/completeRegistration', { token: verified.body.token, password: 'Third-pass3#' })).status,
    ).toBe(422);
    expect((await signIn('sam@muster.test', 'Another-pass2@')).status).toBe(200);
  });

  it('let only System Admins change roles, teams and active, with effect on the next request', async () => {
    const client = withToken((await signIn('sam@muster.test', 'Another-pass2@')).body.token);
    expect((await client.post('/api/users/update-roles', { userId, roles: [] })).status).toBe(403);
    expect((await client.put(`/api/users/mark-user-inactive/${userId}`)).status).toBe(403);
    expect((await client.put(`/api/users/${userId}`, { userType: 'System Admin' })).status).toBe(403);
    expect((await client.post('/api/users/register', { email: 'x@muster.test', password: PASSWORD })).body.code).toBe('admin_only');
    expect((await client.put(`/api/users/${userId}`, { last_name: 'Twelve' })).body.last_name).toBe('Twelve');
    expect((await client.get('/api/tools')).status).toBe(200);
    expect((await server().admin.post('/api/users/update-roles', { userId, roles: [] })).status).toBe(200);
    expect((await client.get('/api/tools')).status).toBe(403);
    expect((await server().admin.post('/api/users/update-roles', { userId, roles: ['role_keeper'] })).status).toBe(200);
    expect((await client.get('/api/tools')).status).toBe(200);
    expect((await server().admin.put(`/api/users/mark-user-inactive/${userId}`)).status).toBe(200);
    expect((await client.get('/api/tools')).status).toBe(401);
    expect((await server().admin.put(`/api/users/mark-user-active/${userId}`)).status).toBe(200);
    expect((await server().admin.get(`/api/users/${userId}/complete-roles-info`)).body.roles).toMatchObject([
      { _id: 'role_keeper', module_access: { tools: { access: true } } },
    ]);
    expect((await server().admin.get('/api/users/role/Keeper')).body.data.map((user: { _id: string }) => user._id)).toEqual([userId]);
    expect((await server().admin.get('/api/users/type/Standard')).body.total).toBe(1);
    expect((await server().admin.get('/api/users/check-email/SAM@muster.test')).body).toEqual({ exists: true, available: false });
  });

  it('invite a user without a password, who sets one by the link in the e-mail', async () => {
    const made = await server().admin.post('/api/users/create', {
      email: 'ina@muster.test',
      first_name: 'Ina',
      last_name: 'Vited',
      userType: 'Standard',
      roles: ['role_keeper'],
      password: undefined,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const verified = await server().anonymous.post('/api/users/templogin', {
      email: 'ina@muster.test',
      password: await readTemporaryPassword('ina@muster.test'),
    });
    expect(verified.status, JSON.stringify(verified.body)).toBe(200);
    expect(
      (await server().anonymous.post('/api/users/completeRegistration', { token: verified.body.token, password: PASSWORD })).status,
    ).toBe(200);
    expect(
      (await server().admin.post('/api/users/create', { email: 'INA@muster.test', first_name: 'A', last_name: 'B', userType: 'Standard' }))
        .status,
    ).toBe(409);
  });

  it('refuse sign-ins after many failed ones, even with the right password', async () => {
    const responses = [];
    for (let turn = 0; turn < 30; turn += 1) responses.push(await signIn('ina@muster.test', 'Wrong-pass1!'));
    expect(responses.at(-1)?.status).toBe(429);
    expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn('ina@muster.test', PASSWORD)).body.code).toBe('too_many_sign_ins');
  });

  it('are valid for fifteen minutes', () => {
    const [, payload = ''] = (server().admin.token ?? '').split('.');
    const { iat, exp, sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number; sub: string };
    expect(exp - iat).toBe(900);
    expect(sub).toMatch(/^[0-9a-f-]{36}$/);
    expect(TEST_ADMIN.email).toContain('@');
  });

  /** The mail is sent after the response. */
  async function readTemporaryPassword(email: string): Promise<string> {
    const find = (): string | undefined => {
      const mail = readMailFiles(server().application.configuration.dataFolder).findLast(({ to }) => to.includes(email));
      return /Temporary password: (\S+)/.exec(mail?.text ?? '')?.[1];
    };
    await expect.poll(find, { message: `A mail with a temporary password for ${email}` }).toBeDefined();
    return find() ?? '';
  }
});
