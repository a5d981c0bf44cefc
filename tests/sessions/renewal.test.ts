import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeSessionsOnEachStore } from './describe-sessions.ts';
import { cookieOf, PASSWORD, visitorOf } from './sessions-environment.ts';

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;
const DAYS = 24 * 60 * MINUTES;
const EXPIRED = { error: 'Your session has expired', code: 'session_expired', details: [] };

describeSessionsOnEachStore('A session', (world) => {
  const visit = async () => world().signIn((await world().makeUser()).email);

  it('is renewed with a new token and a new cookie', async () => {
    const visitor = await visit();
    world().advance(20 * MINUTES);
    const old = await world().clientOf(visitor).get('/api/auth/authenticated');
    expect(old.status).toBe(401);
    expect(old.body).toEqual(EXPIRED);
    const renewed = await world().refresh(visitor.cookie);
    expect(renewed.status).toBe(200);
    expect(renewed.body).toMatchObject({ status: true, error: null, user: { _id: visitor.user._id }, teams: [{ name: 'Global' }] });
    expect(cookieOf(renewed)).not.toBe(visitor.cookie);
    expect((await world().clientOf(visitorOf(renewed)).get('/api/users/user-session')).body.user._id).toBe(visitor.user._id);
  });

  it('is renewed only for a page of the product: a page of another address is refused', async () => {
    const visitor = await visit();
    const from = (origin: string) => world().anonymous.post('/api/auth/refresh', undefined, { cookie: visitor.cookie ?? '', origin });
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      const refused = await from(origin);
      expect([refused.status, refused.body.code]).toEqual([403, 'origin_refused']);
    }
    expect((await from(new URL(world().server.url).origin)).status).toBe(200);
  });

  it('can be renewed by two tabs at once, and returns the same cookie to both within ten seconds', async () => {
    const visitor = await visit();
    await world().stopClock(async () => {
      const tabs = await Promise.all(Array.from({ length: 4 }, () => world().refresh(visitor.cookie)));
      expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(tabs.map(cookieOf)).size).toBe(1);
      world().advance(9 * SECONDS);
      const late = await world().refresh(visitor.cookie);
      expect(late.status).toBe(200);
      expect(cookieOf(late)).toBe(cookieOf(tabs[0] ?? late));
      expect((await world().refresh(cookieOf(late))).status).toBe(200);
    });
  });

  it('ends with all its tokens when a used cookie is sent again after the grace period', async () => {
    const visitor = await visit();
    const renewed = visitorOf(await world().refresh(visitor.cookie));
    world().advance(11 * SECONDS);
    const stolen = await world().refresh(visitor.cookie);
    expect(stolen.status).toBe(401);
    expect(stolen.body).toEqual(EXPIRED);
    expect(cookieOf(stolen)).toBeUndefined();
    expect((await world().refresh(renewed.cookie)).status).toBe(401);
    expect((await world().clientOf(renewed).get('/api/auth/authenticated')).status).toBe(401);
    expect((await world().clientOf(visitor).get('/api/auth/authenticated')).status).toBe(401);
    expect((await world().anonymous.post('/api/users/login', { email: visitor.user.email, password: PASSWORD })).status).toBe(200);
  });

  it('also ends when a cookie from two renewals ago is sent within the grace period', async () => {
    const visitor = await visit();
    const second = visitorOf(await world().refresh(visitor.cookie));
    const third = visitorOf(await world().refresh(second.cookie));
    expect((await world().refresh(visitor.cookie)).status).toBe(401);
    expect((await world().refresh(third.cookie)).status).toBe(401);
  });

  it('ends when it is not renewed for thirty days, and continues when it is', async () => {
    const visitor = await visit();
    world().advance(29 * DAYS);
    const renewed = await world().refresh(visitor.cookie);
    expect(renewed.status).toBe(200);
    world().advance(29 * DAYS);
    const again = await world().refresh(cookieOf(renewed));
    expect(again.status).toBe(200);
    world().advance(31 * DAYS);
    expect((await world().refresh(cookieOf(again))).status).toBe(401);
  });

  it('is not opened by a forged cookie or token', async () => {
    const visitor = await visit();
    const [name, value = ''] = (visitor.cookie ?? '').split('=');
    const [id, count, signature = ''] = value.split('.');
    // Changes the first character: a fixed ending would equal the real ending of one in a thousand signatures.
    const altered = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const forged of [
      '',
      'nonsense',
      `${id}.${count}`,
      `${id}.2.${signature}`,
      `${id}.${count}.${altered}`,
      `${id}.-1.${signature}`,
      `${id}.1e0.${signature}`,
    ]) {
      expect((await world().refresh(`${name}=${forged}`)).status).toBe(401);
    }
    expect((await world().refresh(undefined)).status).toBe(401);
    const [header = '', payload = ''] = visitor.token.split('.');
    const other = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    const signed = createHmac('sha256', 'another secret').update(`${header}.${payload}`).digest('base64url');
    for (const token of [`${other}.${payload}.`, `${header}.${payload}.${signed}`, `${header}.${payload}.`, 'a.b.c']) {
      const { status, body } = await world()
        .clientOf({ ...visitor, token })
        .get('/api/users/list');
      expect(status).toBe(401);
      expect(body).toEqual(EXPIRED);
    }
    expect((await world().refresh(visitor.cookie)).status).toBe(200);
  });

  it('ends at once on sign-out, by cookie or by token, and a second sign-out is no error', async () => {
    for (const method of ['GET', 'POST']) {
      const [one, other] = [await visit(), await visit()];
      const byCookie = await world().anonymous.raw(method, '/api/users/logout', undefined, { cookie: one.cookie ?? '' });
      expect(byCookie.status).toBe(200);
      expect(byCookie.body).toEqual({ status: true });
      expect(byCookie.headers.getSetCookie().every((cookie) => cookie.startsWith('muster_refresh=;'))).toBe(true);
      expect((await world().clientOf(other).raw(method, '/api/users/logout', undefined)).status).toBe(200);
      for (const visitor of [one, other]) {
        expect((await world().clientOf(visitor).get('/api/auth/authenticated')).status).toBe(401);
        expect((await world().refresh(visitor.cookie)).status).toBe(401);
        expect(
          (
            await world()
              .clientOf(visitor)
              .raw(method, '/api/users/logout', undefined, { cookie: visitor.cookie ?? '' })
          ).status,
        ).toBe(200);
      }
    }
  });

  it('does not end other sessions of the same user on sign-out', async () => {
    const first = await visit();
    const second = await world().signIn(first.user.email);
    await world()
      .clientOf(first)
      .post('/api/users/logout', undefined, { cookie: first.cookie ?? '' });
    expect((await world().clientOf(second).get('/api/auth/authenticated')).status).toBe(200);
    expect((await world().refresh(second.cookie)).status).toBe(200);
  });
});
