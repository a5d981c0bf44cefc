import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { createMongoStore } from '../../engine/adapters/mongodb/index.ts';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { RECORD_COLLECTIONS } from '../../engine/records/index.ts';
import { dropDatabase, makeDatabaseUrl } from '../support/prepared-data.ts';
import { isFullRun } from '../support/full-run.ts';
import { readService } from '../support/services.ts';
import { checkConsistency } from './check-consistency.ts';
import { createKillTestData, startLoad, type Acknowledged } from './kill-load.ts';
import { startProduct, useProgram } from './product-process.ts';

const SECRET = 'a-secret-of-tests-that-is-long-enough-0123456789';

/** How often the product is killed on each store. */
const ROUNDS = isFullRun ? 20 : 3;

interface KilledStore {
  readonly environment: { readonly [name: string]: string };
  open(): Promise<StorePort>;
  remove(): Promise<void>;
}

describe('SIGKILL during concurrent saves loses nothing that was acknowledged, and leaves no partial save', () => {
  const { folder, theProgram } = useProgram('kill');
  const hasMongo = readService('MONGODB_URL', 'killing the product on MongoDB') !== undefined;

  it(
    `on SQLite, ${ROUNDS} times`,
    () =>
      killAgainAndAgain(ROUNDS, {
        environment: {},
        open: () => createSqliteStore({ file: path.join(folder, 'muster.sqlite') }),
        remove: async () => undefined,
      }),
    300_000 * inject('timeoutFactor'),
  );

  it.runIf(hasMongo)(
    `on MongoDB, ${ROUNDS} times`,
    () => {
      const url = makeDatabaseUrl();
      return killAgainAndAgain(ROUNDS, {
        environment: { MONGODB_URL: url, MUSTER_SECRET: SECRET },
        open: () => createMongoStore({ url }),
        remove: () => dropDatabase(url),
      });
    },
    400_000 * inject('timeoutFactor'),
  );

  async function killAgainAndAgain(rounds: number, store: KilledStore): Promise<void> {
    const options = { dataFolder: folder, environment: store.environment };
    const acknowledged: Acknowledged[] = [];
    let product = await startProduct(theProgram(), options);
    try {
      let admin = await product.signIn();
      const world = await createKillTestData(admin);
      for (let round = 0; round < rounds; round += 1) {
        const before = acknowledged.length;
        const load = startLoad(product.url, admin.token, world, round, acknowledged);
        // Waits until all eight clients are saving; the delay differs in each round, and is the same in each run.
        await expect
          .poll(() => acknowledged.length, { timeout: 30_000 * inject('timeoutFactor'), interval: 2 })
          .toBeGreaterThan(before + 8);
        await sleep((round * 37) % 60);
        product.signal('SIGKILL');
        expect(await product.ended).toEqual({ code: null, signal: 'SIGKILL' });
        await load.done;
        expect(load.unexpected.map(({ status, body }) => [status, body])).toEqual([]);
        product = await startProduct(theProgram(), options);
        admin = await product.signIn();
        const history = await store.open();
        try {
          await history.applySchemas(RECORD_COLLECTIONS);
          await checkConsistency(admin, history, world, acknowledged);
        } finally {
          await history.close();
        }
      }
      expect(acknowledged.some(({ version }) => version > 1)).toBe(true);
      expect(new Set(acknowledged.map(({ module }) => module))).toEqual(new Set(['leads', 'ptoRequests']));
    } finally {
      await product.remove();
      await store.remove();
    }
  }
});
