import { rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createMongoStore } from '../../engine/adapters/mongodb/index.ts';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { runDoctor, type CheckResult, type Configuration, type DoctorOverrides } from '../../engine/application/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { changeKeysOf } from '../../engine/records/index.ts';
import { makeKeys } from '#engine/model/keys';
import type { RecordDocument } from '#engine/model/values';
import { fixtureId } from '../support/fixture-ids.ts';
import { upload } from '../support/upload.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';
import type { TestServer } from '../support/start-server.ts';

const DEFINITIONS: DoctorOverrides = { definitionFolders: WORKSHOP.definitionFolders ?? [], plugins: [] };
const HOUR = 3_600_000;

function openReadOnly({ mongodbUrl, dataFolder }: Configuration): Promise<StorePort> {
  if (mongodbUrl !== undefined) return createMongoStore({ url: mongodbUrl, isReadOnly: true });
  return createSqliteStore({ file: path.join(dataFolder, 'muster.sqlite'), isReadOnly: true });
}

/** The results by check. */
async function examine({ application }: TestServer, overrides: DoctorOverrides = DEFINITIONS): Promise<{ [check: string]: CheckResult }> {
  const received: CheckResult[] = [];
  const results = await runDoctor(application.configuration, (result) => received.push(result), overrides);
  expect(received).toEqual(results);
  return Object.fromEntries(results.map((result) => [result.check, result]));
}

