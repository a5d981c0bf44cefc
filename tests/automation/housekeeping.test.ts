import { expect, it } from 'vitest';
import { createAccess } from '../../engine/access/index.ts';
import { createAesCipher } from '../../engine/adapters/aes-cipher/index.ts';
import { createHousekeepingJobs } from '../../engine/automation/index.ts';
import type { JobContext, LogPort } from '../../engine/ports/index.ts';
import { CHANGES_COLLECTION, RECORD_COLLECTIONS } from '../../engine/records/index.ts';
import { createRegistry } from '../../engine/registry/index.ts';
import { describeOnStores } from '../registry/test-stores.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

describeOnStores('housekeeping', (make) => {
  it('removes old history, and nothing newer', async () => {
    const stores = await make();
    const store = await stores.open();
    const start = Date.UTC(2026, 0, 1, 12);
    let now = start;
    const clock = { now: () => now };
    await store.applySchemas(RECORD_COLLECTIONS);
    const registry = await createRegistry({ store, folders: [], log, clock, ids: { next: () => String(now) } });
    const _id = `${start
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`;
    await store.commit({
      writes: [
        {
          kind: 'insert',
          collection: CHANGES_COLLECTION.name,
          document: { _id, _version: 1, batch_id: 'b', at: new Date(start).toISOString() },
          keys: { batch: 'b' },
          definitionVersion: 0,
        },
      ],
    });
    const removal = createHousekeepingJobs({
      store,
      cipher: createAesCipher({ secret: 's'.repeat(40) }),
      access: createAccess({ store, registry, clock }),
      clock,
      ids: { next: () => _id },
      current: () => registry.current(),
    }).find(({ name }) => name === 'remove-old-history');
    const run = (): unknown => removal?.run({} as JobContext);
    const isThere = async (): Promise<boolean> => (await store.get(CHANGES_COLLECTION.name, [_id]))[0] !== undefined;
    now += 29 * DAY;
    expect(await run()).toMatchObject({ changes: 0 });
    expect(await isThere()).toBe(true);
    now += DAY + 2 * HOUR;
    expect(await run()).toMatchObject({ changes: 1 });
    expect(await isThere()).toBe(false);
    await stores.end();
  });
});
