import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATCH_ALL } from '#engine/model/filter';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { WORKSHOP } from './each-store.ts';

describe('The query cache', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-cache-'));
  const servers: TestServer[] = [];

  /** Two servers on one file, as two processes, and one whose environment switches the cache off. */
  beforeAll(async () => {
    const open = () => createSqliteStore({ file: path.join(folder, 'muster.sqlite') });
    for (const configuration of [{}, {}, { queryCache: false }])
      servers.push(await startServer({ ...WORKSHOP, store: 'sqlite', openedStore: await open(), configuration }));
    await servers[0]?.admin.post('/api/tools', { name: 'Hammer' });
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** For each server: whether its store returns the same object again, after a request that brings it up to date. */
  const listCaching = async (): Promise<boolean[]> => {
    const found: boolean[] = [];
    for (const { admin, application } of servers) {
      expect((await admin.get('/api/tools')).body.total).toBe(1);
      const read = async () => (await application.store.find({ collection: 'm_tools', filter: MATCH_ALL, sort: [], limit: 1 }))[0];
      const first = await read();
      expect(first).toBeDefined();
      found.push(first === (await read()));
    }
    return found;
  };

  it('is on by default, and off where the environment says so', async () => {
    expect(await listCaching()).toEqual([true, true, false]);
  });

  it('is switched by an admin on every process without a restart', async () => {
    const admin = servers[0]?.admin;
    const url = '/api/admin-settings/setting_query_cache';
    expect((await admin?.put(url, { setting: false }))?.status).toBe(200);
    expect(await listCaching()).toEqual([false, false, false]);
    expect((await admin?.put(url, { setting: true }))?.status).toBe(200);
    expect(await listCaching()).toEqual([true, true, false]);
    expect((await admin?.put(url, { setting: 'off' }))?.status).toBe(422);
  });
});
