import { expect, it } from 'vitest';
import { createAccess } from '../../engine/access/index.ts';
import { createAesCipher } from '../../engine/adapters/aes-cipher/index.ts';
import { createScheduler, createHousekeepingJobs } from '../../engine/automation/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { CHANGES_COLLECTION, RECORD_COLLECTIONS } from '../../engine/records/index.ts';
import { createRegistry } from '../../engine/registry/index.ts';
import { describeOnStores } from '../registry/test-stores.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

describeOnStores('housekeeping', (make) => {
  it('removes old history at its scheduled time, and nothing earlier', async () => {
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
    const scheduler = await createScheduler({
      jobs: createHousekeepingJobs({
        store,
        cipher: createAesCipher({ secret: 's'.repeat(40) }),
        access: createAccess({ store, registry, clock }),
        clock,
        log,
        current: () => registry.current(),
      }),
      store,
      clock,
      log,
      timeZone: () => 'UTC',
    });
    const isThere = async (): Promise<boolean> => (await store.get(CHANGES_COLLECTION.name, [_id]))[0] !== undefined;
    await scheduler.tick();
    now += 29 * DAY;
    await scheduler.tick();
    expect(await isThere()).toBe(true);
    now += DAY + 2 * HOUR;
    await scheduler.tick();
    expect(await isThere()).toBe(false);
    await scheduler.stop();
    await stores.end();
  });
});
