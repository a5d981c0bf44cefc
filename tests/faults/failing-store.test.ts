import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createSqliteStore, type SqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { MusterError } from '../../engine/errors/index.ts';
import type { StoredRecord } from '../../engine/ports/index.ts';
import { WORKSHOP } from '../api/each-store.ts';
import { createApiClient, type ApiClient, type TestResponse } from '../support/api-client.ts';
import { startServer, TEST_ADMIN, type TestServer } from '../support/start-server.ts';

interface OpenedServer {
  readonly server: TestServer;
  readonly store: SqliteStore;
}

/** The product in this process, on a store whose writing connection the test can manipulate. */
async function startDisturbed(folder: string): Promise<OpenedServer> {
  const store = await createSqliteStore({ file: path.join(folder, 'muster.sqlite') });
  return { store, server: await startServer({ ...WORKSHOP, store: 'sqlite', openedStore: store }) };
}

/** A record as the store has it. */
async function makeStored({ server, store }: OpenedServer): Promise<StoredRecord> {
  const made = await server.admin.post('/api/tools', { name: 'Stored' });
  expect(made.status).toBe(201);
  const module = server.application.registry.current().module('tools');
  const [stored] = await store.get(module?.storage.name ?? '', [made.body._id as string]);
  expect(stored).toBeDefined();
  return stored as StoredRecord;
}

const refresh = (server: TestServer, cookie: string): Promise<TestResponse> =>
  server.anonymous.post('/api/auth/refresh', undefined, { cookie });

const refreshCookieOf = (response: TestResponse): string =>
  response.headers
    .getSetCookie()
    .find((one) => one.startsWith('muster_refresh='))
    ?.split(';', 1)[0] ?? '';

/** Signs in while nothing can be written: failures still count, and the session is renewed without being saved. */
async function signInMeanwhile(server: TestServer): Promise<{ readonly signedIn: ApiClient; readonly cookie: string }> {
  for (let times = 0; times < 10; times += 1)
    expect((await server.anonymous.post('/api/users/login', { email: 'stranger@muster.test', password: 'Wrong-pass1!' })).status).toBe(422);
  expect((await server.anonymous.post('/api/users/login', { email: 'stranger@muster.test', password: 'Wrong-pass1!' })).status).toBe(429);
  const opened = await server.anonymous.post('/api/users/login', TEST_ADMIN);
  expect([opened.status, opened.body.error]).toEqual([200, null]);
  const renewed = await refresh(server, refreshCookieOf(opened));
  expect(renewed.status).toBe(200);
  return { signedIn: createApiClient(server.url, renewed.body.token), cookie: refreshCookieOf(renewed) };
}

/** A session that was opened meanwhile is saved when it is renewed, and ends for good. */
async function continueSession(server: TestServer, signedIn: ApiClient, cookie: string): Promise<void> {
  const renewed = await refresh(server, cookie);
  expect(renewed.status).toBe(200);
  expect(refreshCookieOf(renewed)).not.toBe(cookie);
  expect((await signedIn.get('/api/auth/sessions')).body.data).toContainEqual(expect.objectContaining({ isCurrent: true }));
  expect((await signedIn.post('/api/users/logout')).status).toBe(200);
  expect((await signedIn.get('/api/auth/authenticated')).status).toBe(401);
  expect((await refresh(server, refreshCookieOf(renewed))).status).toBe(401);
  expect((await refresh(server, cookie)).status).toBe(401);
}

