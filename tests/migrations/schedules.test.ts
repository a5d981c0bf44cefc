import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../migrations/index.ts';
import { describeOnStores } from '../registry/test-stores.ts';

const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const AT = Date.parse('2026-03-02T10:30:00Z');

describeOnStores('The migration to schedules', (make) => {
  it('moves the next times of an earlier version under the names of today, and may run twice', async () => {
    const stores = await make();
    try {
      const store = await stores.open();
      await store.applySchemas([{ name: '_jobs', keys: [], indexes: [], contains: [] }]);
      const earlier = [
        { _id: 'placements/term-benefits', _version: 7, nextAt: AT, runningUntil: null },
        { _id: 'leads/fill-keys', _version: 3, nextAt: Number.MAX_SAFE_INTEGER, runningUntil: null },
        { _id: 'muster/seal', _version: 2, nextAt: AT + 1, runningUntil: AT },
      ];
      await store.commit({
        writes: earlier.map((document) => ({ kind: 'insert', collection: '_jobs', document, keys: {}, definitionVersion: 0 })),
      });
      const step = MIGRATIONS.find(({ name }) => name === 'schedules');
      await step?.run({ store, log });
      await step?.run({ store, log });
      const ids = ['placements/term-benefits', 'leads/fill-keys', 'muster/encrypt-sensitive-values'];
      expect((await store.get('_schedules', ids)).map((stored) => stored?.document)).toEqual([
        { _id: ids[0], _version: 1, schedule: null, nextAt: AT },
        { _id: ids[1], _version: 1, schedule: null, nextAt: null },
        { _id: ids[2], _version: 1, schedule: null, nextAt: AT + 1 },
      ]);
      expect(await store.get('_jobs', [...ids, 'muster/seal'])).toEqual([undefined, undefined, undefined, undefined]);
    } finally {
      await stores.end();
    }
  });
});
