import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmbeddedQueue } from '../../../engine/adapters/embedded-queue/index.ts';
import { JOBS_COLLECTION } from '../../../engine/adapters/embedded-queue/job-document.ts';
import { createSqliteStore } from '../../../engine/adapters/sqlite/index.ts';
import { createIds, createSystemClock } from '../../../engine/application/system-ports.ts';
import type { QueuePort, StorePort } from '../../../engine/ports/index.ts';
import { SHORT_LEASE, SILENT_LOG, untilState } from './queue-fixture.ts';

const DAY = 24 * 3_600_000;
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