describe('A store that fails', () => {
  const running: TestServer[] = [];
  const folders: string[] = [];
  const start = async (): Promise<OpenedServer> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'muster-failing-'));
    folders.push(folder);
    const opened = await startDisturbed(folder);
    running.push(opened.server);
    return opened;
  };
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it('has a writing connection that uses a write-ahead log and waits for the disk at each commit', async () => {
    const { store } = await start();
    expect(await store.writerSetting('synchronous')).toBe(2);
    expect(store.capabilities.durability).toMatch(/^journal_mode=wal /);
  });

  it('leaves out of a search over all modules only those that take too long', async () => {
    const { server, store } = await start();
    const { admin } = server;
    for (const path of ['tools', 'makers']) expect((await admin.post(`/api/${path}`, { name: `Quartz ${path}` })).status).toBe(201);
    const findAcross = store.findAcross.bind(store);
    let isCostly = (_collection: string): boolean => true;
    store.findAcross = (queries) =>
      queries.some(({ collection }) => isCostly(collection)) ? Promise.reject(new MusterError('filter_too_costly')) : findAcross(queries);
    const search = () => admin.post('/api/generic-modules/quick-search', { search: 'quartz' });
    expect((await search()).body).toMatchObject({ code: 'filter_too_costly' });
    const makers = server.application.registry.current().module('makers');
    isCostly = (collection) => collection === makers?.storage.name;
    const { status, body } = await search();
    expect([status, body.data.map(({ name }: { readonly name: string }) => name)]).toEqual([200, ['Quartz tools']]);
    expect(body._warnings).toEqual([
      { code: 'modules_not_searched', text: `Not searched, because it takes too long: ${makers?.label}. Search in the list instead.` },
    ]);
    isCostly = () => false;
    const whole = await search();
    expect(whole.body).toMatchObject({ total: 2 });
    expect(whole.body).not.toHaveProperty('_warnings');
  });

  it('while records are exported cuts the file off, or ends it with a line about the error', async () => {
    const { server, store } = await start();
    const { admin } = server;
    const record = await makeStored({ server, store });
    store.stream = async function* () {
      for (let number = 0; number < 5_000; number += 1) yield await Promise.resolve(record);
      throw new MusterError('store_unavailable');
    };
    for (const format of ['csv', 'xlsx']) await expect(admin.get(`/api/tools/export?format=${format}`)).rejects.toThrow();
    const { status, body } = await admin.get('/api/tools/export?format=ndjson&fields=name');
    const lines = String(body).trimEnd().split('\n');
    expect([status, lines.length, JSON.parse(lines.at(-1) ?? '')]).toEqual([
      200,
      5_001,
      { error: expect.any(String), code: 'store_unavailable' },
    ]);
  });

  it('with more records than Excel reads refuses an XLSX file before it begins', async () => {
    const { server, store } = await start();
    store.count = () => Promise.resolve({ total: 1_048_576, totalIsExact: true });
    const { status, body } = await server.admin.get('/api/tools/export?format=xlsx&fields=name');
    expect([status, body.code, body.limit]).toEqual([422, 'export_too_large', 1_048_575]);
    expect(body.error).toContain('at most 1,048,575');
    expect((await server.admin.get('/api/tools/export?fields=name')).status).toBe(200);
  });

  it('is read no further when the client of an export leaves', async () => {
    const { server, store } = await start();
    const record = await makeStored({ server, store });
    let isOpen = false;
    store.stream = async function* () {
      try {
        isOpen = true;
        for (;;) yield await Promise.resolve(record);
      } finally {
        isOpen = false;
      }
    };
    for (const format of ['csv', 'ndjson', 'xlsx']) {
      const leaving = new AbortController();
      const response = await fetch(`${server.url}/api/tools/export?format=${format}`, {
        headers: { authorization: `Bearer ${server.admin.token}` },
        signal: leaving.signal,
      });
      const reader = response.body?.getReader();
      while (!isOpen) await reader?.read();
      leaving.abort();
      await expect.poll(() => isOpen, { timeout: 10_000 * inject('timeoutFactor') }).toBe(false);
    }
  });

  /** Saves during and after the failure of the store; `expected` is the response to each write during it. */
  const live = async (
    { server }: OpenedServer,
    fail: () => Promise<unknown>,
    recover: () => Promise<unknown>,
    expected: { readonly code: string; readonly error: string },
  ): Promise<void> => {
    const { admin } = server;
    const acknowledged: string[] = [];
    const save = async (name: string): Promise<TestResponse> => {
      const response = await admin.post('/api/tools', { name, notes: 'n'.repeat(20_000) });
      if (response.status === 201) acknowledged.push(response.body._id);
      return response;
    };
    for (const name of ['First', 'Second']) expect((await save(name)).status).toBe(201);
    await fail();
    const responses = await Promise.all(Array.from({ length: 40 }, (_, number) => save(`Meanwhile ${number}`)));
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body, headers } of refused) {
      expect([status, body]).toEqual([503, { ...expected, details: [] }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await admin.put(`/api/tools/${acknowledged[0]}`, { notes: 'm'.repeat(60_000) })).body.code).toBe(expected.code);
    const { signedIn, cookie } = await signInMeanwhile(server);
    expect((await signedIn.get(`/api/tools/${acknowledged[0]}`)).body).toMatchObject({ name: 'First' });
    // Reading still works.
    expect((await admin.get(`/api/tools/${acknowledged[0]}`)).body).toMatchObject({ name: 'First', _version: 1 });
    expect((await admin.get('/api/health')).status).toBe(200);
    await recover();
    expect((await save('After')).status).toBe(201);
    await continueSession(server, signedIn, cookie);
    expect((await admin.get('/api/ready')).status).toBe(200);
    const { body } = await admin.post('/api/tools/search', { idsOnly: true, pageSize: 1_000 });
    expect([...body.data].sort()).toEqual([...acknowledged].sort());
    expect(body.total).toBe(acknowledged.length);
  };

  it('because the disk is full refuses writes with 503 and its own error, and works again once there is space', async () => {
    const opened = await start();
    const { store } = opened;
    // A limit below the file's size is raised to its size.
    const fail = async (): Promise<unknown> => store.writerSetting('max_page_count', (await store.writerSetting('max_page_count', 1)) + 20);
    await live(opened, fail, () => store.writerSetting('max_page_count', 1_073_741_823), {
      code: 'store_full',
      error: 'The disk is full. Nothing was saved.',
    });
  });

  it('because it is read-only refuses writes with 503, is not ready, and works again once it is writable', async () => {
    const opened = await start();
    const { store, server } = opened;
    await live(
      opened,
      () => store.writerSetting('query_only', 1),
      () => store.writerSetting('query_only', 0),
      { code: 'store_read_only', error: 'The database is read-only. Nothing was saved.' },
    );
    await store.writerSetting('query_only', 1);
    expect(await server.admin.get('/api/ready')).toMatchObject({ status: 503, body: { code: 'store_read_only' } });
    await store.writerSetting('query_only', 0);
    expect((await server.admin.get('/api/ready')).status).toBe(200);
  });
});
