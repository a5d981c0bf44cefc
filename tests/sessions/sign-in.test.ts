import { parseOptions, verify } from '@node-rs/argon2';
import type { MusterError } from '../../engine/errors/index.ts';
import { expect, it } from 'vitest';
import { createSessions } from '../../engine/sessions/index.ts';
import { describeSessionsOnEachStore } from './describe-sessions.ts';
import { cookieOf, deviceOf, newEmail, PASSWORD } from './sessions-environment.ts';

const MINUTES = 60_000;

describeSessionsOnEachStore('Sign-in', (world) => {
  const login = (email: string, password: string) => world().anonymous.post('/api/users/login', { email, password });

  it('returns user, token, teams, status and error, and stores the refresh token in a cookie that scripts cannot read', async () => {
    const user = await world().makeUser();
    const response = await login(user.email.toUpperCase(), PASSWORD);
    expect(response.status).toBe(200);
    expect(Object.keys(response.body).sort()).toEqual(['error', 'impersonator', 'session', 'status', 'teams', 'token', 'user']);
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

  /** Fails to sign in from an address, and returns the seconds to wait; 0: the attempt was checked. */
  const fail = async (email: string, address: string, device?: string): Promise<number> => {
    const { sessions } = world().server.application;
    const error = await sessions.signIn({ email, password: 'Wrong-pass1!', address, device }).catch((thrown: unknown) => thrown);
    if ((error as MusterError).code === 'sign_in_failed') return 0;
    expect((error as MusterError).code).toBe('too_many_sign_ins');
    return ((error as MusterError).data as { readonly seconds: number }).seconds;
  };
  /** Fails until the next attempt must wait for so long that the time that the test takes does not matter. */
  const slowDown = async (attempt: () => Promise<number>): Promise<void> => {
    for (let tries = 0; tries < 20; tries += 1) {
      const seconds = await attempt();
      if (seconds > 25) return;
      world().advance(seconds * 1_000);
    }
    throw new Error('No attempt was slowed down');
  };
  const enter = (email: string, address: string, device?: string) =>
    world().server.application.sessions.signIn({ email, password: PASSWORD, address, device });

  it('delays an account at an address after ten failures, returns when to retry, and allows it again then', async () => {
    const user = await world().makeUser();
    for (let times = 0; times < 9; times += 1) expect((await login(user.email, 'Wrong-pass1!')).status).toBe(422);
    // A successful sign-in clears the failures; it is not counted itself.
    for (let times = 0; times < 12; times += 1) expect((await login(user.email, PASSWORD)).status).toBe(200);
    for (let times = 0; times < 10; times += 1) expect((await login(user.email, 'Wrong-pass1!')).status).toBe(422);
    const refused = await login(user.email.toUpperCase(), PASSWORD);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.body).toMatchObject({
      code: 'too_many_sign_ins',
      error: `Too many failed sign-ins. Try again in ${seconds === 60 ? '1 minute' : `${seconds} seconds`}.`,
    });
    expect((await world().anonymous.post('/api/users/templogin', { email: user.email, password: 'Wrong-pass1!' })).status).toBe(429);
    // Other users at the same address are not blocked.
    expect((await login((await world().makeUser()).email, PASSWORD)).status).toBe(200);
    world().advance(MINUTES);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
  });

  it('doubles the delay with each further failure, up to an hour, and forgets failures in time', async () => {
    const { email } = await world().makeUser();
    for (let times = 0; times < 10; times += 1) expect(await fail(email, '192.0.2.10')).toBe(0);
    const waits: number[] = [];
    for (let times = 0; times < 8; times += 1) {
      const seconds = await fail(email, '192.0.2.10');
      waits.push(Math.ceil(seconds / 60));
      world().advance(seconds * 1_000);
      expect(await fail(email, '192.0.2.10')).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    world().advance(20 * 60 * MINUTES);
    expect(await fail(email, '192.0.2.10')).toBe(0);
    expect(await fail(email, '192.0.2.10')).toBe(0);
  });

  it('does not lock out an account because of failures at another address', async () => {
    const { email } = await world().makeUser();
    for (let times = 0; times < 10; times += 1) expect(await fail(email, '192.0.2.20')).toBe(0);
    expect(await fail(email, '192.0.2.20')).toBeGreaterThan(0);
    expect((await enter(email, '192.0.2.21')).user.email).toBe(email);
    // The failures at the other address still count there.
    expect(await fail(email, '192.0.2.20')).toBeGreaterThan(0);
    world().advance(16 * MINUTES);
  });

  it('slows down an address that tries many accounts, and not the known devices behind it', async () => {
    const { email } = await world().makeUser();
    const { device } = await enter(email, '192.0.2.30');
    await Promise.all(Array.from({ length: 100 }, () => fail(newEmail(), '192.0.2.30')));
    await slowDown(() => fail(newEmail(), '192.0.2.30'));
    await expect(enter(email, '192.0.2.30')).rejects.toMatchObject({ code: 'too_many_sign_ins' });
    expect((await enter(email, '192.0.2.30', device)).user.email).toBe(email);
    // The cookie belongs to one account, and only as it was signed.
    await expect(enter((await world().makeUser()).email, '192.0.2.30', device)).rejects.toMatchObject({ code: 'too_many_sign_ins' });
    await expect(enter(email, '192.0.2.30', `${device}x`)).rejects.toMatchObject({ code: 'too_many_sign_ins' });
    // A known device has a limit of its own.
    for (let times = 0; times < 10; times += 1) expect(await fail(email, '192.0.2.30', device)).toBe(0);
    expect(await fail(email, '192.0.2.31', device)).toBeGreaterThan(0);
    world().advance(16 * MINUTES);
    expect((await enter(email, '192.0.2.30')).user.email).toBe(email);
  });

  it('slows down many addresses that try one account, and not its known devices', async () => {
    const { email } = await world().makeUser();
    const { device } = await enter(email, '192.0.2.40');
    for (let other = 0; other < 10; other += 1)
      for (let times = 0; times < 10; times += 1) expect(await fail(email, `198.51.100.${other}`)).toBe(0);
    let place = 100;
    await slowDown(() => fail(email, `198.51.100.${(place += 1)}`));
    await expect(enter(email, '198.51.100.200')).rejects.toMatchObject({ code: 'too_many_sign_ins' });
    expect((await enter(email, '198.51.100.200', device)).user.email).toBe(email);
    world().advance(16 * MINUTES);
  });

  it('recognises a browser by a cookie that scripts cannot read', async () => {
    const user = await world().makeUser();
    const first = await login(user.email, PASSWORD);
    expect(first.headers.getSetCookie().find((cookie) => cookie.startsWith('muster_device='))).toMatch(
      /Path=\/api\/users; Expires=.*HttpOnly; SameSite=Strict/,
    );
    for (let times = 0; times < 10; times += 1) expect((await login(user.email, 'Wrong-pass1!')).status).toBe(422);
    expect((await login(user.email, PASSWORD)).status).toBe(429);
    const known = await world().anonymous.post('/api/users/login', { email: user.email, password: PASSWORD }, { cookie: deviceOf(first) });
    expect(known.status).toBe(200);
    world().advance(16 * MINUTES);
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

  it('removes expired failures, so that the store does not fill up', async () => {
    const { store } = world().server.application;
    const readCookie = async () =>
      (await store.find({ collection: '_failed_attempts', filter: { kind: 'constant', value: true }, sort: [], limit: 2_000 })).map(
        ({ document }) => document.expiresAt as number,
      );
    await Promise.all(Array.from({ length: 40 }, (_, place) => fail(newEmail(), `203.0.113.${place}`)));
    expect((await readCookie()).length).toBeGreaterThan(90);
    world().advance(48 * 60 * MINUTES);
    for (let times = 0; times < 96; times += 1) expect((await login(`someone${times % 12}@muster.test`, PASSWORD)).status).toBe(422);
    const now = world().server.application.clock.now();
    expect((await readCookie()).filter((expiresAt) => expiresAt < now).length).toBeLessThan(20);
    expect((await readCookie()).length).toBeGreaterThanOrEqual(6);
    world().advance(16 * MINUTES);
  });
});
