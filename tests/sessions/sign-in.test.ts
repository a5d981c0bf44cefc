import { parseOptions, verify } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { createSessions } from '../../engine/sessions/index.ts';
import { describeSessionsOnEachStore } from './describe-sessions.ts';
import { cookieOf, newEmail, PASSWORD } from './sessions-environment.ts';

const MINUTES = 60_000;

describeSessionsOnEachStore('Sign-in', (world) => {
  const login = (email: string, password: string) => world().anonymous.post('/api/users/login', { email, password });

  it('returns user, token, teams, status and error, and stores the refresh token in a cookie that scripts cannot read', async () => {
    const user = await world().makeUser();
    const response = await login(user.email.toUpperCase(), PASSWORD);
    expect(response.status).toBe(200);
    expect(Object.keys(response.body).sort()).toEqual(['error', 'status', 'teams', 'token', 'user']);
    expect(response.body).toMatchObject({
      status: true,
      error: null,
      user: { _id: user._id, email: user.email, first_name: 'Nora' },
      teams: [{ name: 'Global' }],
    });
    const cookies = response.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/SameSite=Strict/);
      expect(cookie).not.toMatch(/Path=\/(;|$)/);
    }
    expect(JSON.stringify(response.body)).not.toContain(cookieOf(response)?.split('=')[1]);
    expect(
      (
        await world()
          .clientOf({ ...response.body, cookie: undefined })
          .get('/api/auth/authenticated')
      ).body,
    ).toMatchObject({ authenticated: true, user: { _id: user._id } });
  });

  it('returns the same 422 response for an unknown e-mail, a wrong password, an inactive, a deleted and an invited user', async () => {
    const known = await world().makeUser();
    const inactive = await world().makeUser();
    const deleted = await world().makeUser();
    const admin = await world().admin();
    expect((await admin.put(`/api/users/mark-user-inactive/${inactive._id}`)).status).toBe(200);
    expect((await admin.put(`/api/users/mark-deleted/${deleted._id}`)).status).toBe(200);
    const invited = await admin.post('/api/users/create', {
      first_name: 'In',
      last_name: 'Vited',
      email: newEmail(),
      userType: 'Standard',
    });
    expect(invited.status).toBe(201);
    const responses = await Promise.all([
      login(newEmail(), PASSWORD),
      login(known.email, 'Wrong-pass1!'),
      login(inactive.email, PASSWORD),
      login(deleted.email, PASSWORD),
      login(invited.body.email, PASSWORD),
      login('not an e-mail', 'x'),
    ]);
    for (const { status, body, headers } of responses) {
      expect(status).toBe(422);
      expect(body).toEqual({ error: 'E-mail or password was incorrect.', code: 'sign_in_failed', details: [] });
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  it('verifies one hash of the same cost for an unknown e-mail as for a wrong password, so that it takes as long', async () => {
    const { application } = world().server;
    const verified: string[] = [];
    const sessions = createSessions({
      ...application,
      publicUrl: application.configuration.publicUrl,
      verifyHash: (hash, password) => {
        verified.push(hash);
        return verify(hash, password);
      },
    });
    const costsOf = async (email: string): Promise<readonly object[]> => {
      const input = { email, password: 'Wrong-pass1!', address: '192.0.2.1' };
      await expect(sessions.signIn(input)).rejects.toMatchObject({ code: 'sign_in_failed' });
      await expect(sessions.temporarySignIn(input)).rejects.toMatchObject({ code: 'temporary_sign_in_failed' });
      return verified.splice(0).map((hash) => parseOptions(hash));
    };
    const wrong = await costsOf((await world().makeUser()).email);
    expect(wrong).toHaveLength(2);
    expect(await costsOf(newEmail())).toEqual(wrong);
  });

  it('lists the problems of an invalid body, and never responds with 401', async () => {
    for (const body of [
      {},
      { email: 'a@b.co' },
      { email: 'a@b.co', password: '' },
      { email: { $ne: '' }, password: { $ne: '' } },
      { email: 'a@b.co', password: 'x', roles: ['admin'] },
    ]) {
      const { status, body: response } = await world().anonymous.post('/api/users/login', body);
      expect(status).toBe(422);
      expect(response.details.length).toBeGreaterThan(0);
    }
    expect((await world().anonymous.raw('POST', '/api/users/login', '{"email":')).status).toBe(400);
    expect((await world().anonymous.post('/api/users/login', { email: 'a@b.co', password: 'x', remember: true })).status).toBe(422);
  });

  it('blocks an e-mail after ten failures, returns when to retry, and allows it again then', async () => {
    const user = await world().makeUser();
    for (let times = 0; times < 9; times += 1) expect((await login(user.email, 'Wrong-pass1!')).status).toBe(422);
    // A successful sign-in clears the failures; it is not counted itself.
    for (let times = 0; times < 12; times += 1) expect((await login(user.email, PASSWORD)).status).toBe(200);
    const { clock } = world().server.application;
    const before = clock.now();
    for (let times = 0; times < 10; times += 1) expect((await login(user.email, 'Wrong-pass1!')).status).toBe(422);
    const refused = await login(user.email.toUpperCase(), PASSWORD);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused.body).toMatchObject({
      code: 'too_many_sign_ins',
      error: `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} minutes.`,
    });
    // Fifteen minutes after the first failure, which was after `before`.
    expect(seconds).toBeGreaterThanOrEqual((before + 15 * MINUTES - clock.now()) / 1000);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect((await world().anonymous.post('/api/users/templogin', { email: user.email, password: 'Wrong-pass1!' })).status).toBe(429);
    // Other users at the same address are not blocked.
    expect((await login((await world().makeUser()).email, PASSWORD)).status).toBe(200);
    world().advance(16 * MINUTES);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
  });

  it('applies the same limit to concurrent requests', async () => {
    const user = await world().makeUser();
    const responses = await Promise.all(Array.from({ length: 40 }, () => login(user.email, 'Wrong-pass1!')));
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
    world().advance(16 * MINUTES);
  });

  it('counts unknown e-mails towards the limit', async () => {
    const email = newEmail();
    for (let times = 0; times < 10; times += 1) expect((await login(email, PASSWORD)).status).toBe(422);
    expect((await login(email, PASSWORD)).status).toBe(429);
    world().advance(16 * MINUTES);
  });

  it('blocks an address after a hundred failures, whatever the e-mails', async () => {
    const user = await world().makeUser();
    for (let round = 0; round < 20; round += 1) {
      const responses = await Promise.all(Array.from({ length: 5 }, () => login(newEmail(), PASSWORD)));
      for (const { status } of responses) expect(status).toBe(422);
    }
    expect((await login(user.email, PASSWORD)).status).toBe(429);
    world().advance(16 * MINUTES);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
  });

  it('removes expired failures, so that the store does not fill up', async () => {
    const { store } = world().server.application;
    const readCookie = async () =>
      (await store.find({ collection: '_failed_attempts', filter: { kind: 'constant', value: true }, sort: [], limit: 2_000 })).map(
        ({ document }) => document.expiresAt as number,
      );
    expect((await readCookie()).length).toBeGreaterThan(90);
    world().advance(16 * MINUTES);
    for (let times = 0; times < 55; times += 1) expect((await login(`someone${times % 6}@muster.test`, PASSWORD)).status).toBe(422);
    const now = world().server.application.clock.now();
    expect((await readCookie()).filter((expiresAt) => expiresAt < now).length).toBeLessThan(20);
    expect((await readCookie()).length).toBeGreaterThanOrEqual(6);
    world().advance(16 * MINUTES);
  });
});
