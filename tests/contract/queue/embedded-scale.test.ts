import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDeferred } from '#tests/support';
import { createEmbeddedQueue } from '../../../engine/adapters/embedded-queue/index.ts';
import { claim } from '../../../engine/adapters/embedded-queue/job-changes.ts';
import { createJobDocument, JOBS_COLLECTION } from '../../../engine/adapters/embedded-queue/job-document.ts';
import { JobTable } from '../../../engine/adapters/embedded-queue/job-table.ts';
import { createSqliteStore } from '../../../engine/adapters/sqlite/index.ts';
import { createIds, createSystemClock } from '../../../engine/application/system-ports.ts';
import { normalizeJob, type QueuePort, type StorePort } from '../../../engine/ports/index.ts';
import { SHORT_LEASE, SILENT_LOG, untilState } from './queue-fixture.ts';

const DAY = 24 * 3_600_000;
const WAIT = 30_000 * inject('timeoutFactor');
const clock = createSystemClock();

/** Queues with more jobs than one search reads. */
describe('the queue in the store, with many jobs', () => {
  let folder: string;
  let store: StorePort;
  let queues: QueuePort[];
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'muster-queue-scale-'));
    store = await createSqliteStore({ file: path.join(folder, 'queue.sqlite') });
    queues = [];
  });
  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.stop({ within: 0 })));
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (on = store): Promise<QueuePort> => {
    const queue = await createEmbeddedQueue({
      store: on,
      clock,
      ids: createIds(clock),
      log: SILENT_LOG,
      lease: SHORT_LEASE,
      pollInterval: 20,
    });
    queues.push(queue);
    return queue;
  };

  it('reads one delayed job while none is due, and makes all due ones wait', async () => {
    const sizes: number[] = [];
    const queue = await open(noteSizes(store, sizes));
    for (let index = 0; index < 60; index += 1) await queue.add('later', { delay: DAY });
    const [first] = (await queue.list({ queue: 'later', state: 'delayed', limit: 1 })).jobs;
    sizes.length = 0;
    queue.work('later', async () => 'ran');
    const soon = await queue.add('later', { delay: 200 });
    await untilState(queue, 'later', soon, 'completed');
    await expect.poll(() => sizes.length).toBeGreaterThan(20);
    expect(Math.max(...sizes)).toBe(1);
    expect((await queue.get('later', [first?.id ?? '']))[0]?.state).toBe('delayed');
    expect((await queue.list({ queue: 'later', state: 'delayed' })).total).toBe(60);
  });

  it('finds a lost job behind any number of jobs that run', async () => {
    const [one, two] = [await open(), await open()];
    const release = createDeferred();
    const RUNNING = 600;
    two.work('long', () => release.promise, { concurrency: RUNNING });
    await Promise.all(Array.from({ length: RUNNING }, () => two.add('long', {})));
    await expect.poll(async () => (await one.health(['long']))[0]?.running, { timeout: WAIT }).toBe(RUNNING);
    // As a process leaves it that was killed; it was started after all others.
    const lost = createJobDocument(
      normalizeJob('long', { id: 'lost' }, () => ''),
      clock.now(),
    );
    await new JobTable(store).insert([claim(lost, 'a process that is gone', 'its run', clock.now() + DAY)]);
    one.work('long', async ({ losses }) => losses);
    expect(await untilState(one, 'long', 'lost', 'completed')).toMatchObject({ result: 1 });
    release.resolve();
    await expect.poll(async () => (await one.health(['long']))[0]?.running, { timeout: WAIT }).toBe(0);
    expect((await one.list({ queue: 'long', state: 'completed', limit: 1 })).total).toBe(RUNNING + 1);
  });

  it('releases a parent behind any number of parents whose children have not ended', async () => {
    const queue = await open();
    await Promise.all(Array.from({ length: 510 }, () => queue.add('parents', { children: [{ queue: 'children', delay: DAY }] })));
    // As a process leaves it that was killed after it had stored the end of the last child.
    const parent = createJobDocument(
      normalizeJob('parents', { id: 'left' }, () => ''),
      clock.now() + DAY,
    );
    await new JobTable(store).insert([{ ...parent, state: 'blocked' }]);
    queue.work('parents', async () => 'released');
    expect(await untilState(queue, 'parents', 'left', 'completed')).toMatchObject({ result: 'released' });
    expect((await queue.health(['parents']))[0]?.blocked).toBe(510);
  });
});

/** The same store; notes how many jobs each search returns. */
function noteSizes(store: StorePort, sizes: number[]): StorePort {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown => {
        const result = (member as (...given: readonly unknown[]) => unknown).apply(target, [...args]);
        const [query] = args as readonly { readonly collection?: string }[];
        if (name === 'find' && query?.collection === JOBS_COLLECTION.name)
          void (result as ReturnType<StorePort['find']>).then(
            (found) => void sizes.push(found.length),
            () => undefined,
          );
        return result;
      };
    },
  });
}
