import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CompiledModule } from '#engine/model/compiled';
import { createIndexUses, INDEX_USES_COLLECTION, type IndexUses } from '../../engine/indexes/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { loadSnapshot } from '../../engine/registry/index.ts';
import { describeOnStores, type TestStores } from './test-stores.ts';

const snapshot = await loadSnapshot(['tests/fixtures/definitions']);
const things = snapshot.module('things') as CompiledModule;
const ignore = (): void => undefined;

describeOnStores('The recorded use of indexes', (make) => {
  let stores: TestStores;
  beforeEach(async () => {
    stores = await make();
  });
  afterEach(() => stores.end());

  /** Opens a handle and its records, as a process does. */
  async function start(now: string, interval?: number): Promise<{ readonly store: StorePort; readonly uses: IndexUses }> {
    const store = await stores.open();
    await store.applySchemas([...snapshot.modules.values()].map(({ storage }) => storage).concat(INDEX_USES_COLLECTION));
    const uses = createIndexUses({
      store,
      registry: { current: () => snapshot },
      clock: { now: () => Date.parse(now) },
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      ...(interval === undefined ? {} : { interval }),
    });
    return { store, uses };
  }

  const readByUniqueCode = (store: StorePort): Promise<unknown> => {
    const key = things.fields.get('code')?.keys[0];
    if (key === undefined) throw new Error('There is no key');
    return store.find({ collection: things.storage.name, filter: { kind: 'equals', key, values: ['x'] }, sort: [], limit: 5 });
  };
  const codeOf = async (uses: IndexUses) =>
    (await uses.report(snapshot)).find(({ module, fields }) => module === 'things' && fields.join() === 'code');

  it('is kept over a restart, and adds up over processes', async () => {
    const first = await start('2026-03-01T10:00:00.000Z');
    expect(await codeOf(first.uses)).toMatchObject({ state: 'unused', uses: 0, lastUsed: null, since: '2026-03-01T10:00:00.000Z' });
    await readByUniqueCode(first.store);
    first.uses.start();
    await first.uses.stop();

    const second = await start('2026-03-02T10:00:00.000Z');
    const before = await codeOf(second.uses);
    expect(before).toMatchObject({ state: 'used', since: '2026-03-01T10:00:00.000Z', lastUsed: '2026-03-01T10:00:00.000Z' });
    await readByUniqueCode(second.store);
    const third = await start('2026-03-03T10:00:00.000Z');
    await codeOf(second.uses);
    expect((await codeOf(third.uses))?.uses).toBe((before?.uses ?? 0) * 2);
  });

  it('is recorded from time to time', async () => {
    const { store, uses } = await start('2026-03-01T10:00:00.000Z', 5);
    uses.start();
    await readByUniqueCode(store);
    await expect
      .poll(async () => (await store.get(INDEX_USES_COLLECTION.name, [things.storage.name]))[0]?.document['indexes'])
      .toContainEqual(expect.objectContaining({ keys: [things.fields.get('code')?.keys[0]?.id], lastUsed: '2026-03-01T10:00:00.000Z' }));
    await uses.stop();
  });

  it('is recorded by several processes at the same time, each use once', async () => {
    const processes = [
      await start('2026-03-01T10:00:00.000Z'),
      await start('2026-03-02T10:00:00.000Z'),
      await start('2026-03-03T10:00:00.000Z'),
    ];
    for (const { store } of processes) await readByUniqueCode(store);
    await Promise.all(processes.map(({ uses }) => uses.report(snapshot)));
    const once = await start('2026-03-04T10:00:00.000Z');
    const total = (await codeOf(once.uses))?.uses ?? 0;
    expect(total).toBeGreaterThanOrEqual(processes.length);
    await Promise.all(processes.map(({ uses }) => uses.report(snapshot)));
    expect((await codeOf(once.uses))?.uses).toBe(total);
  });
});
