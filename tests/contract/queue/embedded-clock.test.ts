import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '#tests/support';
import { createEmbeddedQueue } from '../../../engine/adapters/embedded-queue/index.ts';
import { JOB_KEYS, JOBS_COLLECTION } from '../../../engine/adapters/embedded-queue/job-document.ts';
import { createSqliteStore } from '../../../engine/adapters/sqlite/index.ts';
import { createIds } from '../../../engine/application/system-ports.ts';
import type { FilterNode } from '#engine/model/filter';
import type { QueuePort, StorePort } from '../../../engine/ports/index.ts';
import { createTestClock } from '../../../engine/testing/test-clock.ts';
import { read, SHORT_LEASE, SILENT_LOG, untilState } from './queue-fixture.ts';

const THREE_DAYS = 3 * 24 * 60 * 60_000;

/** What depends on the clock of the process, which Redis does not let a test change. */
describe('the queue in the store, by a clock that a test moves', () => {
  const clock = createTestClock('2026-03-01T00:00:00Z');
  let folder: string;
  let stores: StorePort[];
  let queues: QueuePort[];
  beforeEach(() => {
    clock.reset();
    folder = mkdtempSync(path.join(tmpdir(), 'muster-queue-clock-'));
    stores = [];
    queues = [];
  });
  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.stop()));
    await Promise.all(stores.map((store) => store.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (): Promise<QueuePort> => {
    const store = await createSqliteStore({ file: path.join(folder, 'queue.sqlite') });
    stores.push(store);
    const queue = await createEmbeddedQueue({ store, clock, ids: createIds(clock), log: SILENT_LOG, lease: SHORT_LEASE, pollInterval: 50 });
    queues.push(queue);
    return queue;
  };

  it('runs a job after days, and keeps it for thirty days', async () => {
    const queue = await open();
    queue.work('wait', async () => 'ran');
    const id = await queue.add('wait', { delay: THREE_DAYS });
    clock.advance({ days: 3, minutes: -1 });
    const marker = await queue.add('wait', {});
    await untilState(queue, 'wait', marker, 'completed');
    expect((await read(queue, 'wait', id)).state).toBe('delayed');
    clock.advance({ minutes: 1 });
    const done = await untilState(queue, 'wait', id, 'completed');
    expect(done.endedAt).toBe(Date.parse('2026-03-04T00:00:00Z'));
    clock.advance({ days: 30, minutes: -1 });
    // The other job ended a minute earlier.
    expect(await queue.removeExpired()).toBe(1);
    expect((await queue.get('wait', [id, marker])).map((job) => job?.id)).toEqual([id, undefined]);
    clock.advance({ minutes: 1 });
    expect(await queue.removeExpired()).toBe(1);
    expect(await queue.get('wait', [id])).toEqual([undefined]);
  });

  it('removes all expired jobs at once, however many there are, also when two processes do it', async () => {
    const [one, two] = [await open(), await open()];
    const ids = Array.from({ length: 2_500 }, (_, index) => `job-${index}`);
    await Promise.all(ids.map((id) => one.add('many', { id, delay: THREE_DAYS })));
    await Promise.all(ids.map((id) => one.cancel('many', id)));
    clock.advance({ days: 30 });
    const remaining = await one.add('many', {});
    expect(await one.cancel('many', remaining)).toBe(true);
    const [first, second] = await Promise.all([one.removeExpired(), two.removeExpired()]);
    expect(first + second).toBe(2_500);
    const { jobs, total } = await one.list({ queue: 'many', state: 'failed' });
    expect({ ids: jobs.map(({ id }) => id), total }).toEqual({ ids: [remaining], total: 1 });
  });

  it('waits as long as the policy says between attempts', async () => {
    const queue = await open();
    queue.work('policy', () => Promise.reject(new Error('never')));
    const id = await queue.add('policy', { attempts: 4, backOff: { kind: 'exponential', delay: 60_000, maxDelay: 120_000, jitter: 0 } });
    for (const minutes of [1, 2, 2]) {
      const job = await untilState(queue, 'policy', id, 'delayed');
      expect(job.runAt).toBe(clock.now() + minutes * 60_000);
      clock.advance({ minutes });
      await expect.poll(async () => (await read(queue, 'policy', id)).attempts).toBe(job.attempts + 1);
    }
    expect((await untilState(queue, 'policy', id, 'failed')).failures).toHaveLength(4);
  });

  it('runs nothing twice when the clock jumps by days in either direction', async () => {
    const [one, two] = [await open(), await open()];
    const release = createDeferred();
    let runs = 0;
    for (const queue of [one, two])
      queue.work('jump', async ({ payload }) => {
        if (payload !== 'long') return;
        runs += 1;
        await release.promise;
      });
    const long = await one.add('jump', { payload: 'long' });
    await untilState(two, 'jump', long, 'running');
    for (const days of [40, -80]) {
      clock.advance({ days });
      // Jobs still run, in both processes, and their leases were checked meanwhile.
      const later = await one.add('jump', { delay: 60_000 });
      clock.advance({ minutes: 1 });
      await untilState(two, 'jump', later, 'completed');
    }
    release.resolve();
    expect(await untilState(two, 'jump', long, 'completed')).toMatchObject({ losses: 0, attempts: 1 });
    expect(runs).toBe(1);
  });

  it('finds jobs by indexes alone', async () => {
    const queue = await open();
    await queue.add('plans', { payload: 1 });
    const { place, order, key, parent, open: isOpen } = JOB_KEYS;
    const equals = (schema: typeof place, value: string | number): FilterNode => ({ kind: 'equals', key: schema, values: [value] });
    const filters: readonly FilterNode[] = [
      equals(place, 'plans waiting'),
      { kind: 'all', nodes: [equals(place, 'plans completed'), { kind: 'range', key: order, lte: 5 }] },
      equals(key, 'plans one'),
      equals(parent, 'plans x'),
      { kind: 'all', nodes: [equals(parent, 'plans x'), equals(isOpen, 1)] },
    ];
    for (const [index, filter] of filters.entries()) {
      const sort = index < 2 ? [{ kind: 'key', key: order, descending: false } as const] : [];
      const plan = await stores[0]?.explain({ collection: JOBS_COLLECTION.name, filter, sort, limit: 10 });
      expect(
        plan?.filter(({ scans }) => scans),
        JSON.stringify(filter),
      ).toEqual([]);
    }
  });
});
