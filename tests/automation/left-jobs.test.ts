import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readService } from '#tests/support';
import { openQueue } from '../../engine/application/open-adapters.ts';
import { createIds, createSystemClock } from '../../engine/application/system-ports.ts';
import type { LogPort, QueuePort, StorePort } from '../../engine/ports/index.ts';
import { makeSqlite, type TestStores } from '../registry/test-stores.ts';

const WARNING = 'Jobs from before REDIS_URL was set wait in the store and are not run: start without REDIS_URL until they have ended.';
const url = readService('REDIS_URL', 'jobs that are left in the store');

describe.skipIf(url === undefined)('jobs that are left in the store when Redis is configured', () => {
  const clock = createSystemClock();
  const warnings: unknown[] = [];
  const log: LogPort = {
    debug: () => undefined,
    info: () => undefined,
    warn: (data, text) => void warnings.push([data, text]),
    error: () => undefined,
  };
  let stores: TestStores;
  let store: StorePort;
  beforeEach(async () => {
    stores = await makeSqlite();
    store = await stores.open();
    warnings.length = 0;
  });
  afterEach(() => stores.end());

  const open = (redisUrl: string | undefined): Promise<QueuePort> =>
    openQueue({ configuration: { redisUrl }, secret: randomUUID(), store, clock, ids: createIds(clock), log });
  /** The warnings of a start with Redis that are about jobs. */
  const startWithRedis = async (): Promise<readonly unknown[]> => {
    warnings.length = 0;
    await (await open(url)).stop();
    return warnings.filter((one) => (one as readonly unknown[])[1] === WARNING);
  };

  it('are warned of with their number, until they have ended', async () => {
    expect(await startWithRedis()).toEqual([]);
    const queue = await open(undefined);
    const ids = [await queue.add('paint/dry', {}), await queue.add('paint/mix', { delay: 60_000 })];
    expect(await startWithRedis()).toEqual([[{ jobs: 2 }, WARNING]]);
    expect(await queue.cancel('paint/dry', ids[0] ?? '')).toBe(true);
    expect(await startWithRedis()).toEqual([[{ jobs: 1 }, WARNING]]);
    expect(await queue.cancel('paint/mix', ids[1] ?? '')).toBe(true);
    expect(await startWithRedis()).toEqual([]);
    await queue.stop();
  });
});
