import { afterEach, beforeEach, expect, it } from 'vitest';
import { ALIAS_USES_COLLECTION, createAliasUses, type AliasUses } from '../../engine/change-sets/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { describeOnStores, type TestStores } from './test-stores.ts';

const ignore = (): void => undefined;
const ADA = { user: 'ada', token: null };
const IMPORT = { user: 'ada', token: { _id: 't1', name: 'Import' } };

describeOnStores('The uses of aliases', (make) => {
  let stores: TestStores;
  beforeEach(async () => {
    stores = await make();
  });
  afterEach(() => stores.end());

  /** Opens a handle and its counters, as a process does. */
  async function start(now: string, interval = 3_600_000): Promise<{ readonly store: StorePort; readonly uses: AliasUses }> {
    const store = await stores.open();
    await store.applySchemas([ALIAS_USES_COLLECTION]);
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    return { store, uses: createAliasUses({ store, clock: { now: () => Date.parse(now) }, log, interval }) };
  }
  const isStored = async (store: StorePort, alias: string) => (await store.get(ALIAS_USES_COLLECTION.name, [alias]))[0] !== undefined;

  it('are recorded together, not with each use, and at the stop', async () => {
    const { store, uses } = await start('2026-03-01T10:00:00.000Z');
    for (let count = 0; count < 100; count += 1) uses.count('size', ADA);
    expect(await isStored(store, 'size')).toBe(false);
    await uses.stop();
    const later = await start('2026-03-02T10:00:00.000Z');
    const use = { uses: 100, lastUsedAt: '2026-03-01T10:00:00.000Z', lastUsedBy: ADA };
    expect(await later.uses.read(['size', 'load'])).toEqual(new Map([['size', use]]));
    await later.uses.stop();
  });

  it('are recorded a while after a use', async () => {
    const { store, uses } = await start('2026-03-01T10:00:00.000Z', 5);
    uses.count('size', ADA);
    await expect.poll(() => isStored(store, 'size')).toBe(true);
    await uses.stop();
  });

  it('add up over processes that record at the same time, with the last use of all', async () => {
    const days = ['03', '01', '02'];
    const processes = [];
    for (const day of days) processes.push(await start(`2026-03-${day}T10:00:00.000Z`));
    processes.forEach(({ uses }, index) => {
      for (let count = 0; count <= index; count += 1) uses.count('size', index === 0 ? IMPORT : ADA);
    });
    await Promise.all(processes.map(({ uses }) => uses.read([])));
    const found = await processes[2]?.uses.read(['size']);
    expect(found?.get('size')).toEqual({ uses: 6, lastUsedAt: '2026-03-03T10:00:00.000Z', lastUsedBy: IMPORT });
  });

  it('are removed with the alias, also those that are not recorded yet', async () => {
    const { store, uses } = await start('2026-03-01T10:00:00.000Z');
    uses.count('size', ADA);
    await uses.read(['size']);
    uses.count('size', ADA);
    const writes = await uses.removal('size');
    expect((await store.commit({ writes })).committed).toBe(true);
    expect((await uses.read(['size'])).size).toBe(0);
  });
});
