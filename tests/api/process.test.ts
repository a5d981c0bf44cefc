import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { META_COLLECTION, MIGRATIONS } from '../../migrations/index.ts';
import { createApiClient } from '../support/api-client.ts';
import { startProcess, type TestProcess } from '../support/start-process.ts';

const ADMIN = { email: 'boss@muster.test', password: 'Process-pass1!' };

describe('The product as a process', { timeout: 120_000 * inject('timeoutFactor') }, () => {
  let folder: string;
  const running: TestProcess[] = [];
  const start = async (environment: { readonly [name: string]: string } = {}): Promise<TestProcess> => {
    const started = await startProcess({
      MUSTER_DATA_DIR: folder,
      MUSTER_ADMIN_EMAIL: ADMIN.email,
      MUSTER_ADMIN_PASSWORD: ADMIN.password,
      ...environment,
    });
    running.push(started);
    return started;
  };
  const end = (one: TestProcess): Promise<number | null> => {
    one.child.kill('SIGTERM');
    return one.ended;
  };
  const signIn = async (url: string) =>
    createApiClient(url, (await createApiClient(url, undefined).post('/api/users/login', ADMIN)).body.token as string);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'muster-process-'));
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.child.kill('SIGKILL');
      await one.ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses invalid settings, all at once, and exits non-zero', async () => {
    const refused = await start({
      PORT: '70000',
      REDIS_URL: 'http://localhost',
      MUSTER_SEED: 'everything',
      MUSTER_SECRET: 'short',
      MONGODB_URL: 'http://x',
      MUSTER_ADMIN_EMAIL: 'nobody',
    });
    expect(await refused.ended).toBe(1);
    for (const name of ['PORT', 'REDIS_URL', 'MUSTER_SEED', 'MUSTER_SECRET', 'MONGODB_URL', 'MUSTER_ADMIN_EMAIL'])
      expect(refused.output()).toContain(name);
  });

  it('generates a secret that other users cannot read, prints the first admin once, and stores both', async () => {
    const first = await startProcess({ MUSTER_DATA_DIR: folder });
    running.push(first);
    const [, password = ''] = await first.untilPrinted(/Password:\s+(\S+)/);
    await first.untilReady();
    expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600);
    const secret = readFileSync(path.join(folder, 'secret'), 'utf8');
    const { body } = await createApiClient(first.url, undefined).post('/api/users/login', { email: 'admin@muster.example', password });
    expect(body.user.userType).toBe('System Admin');
    expect(await end(first)).toBe(0);
    const second = await startProcess({ MUSTER_DATA_DIR: folder });
    running.push(second);
    await second.untilReady();
    expect(second.output()).not.toMatch(/Password/);
    expect(readFileSync(path.join(folder, 'secret'), 'utf8')).toBe(secret);
    expect((await createApiClient(second.url, body.token as string).get('/api/shell')).status).toBe(200);
  });

  it('completes the request in flight on SIGTERM, and accepts no new connection', async () => {
    const server = await start();
    await server.untilReady();
    const client = await signIn(server.url);
    const body = JSON.stringify({ name: 'In flight' });
    const slow = request(`${server.url}/api/teams`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.token ?? ''}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    });
    const response = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      slow.on('error', reject);
      slow.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      });
    });
    slow.flushHeaders();
    // The server sends this when it has the request.
    await once(slow, 'continue');
    slow.write(body.slice(0, 10));
    server.child.kill('SIGTERM');
    await server.untilPrinted(/stopping/);
    await expect
      .poll(() =>
        fetch(`${server.url}/api/health`).then(
          () => 'returned',
          () => 'refused',
        ),
      )
      .toBe('refused');
    slow.end(body.slice(10));
    const { status, text } = await response;
    expect(status, text).toBe(201);
    expect(await server.ended).toBe(0);
    const again = await start();
    await again.untilReady();
    expect((await (await signIn(again.url)).get(`/api/teams/${(JSON.parse(text) as { _id: string })._id}`)).status).toBe(200);
  });

  it('refuses data of a later version with both versions in the error, and migrates older data', async () => {
    const first = await start();
    await first.untilReady();
    await end(first);
    await writeDataVersion(path.join(folder, 'muster.sqlite'), 999);
    const refused = await start();
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`version 999; this is version ${MIGRATIONS.length}.`);
    await writeDataVersion(path.join(folder, 'muster.sqlite'), 0);
    const migrated = await start();
    await migrated.untilReady();
    for (const { name } of MIGRATIONS) expect(migrated.output()).toContain(name);
  });

  it('is ready when the demo data are complete, and starts an interrupted seed again', async () => {
    const first = await start({ MUSTER_SEED: 'demo' });
    await first.untilPrinted(/Making demo data: (leads|accounts)/);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
    expect(await (await fetch(`${first.url}/api/ready`)).json()).toMatchObject({ code: 'not_ready' });
    expect(await end(first)).toBe(0);
    const second = await start({ MUSTER_SEED: 'demo' });
    await second.untilPrinted(/it starts again/);
    await second.untilReady();
    const client = await signIn(second.url);
    expect((await client.get('/api/leads?pageSize=1')).body.total).toBe(5_000);
    expect((await client.get('/api/accounts?pageSize=1')).body.total).toBe(400);
    expect(await end(second)).toBe(0);
  });

  it("serves with several processes on one port, which see each other's writes at the next request", async () => {
    const server = await start({ MUSTER_WORKERS: '2' });
    await server.untilReady();
    const client = await signIn(server.url);
    const made = await client.post('/api/teams', { name: 'Workers' });
    expect(made.status).toBe(201);
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => client.put(`/api/teams/${made.body._id}`, { schema_name: `Turn ${turn}` })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const versions = await Promise.all(Array.from({ length: 20 }, () => client.get(`/api/teams/${made.body._id}`)));
    expect(new Set(versions.map(({ body }) => body._version as number))).toEqual(new Set([41]));
    await Promise.all(Array.from({ length: 10 }, async () => expect((await client.get('/api/ss-modules/by-name/teams')).status).toBe(200)));
    expect((await client.get('/api/users/logout')).status).toBe(200);
    const after = await Promise.all(Array.from({ length: 20 }, () => client.get('/api/shell')));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await end(server)).toBe(0);
  });
});

async function writeDataVersion(file: string, dataVersion: number): Promise<void> {
  const store = await createSqliteStore({ file });
  await store.applySchemas([META_COLLECTION]);
  const [stored] = await store.get('_meta', ['data']);
  if (stored === undefined) throw new Error('The store says nothing of its data');
  const { _version: version } = stored.document;
  await store.commit({
    writes: [
      {
        kind: 'update',
        collection: '_meta',
        document: { ...stored.document, _version: version + 1, dataVersion },
        keys: {},
        previousKeys: {},
        expectedVersion: version,
        definitionVersion: 0,
      },
    ],
  });
  await store.close();
}
