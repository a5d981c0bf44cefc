import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_CLOSE_CODES } from '#engine/model';
import { openLive } from '../support/live-client.ts';
import { startServer, TEST_ADMIN, type TestServer } from '../support/start-server.ts';
import { WORKSHOP } from './each-store.ts';

/** A token as the product makes them. */
function sign(secret: string, payload: object): string {
  const text = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

describe('A socket with an ended token, and one that never reads', () => {
  let server: TestServer;
  let ahead = 0;

  beforeAll(async () => {
    server = await startServer({ ...WORKSHOP, store: 'sqlite', clock: { now: () => Date.now() + ahead } });
  });
  afterAll(async () => {
    await server.stop();
  });

  it('is closed when its token ends, unless it sends a renewed one of the same session', async () => {
    const [kept, left] = [await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password), await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password)];
    const [renewed, forgotten, stranger] = [await openLive(server.url, kept.token), await openLive(server.url, left.token), await openLive(server.url, left.token)];
    ahead = 800_000;
    // Signed in at one node, renewed at any: what counts is the session.
    stranger.send({ type: 'token', token: (await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password)).token ?? '' });
    expect(await stranger.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
    const payload = JSON.parse(Buffer.from((kept.token ?? '').split('.')[1] ?? '', 'base64url').toString()) as { readonly sub: string; readonly sid: string };
    const later = Math.floor((Date.now() + ahead) / 1000);
    renewed.send({ type: 'token', token: sign(server.application.secret, { sub: payload.sub, sid: payload.sid, scope: 'session', iat: later, exp: later + 900 }) });
    await renewed.settled();
    ahead = 950_000;
    expect(await forgotten.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
    await renewed.settled();
    expect(renewed.socket.readyState).toBe(renewed.socket.OPEN);
    const late = await openLive(server.url);
    late.send({ type: 'hello', token: left.token ?? '' });
    expect(await late.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
    renewed.close();
    ahead = 0;
  });

  it('is given up when it does not read, and holds up nobody else', async () => {
    const { live, records } = server.application;
    const made = await records.createMany({ kind: 'system' }, { module: 'tools', records: Array.from({ length: 400 }, (_, index) => ({ name: `Tool ${index}` })) });
    const admin = await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password);
    const [deaf, other] = [await openLive(server.url, admin.token), await openLive(server.url, admin.token)];
    for (let index = 0; index < 150; index += 1) deaf.send({ type: 'subscribe', id: `${index}`.padStart(60, 'x'), to: { kind: 'list', module: 'tools' } });
    await deaf.settled();
    await other.subscribe('all', { kind: 'list', module: 'tools' });
    deaf.socket.pause();
    await expect.poll(() => live.count()).toBe(2);
    for (let round = 1; round <= 5; round += 1) {
      await records.updateMany({ kind: 'system' }, { module: 'tools', ids: made.done, fields: { weight: round } });
      for (const id of made.done) await other.next('change', (one) => one.id === id && one.values['weight'] === round);
      // More within a second would be told to all as something to read anew.
      ahead += 1_000;
    }
    // So long after it did not read.
    ahead += 10_000;
    await expect.poll(() => live.count()).toBe(1);
    deaf.close();
    other.close();
  });
});
