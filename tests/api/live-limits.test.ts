import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_CLOSE_CODES } from '#engine/model/wire';
import { MusterError } from '../../engine/errors/index.ts';
import { openLive } from '../support/open-live.ts';
import { startServer, TEST_ADMIN, type TestServer } from '../support/start-server.ts';
import { WORKSHOP } from './each-store.ts';

/** Signs a token like those of the product. */
function sign(secret: string, payload: object): string {
  const text = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

describe('A socket with an expired token or without reads', () => {
  let server: TestServer;
  let ahead = 0;

  beforeAll(async () => {
    server = await startServer({ ...WORKSHOP, store: 'sqlite', clock: { now: () => Date.now() + ahead } });
  });
  afterAll(async () => {
    await server.stop();
  });

  it('is closed when its token expires, unless it sends a renewed one of the same session', async () => {
    const [retained, left] = [
      await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password),
      await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password),
    ];
    const [renewed, forgotten, stranger] = [
      await openLive(server.url, retained.token),
      await openLive(server.url, left.token),
      await openLive(server.url, left.token),
    ];
    ahead = 800_000;
    // The session must match, whichever node signed or renewed the token.
    stranger.send({ type: 'token', token: (await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password)).token ?? '' });
    expect(await stranger.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
    const payload = JSON.parse(Buffer.from((retained.token ?? '').split('.')[1] ?? '', 'base64url').toString()) as {
      readonly sub: string;
      readonly sid: string;
    };
    const later = Math.floor((Date.now() + ahead) / 1000);
    renewed.send({
      type: 'token',
      token: sign(server.application.secret, { sub: payload.sub, sid: payload.sid, scope: 'session', iat: later, exp: later + 900 }),
    });
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

  it('takes all subscriptions of a browser that reconnects at once, and learns of new definitions', async () => {
    const { token } = await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password);
    const browser = await openLive(server.url, token);
    browser.send({ type: 'subscribe', id: 'shell', to: { kind: 'shell' } });
    for (let at = 0; at < 200; at += 1) browser.send({ type: 'subscribe', id: `list ${at}`, to: { kind: 'list', module: 'tools' } });
    browser.send({ type: 'subscribe', id: 'one more', to: { kind: 'list', module: 'tools' } });
    await browser.next('error', (one) => one.about === 'one more' && one.code === 'live_too_many');
    const { registry } = server.application;
    const [module] = [...registry.definitions().module.values()].filter(({ name }) => name === 'tools');
    const definition = { ...module, label: 'Tools of the shop' };
    await registry.publish({ author: undefined, changes: [{ kind: 'module', id: module?.id ?? '', definition }] });
    const { definitions } = await browser.next('shell');
    expect(definitions).toBe(registry.current().version);
    expect(browser.socket.readyState).toBe(browser.socket.OPEN);
    browser.close();
  });

  it('is opened with an API token within its scopes, until the token is revoked', async () => {
    const made = await server.admin.post('/api/api-tokens', { name: 'Board', scopes: ['tools:read'], password: TEST_ADMIN.password });
    const program = await openLive(server.url, made.body.token);
    await program.subscribe('tools', { kind: 'list', module: 'tools' });
    program.send({ type: 'subscribe', id: 'makers', to: { kind: 'list', module: 'makers' } });
    await program.next('error', (one) => one.about === 'makers' && one.code === 'api_token_scope_missing');
    const tool = await server.admin.post('/api/tools', { name: 'Seen by a program' });
    await program.next('change', (one) => one.id === tool.body._id);
    expect((await server.admin.delete(`/api/api-tokens/${made.body._id}`)).status).toBe(200);
    expect(await program.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
    const late = await openLive(server.url);
    late.send({ type: 'hello', token: made.body.token });
    expect(await late.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
  });

  it('is refused when its user has fifty others', async () => {
    const admin = await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password);
    const open = await Promise.all(Array.from({ length: 50 }, () => openLive(server.url, admin.token)));
    const more = await openLive(server.url);
    const reason = new Promise((resolve) => more.socket.once('close', (_code, text) => resolve(text.toString())));
    more.send({ type: 'hello', token: admin.token ?? '' });
    expect(await more.closed).toBe(LIVE_CLOSE_CODES.tooMany);
    expect(await reason).toBe(new MusterError('live_sockets_too_many', { values: { most: 50 } }).message);
    open.pop()?.close();
    await expect.poll(() => server.application.live.count()).toBe(49);
    const next = await openLive(server.url, admin.token);
    for (const one of [...open, next]) one.close();
    await expect.poll(() => server.application.live.count()).toBe(0);
  });

  it('is closed when it does not read, and does not delay other sockets', async () => {
    const { live, records } = server.application;
    const made = await records.createMany(
      { kind: 'system' },
      { module: 'tools', records: Array.from({ length: 400 }, (_, index) => ({ name: `Tool ${index}` })) },
    );
    const admin = await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password);
    const [deaf, other] = [await openLive(server.url, admin.token), await openLive(server.url, admin.token)];
    for (let index = 0; index < 150; index += 1)
      deaf.send({ type: 'subscribe', id: `${index}`.padStart(60, 'x'), to: { kind: 'list', module: 'tools' } });
    await deaf.settled();
    await other.subscribe('all', { kind: 'list', module: 'tools' });
    deaf.socket.pause();
    await expect.poll(() => live.count()).toBe(2);
    for (let round = 1; round <= 5; round += 1) {
      await records.updateMany({ kind: 'system' }, { module: 'tools', ids: made.done, fields: { weight: round } });
      for (const id of made.done) await other.next('change', (one) => one.id === id && one.values['weight'] === round);
      // With more changes within a second, all sockets would only get a resync.
      ahead += 1_000;
    }
    // Time without a read after which the socket is closed.
    ahead += 10_000;
    await expect.poll(() => live.count()).toBe(1);
    deaf.close();
    other.close();
  });
});