describeOnEachStore('The doctor', (server) => {
  it('finds nothing wrong with a product that is running, and writes nothing', async () => {
    const { application, admin } = server();
    const maker = await admin.post('/api/makers', { name: 'Forge' });
    await admin.post('/api/tools', { name: 'Saw', makers_tools: maker.body._id, about: { module: 'makers', id: maker.body._id } });
    await upload(admin, { name: 'a.txt', content: 'text' });
    const before = await application.store.versions();
    const results = await examine(server());
    // The disk of the machine that runs the tests may be full.
    const states = Object.values(results).filter(({ check }) => check !== 'disk');
    expect(states.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(Object.keys(results).sort()).toEqual(
      [
        'clock',
        'definitions',
        'disk',
        'files',
        'indexes',
        'integrity',
        'node',
        'outbox',
        'queues',
        'references',
        'secret',
        'size',
        'store',
        'unused-indexes',
      ].sort(),
    );
    expect(results['references']?.text).toMatch(/^The values of \d+ records refer to records that exist\.$/);
    expect(await application.store.versions()).toEqual(before);
  });

  it('finds values that refer to no record, with places', async () => {
    const { application, admin } = server();
    const { store, registry } = application;
    const { body } = await admin.post('/api/tools', { name: 'Axe' });
    const module = registry.current().modules.get('tools');
    if (module === undefined) throw new Error('There is no module tools');
    const [stored] = await store.get(module.storage.name, [body._id as string]);
    if (stored === undefined) throw new Error('The tool is not stored');
    const document: RecordDocument = {
      ...stored.document,
      _version: stored.document._version + 1,
      makers_tools: fixtureId(7),
      spares: [fixtureId(8), stored.document._id],
      about: { module: 'makers', id: fixtureId(9) },
    };
    await store.commit({
      writes: [
        {
          kind: 'update',
          collection: module.storage.name,
          document,
          keys: makeKeys(module, document),
          previousKeys: makeKeys(module, stored.document),
          expectedVersion: stored.document._version,
          definitionVersion: stored.definitionVersion,
        },
      ],
    });
    const { references } = await examine(server());
    expect(references?.state).toBe('warning');
    expect(references?.text).toContain('3 values in');
    expect(references?.examples?.map((one) => one.replace(document._id, 'axe')).sort()).toEqual([
      `tools axe: about refers to makers ${fixtureId(9)}`,
      `tools axe: makers_tools refers to makers ${fixtureId(7)}`,
      `tools axe: spares refers to tools ${fixtureId(8)}`,
    ]);
  });

  it('finds files without content', async () => {
    const { application, admin } = server();
    const { body } = await upload(admin, { name: 'lost.txt', content: 'lost' });
    await application.contents.remove(body._id as string);
    const { files } = await examine(server());
    expect([files?.state, files?.text]).toEqual(['problem', '1 file cannot be read.']);
    expect(files?.examples).toEqual([`lost.txt (${String(body.path)}) has no content`]);
  });

  it('finds indexes that are missing', async () => {
    const { store, registry } = server().application;
    const storage = registry.current().modules.get('tools')?.storage;
    if (storage === undefined) throw new Error('There is no module tools');
    await store.applySchemas([{ ...storage, indexes: storage.indexes.slice(1) }]);
    try {
      const { indexes } = await examine(server());
      expect([indexes?.state, indexes?.examples]).toEqual(['problem', [`${storage.name}: ${storage.indexes[0]?.keys.join(', ')}`]]);
    } finally {
      await store.applySchemas([storage]);
    }
    expect((await examine(server()))['indexes']?.state).toBe('ok');
  });

  it('finds a wrong clock, and work that waits for long', async () => {
    const { queue } = server().application;
    await queue.add('doctor-tests', { payload: null });
    const late = await examine(server(), { ...DEFINITIONS, clock: { now: () => Date.now() + HOUR } });
    expect([late['queues']?.state, late['queues']?.examples]).toEqual(['problem', ['doctor-tests']]);
    const early = await examine(server(), { ...DEFINITIONS, clock: { now: () => Date.now() - 24 * HOUR } });
    expect(early['clock']?.state).toBe('problem');
    expect(early['clock']?.advice).toContain('NTP');
  });

  it('finds effects of saves that failed', async () => {
    const { store } = server().application;
    const failure = { plugin: 'paint', hook: 'dry', code: 'plugin_failed', text: 'It rained.', at: new Date().toISOString() };
    const document = {
      _id: fixtureId(20),
      _version: 1,
      module: 'tools',
      record_id: fixtureId(21),
      batch_id: fixtureId(20),
      at: new Date().toISOString(),
      // Never due.
      pending: 8_640_000_000_000_000,
      effects: { done: [], attempts: 3, failure },
    };
    await store.commit({
      writes: [{ kind: 'insert', collection: '_changes', document, keys: changeKeysOf(document), definitionVersion: 0 }],
    });
    const { outbox } = await examine(server());
    expect([outbox?.state, outbox?.text]).toEqual(['problem', '1 effect of saves failed.']);
    expect(outbox?.examples).toEqual([`tools ${fixtureId(21)}: paint dry: It rained.`]);
  });

  it('reads a store that was opened only for that: writes are refused, and nothing is created', async () => {
    const { configuration, registry } = server().application;
    const storage = registry.current().modules.get('tools')?.storage;
    if (storage === undefined) throw new Error('There is no module tools');
    const store = await openReadOnly(configuration);
    try {
      await store.applySchemas([storage, { name: 'never', keys: [], indexes: [], contains: [] }]);
      expect((await store.inspect()).missing).toEqual([{ collection: 'never', keys: [] }]);
      expect(await store.count({ collection: storage.name, filter: { kind: 'constant', value: true } })).toMatchObject({
        totalIsExact: true,
      });
      await expect(store.commit({ writes: [] })).rejects.toMatchObject({ code: 'store_read_only' });
      await expect(store.reserveNumbers('never', 1)).rejects.toMatchObject({ code: 'store_read_only' });
    } finally {
      await store.close();
    }
  });

  it('finds definition files that are broken or not those that serve', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'muster-doctor-'));
    try {
      const overrides = { ...DEFINITIONS, definitionFolders: [folder] };
      const { definitions } = await examine(server(), overrides);
      expect([definitions?.state, definitions?.text.includes('not those that serve')]).toEqual(['warning', true]);
      writeFileSync(path.join(folder, 'module.json'), '{');
      const broken = await examine(server(), overrides);
      expect([broken['definitions']?.state, broken['definitions']?.examples?.length]).toEqual(['problem', 1]);
      // The definitions in the store are used for the other checks.
      expect(broken['references']).toBeDefined();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
