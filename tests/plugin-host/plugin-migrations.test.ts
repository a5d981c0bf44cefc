import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { PluginManifest, PluginMigration } from '../../engine/plugin-host/index.ts';
import { WORKSHOP } from '../api/each-store.ts';
import { createDeferred } from '../support/deferred.ts';
import { dropDatabase, makeDatabaseUrl } from '../support/prepared-data.ts';
import { readService } from '../support/services.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const ignore = (): void => undefined;
const hasMongo = readService('MONGODB_URL', 'migrations of plugins on MongoDB') !== undefined;

/** What ran, in order. */
let ran: string[] = [];
/** Texts of information and codes of errors. */
let logged: unknown[] = [];
const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  ran = [];
  logged = [];
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function makePlugin(migrations: readonly PluginMigration[]): PluginManifest {
  return {
    name: 'paint',
    version: '1.0.0',
    engine: '*',
    writes: ['tools.*'],
    hooks: { preSave: [{ module: 'tools', name: 'dry', run: ignore }] },
    migrations,
    start: () => void ran.push('start'),
  };
}

const first: PluginMigration = { number: 1, name: 'first', run: () => void ran.push('first') };

/** Adds a note to the tools, as a new version of the plugin needs it. */
const second: PluginMigration = {
  number: 2,
  name: 'add notes',
  run: async ({ records, actor }) => {
    ran.push('second');
    const { data } = await records.find(actor, { module: 'tools', filter: {} });
    for (const { _id } of data) await records.update(actor, { module: 'tools', id: _id, fields: { notes: 'painted' } });
  },
};

describe.each(['sqlite' as const, ...(hasMongo ? ['mongodb' as const] : [])])('The migrations of a plugin on %s', (store) => {
  /** Starts the product again and again on the same data. */
  function createStarter(): (...migrations: readonly PluginMigration[]) => Promise<TestServer> {
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'muster-migrations-'));
    const mongodbUrl = store === 'mongodb' ? makeDatabaseUrl() : undefined;
    cleanups.push(async () => {
      rmSync(dataFolder, { recursive: true, force: true });
      if (mongodbUrl !== undefined) await dropDatabase(mongodbUrl);
    });
    return async (...migrations) => {
      const server = await startServer({
        ...WORKSHOP,
        store,
        plugins: [makePlugin(migrations)],
        configuration: { dataFolder, ...(mongodbUrl === undefined ? {} : { mongodbUrl }) },
        log: {
          debug: ignore,
          info: (_data, text) => void logged.push(text),
          warn: ignore,
          error: (data) => void logged.push((data as { readonly code?: string }).code),
        },
      });
      cleanups.push(() => server.stop());
      return server;
    };
  }

  it('run once for the data, in order, before the plugin starts', async () => {
    const start = createStarter();
    const before = await start(first);
    expect(ran).toEqual(['first', 'start']);
    const { _id } = (await before.admin.post('/api/tools', { name: 'Brush' })).body;
    await before.stop();
    const after = await start(first, second);
    expect(ran).toEqual(['first', 'start', 'second', 'start']);
    expect((await after.admin.get(`/api/tools/${_id}`)).body.notes).toBe('painted');
    expect((await after.admin.post('/api/audit-log/search', { searchTerms: { record_id: _id, field: 'notes' } })).body.data).toMatchObject([
      { changed_through: 'paint' },
    ]);
    await after.stop();
    await (await start(first, second)).stop();
    expect(ran.slice(4)).toEqual(['start']);
  });

  it('that fail turn the plugin off, and run again with the next start', async () => {
    const start = createStarter();
    let isBroken = true;
    const fragile: PluginMigration = {
      number: 1,
      name: 'split names',
      run: () => {
        if (isBroken) throw new Error('a name is empty');
        ran.push('split');
      },
    };
    const broken = await start(fragile);
    expect((await broken.admin.get('/api/plugins')).body.data).toMatchObject([
      { state: 'off', cause: 'The migration 1 (split names) of the plugin paint failed: a name is empty' },
    ]);
    expect(logged).toContain('plugin_migration_failed');
    expect((await broken.admin.post('/api/tools', { name: 'Brush' })).body.code).toBe('plugin_unavailable');
    await broken.stop();
    isBroken = false;
    const mended = await start(fragile);
    expect((await mended.admin.get('/api/plugins')).body.data).toMatchObject([{ state: 'running' }]);
    expect(ran).toEqual(['split', 'start']);
  });

  it('that another process runs are waited for, and not run twice', async () => {
    const start = createStarter();
    const [begun, end] = [createDeferred(), createDeferred()];
    const slow: PluginMigration = {
      number: 1,
      name: 'slow',
      run: async () => {
        ran.push('slow');
        begun.resolve();
        await end.promise;
      },
    };
    await (await start()).stop();
    ran = [];
    const one = start(slow);
    await begun.promise;
    const other = start(slow);
    await expect.poll(() => logged).toContain('waiting for the migration of the plugin paint by another process');
    end.resolve();
    const servers = await Promise.all([one, other]);
    expect(ran).toEqual(['slow', 'start', 'start']);
    for (const server of servers) expect((await server.admin.get('/api/plugins')).body.data).toMatchObject([{ state: 'running' }]);
  });

  it('of a later version leave the plugin off, and its data unchanged', async () => {
    const start = createStarter();
    await (await start(first, { ...first, number: 2 })).stop();
    const older = await start(first);
    expect((await older.admin.get('/api/plugins')).body.data).toMatchObject([
      { state: 'off', cause: expect.stringContaining('later version of it: they are of version 2, it knows 1') as string },
    ]);
    expect(logged).toContain('plugin_data_unknown');
  });

  it('of a process that was killed in the middle are run by the next one, once its lease has ended', async () => {
    const start = createStarter();
    const server = await start();
    await server.application.store.commit({
      writes: [
        {
          kind: 'insert',
          collection: '_plugin_data',
          document: { _id: 'paint', _version: 1, dataVersion: 0, holder: 'gone', leaseEnd: Date.now() - 1 },
          keys: {},
          definitionVersion: 0,
        },
      ],
    });
    await server.stop();
    await start(first);
    expect(ran).toEqual(['start', 'first', 'start']);
  });
});
