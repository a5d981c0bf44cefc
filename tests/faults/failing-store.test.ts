import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { WORKSHOP } from '../api/each-store.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { startServer, TEST_ADMIN, type TestServer } from '../support/start-server.ts';

interface OpenedServer {
  readonly server: TestServer;
  /** The connection that the product writes with. */
  readonly writer: Database.Database;
}

/** The product in this process, and the connection that it writes with: the first that it opens. */
async function startWatched(): Promise<OpenedServer> {
  const opened: Database.Database[] = [];
  const prototype = Database.prototype as { pragma: Database.Database['pragma'] };
  const { pragma } = prototype;
  prototype.pragma = function watched(this: Database.Database, ...given: Parameters<typeof pragma>): unknown {
    if (!opened.includes(this)) opened.push(this);
    return pragma.apply(this, given);
  };
  try {
    const server = await startServer({ ...WORKSHOP, store: 'sqlite' });
    const writer = opened.find((one) => !one.readonly && one.name.endsWith('muster.sqlite'));
    if (writer === undefined) throw new Error('The product opened no file to write');
    return { server, writer };
  } finally {
    prototype.pragma = pragma;
  }
}

describe('A store that fails', () => {
  const running: TestServer[] = [];
  const start = async (): Promise<OpenedServer> => {
    const opened = await startWatched();
    running.push(opened.server);
    return opened;
  };
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
  });

  it('has not: the writing connection keeps a log of writes and waits for the disk at each commit', async () => {
    const { writer } = await start();
    expect(writer.pragma('synchronous', { simple: true })).toBe(2);
    expect(writer.pragma('journal_mode', { simple: true })).toBe('wal');
  });

  /** Saves while the store fails and after; `expected` is the answer to each write meanwhile. */
  const live = async ({ server }: OpenedServer, fail: () => void, recover: () => void, expected: { readonly code: string; readonly error: string }): Promise<void> => {
    const { admin } = server;
    const acknowledged: string[] = [];
    const save = async (name: string): Promise<ApiAnswer> => {
      const answer = await admin.post('/api/tools', { name, notes: 'n'.repeat(20_000) });
      if (answer.status === 201) acknowledged.push(answer.body._id);
      return answer;
    };
    for (const name of ['First', 'Second']) expect((await save(name)).status).toBe(201);
    fail();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => save(`Meanwhile ${number}`)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body, headers } of refused) {
      expect([status, body]).toEqual([503, { ...expected, details: [] }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // Other writes are refused alike: nobody signs in into a session that was not kept.
    expect((await admin.put(`/api/tools/${acknowledged[0]}`, { notes: 'm'.repeat(60_000) })).body.code).toBe(expected.code);
    expect((await server.anonymous.post('/api/users/login', { ...TEST_ADMIN, password: 'Wrong-pass1!' })).status).toBeOneOf([422, 503]);
    // Reading goes on.
    expect((await admin.get(`/api/tools/${acknowledged[0]}`)).body).toMatchObject({ name: 'First', _version: 1 });
    expect((await admin.get('/api/health')).status).toBe(200);
    recover();
    expect((await save('After')).status).toBe(201);
    expect((await admin.get('/api/ready')).status).toBe(200);
    const { body } = await admin.post('/api/tools/search', { idsOnly: true, pageSize: 1_000 });
    expect([...body.data].sort()).toEqual([...acknowledged].sort());
    expect(body.total).toBe(acknowledged.length);
  };

  it('because it is full refuses writes with 503, says so, and works again once there is room', async () => {
    const opened = await start();
    const { writer } = opened;
    const fail = (): void => void writer.pragma(`max_page_count = ${Number(writer.pragma('page_count', { simple: true })) + 20}`);
    await live(opened, fail, () => void writer.pragma('max_page_count = 1073741823'), { code: 'store_full', error: 'The disk is full. Nothing was saved.' });
  });

  it('because it is read-only refuses writes with 503, says so, is not ready, and works again once it is not', async () => {
    const opened = await start();
    const { writer, server } = opened;
    await live(opened, () => void writer.pragma('query_only = 1'), () => void writer.pragma('query_only = 0'), { code: 'store_read_only', error: 'The database is read-only. Nothing was saved.' });
    writer.pragma('query_only = 1');
    expect(await server.admin.get('/api/ready')).toMatchObject({ status: 503, body: { code: 'store_read_only' } });
    writer.pragma('query_only = 0');
    expect((await server.admin.get('/api/ready')).status).toBe(200);
  });
});
