import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/start-server.ts';

describe('A SQLite file that is removed from the running product', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-moved-'));
  const file = path.join(folder, 'muster.sqlite');
  const away = path.join(folder, 'away.sqlite');
  let server: TestServer | undefined;
  const theServer = (): TestServer => {
    if (server === undefined) throw new Error('The server did not start');
    return server;
  };
  const ready = async (): Promise<string> => {
    const { status, body } = await theServer().anonymous.get('/api/ready');
    return status === 200 ? 'ready' : `${status} ${body.code}`;
  };
  const create = () => theServer().admin.post('/api/leads?duplicates=allow', { first_name: 'Mo', last_name: 'Ved', lead_status: 'new' });
  beforeAll(async () => {
    server = await startServer({ store: 'sqlite', configuration: { dataFolder: folder } });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['moved away', () => undefined],
    ['replaced by a copy', () => copyFileSync(away, file)],
  ])('and %s is detected: saves and reads are refused and readiness fails until it is restored', async (_how, replace) => {
    const before = await create();
    expect([before.status, await ready()]).toEqual([201, 'ready']);
    renameSync(file, away);
    replace();
    await expect.poll(ready).toBe('503 store_moved');
    for (const response of [await create(), await theServer().admin.get(`/api/leads/${before.body._id}`)])
      expect([response.status, response.body.code]).toEqual([503, 'store_moved']);
    expect((await theServer().anonymous.get('/api/health')).status).toBe(200);
    renameSync(away, file);
    await expect.poll(ready).toBe('ready');
    expect((await theServer().admin.get(`/api/leads/${before.body._id}`)).body.name).toBe('Mo Ved');
    expect((await create()).status).toBe(201);
  });
});
