import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmbeddedQueue } from '../../engine/adapters/embedded-queue/index.ts';
import { createSqliteStore, type SqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { createJobs, createOutbox, type OutboxOptions } from '../../engine/automation/index.ts';
import { createBackOff } from '#engine/model/time';
import { createIds } from '../../engine/application/system-ports.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { createWebhookCache, createWebhooks, type WebhookContext } from '../../engine/webhooks/index.ts';

describe('While the store is unavailable', () => {
  let folder = '';
  const logged: { readonly text: string; readonly data: object }[] = [];
  const log: LogPort = {
    debug: () => undefined,
    info: () => undefined,
    error: () => undefined,
    warn: (data, text) => void logged.push({ data, text }),
  };
  let stop: () => Promise<void> = () => Promise.resolve();
  // Polling uses these timers; the back-off measures its delays with `performance`.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(async () => {
    vi.useRealTimers();
    await stop();
    logged.length = 0;
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(): Promise<SqliteStore> {
    folder = mkdtempSync(path.join(tmpdir(), 'muster-away-'));
    return createSqliteStore({ file: path.join(folder, 'muster.sqlite') });
  }

  /** A store that is closed, so that every request fails. */
  async function openAway(): Promise<SqliteStore> {
    const store = await open();
    await store.close();
    return store;
  }

  it('the outbox logs it once per attempt, and polls with growing delays', async () => {
    const outbox = createOutbox({
      store: await openAway(),
      clock: { now: () => Date.now() },
      log,
      interval: 5,
    } as unknown as OutboxOptions);
    stop = () => outbox.stop();
    outbox.start();
    await vi.advanceTimersByTimeAsync(995);
    expect(logged).toEqual([{ text: 'The outbox could not be read.', data: expect.objectContaining({ nextInSeconds: 1 }) as object }]);
    await vi.advanceTimersByTimeAsync(5);
    expect(logged).toHaveLength(2);
    expect(logged[1]?.data).toMatchObject({ nextInSeconds: 2 });
  });

  it('the webhooks log it and poll with growing delays', async () => {
    const store = await openAway();
    const webhooks = createWebhooks(
      { store, clock: { now: () => Date.now() }, log } as unknown as WebhookContext,
      createWebhookCache(store, () => ({ keyOf: (name) => name })),
    );
    stop = () => webhooks.stop();
    webhooks.start();
    // Polls at the start, and 1 and 3 seconds later.
    await vi.advanceTimersByTimeAsync(6_000);
    expect(logged).toEqual(
      [1, 2, 4].map((nextInSeconds) => ({
        text: 'The deliveries of webhooks could not be read.',
        data: expect.objectContaining({ nextInSeconds }) as object,
      })),
    );
  });

  it('the scheduled jobs log it and are checked with growing delays', async () => {
    const store = await open();
    const clock = { now: () => Date.now() };
    const ids = createIds(clock);
    const definitions = [1, 2].map((number) => ({
      plugin: 'paint',
      name: `job-${number}`,
      schedule: '0 * * * *',
      run: () => Promise.resolve(),
    }));
    const queue = await createEmbeddedQueue({ store, clock, ids, log });
    const jobs = createJobs({ store, queue, definitions, clock, ids, log, timeZone: () => 'UTC' });
    await store.close();
    stop = () => queue.stop({ within: 0 });
    jobs.start();
    // Checked at the start, and 1 and 3 seconds later.
    await vi.advanceTimersByTimeAsync(6_000);
    expect(logged.filter(({ text }) => text === 'Jobs that may be due could not be added to their queues.')).toEqual(
      [1, 2, 4].map((nextInSeconds) => ({
        text: expect.any(String) as string,
        data: expect.objectContaining({ nextInSeconds }) as object,
      })),
    );
    await jobs.stop();
  });

  it('the back-off doubles its delay up to the maximum, and resets on success', () => {
    const backOff = createBackOff({ initialDelay: 1, maxDelay: 5 });
    expect([backOff.recordFailure(0), backOff.isDue(0), backOff.isDue(1)]).toEqual([1, false, true]);
    expect([backOff.recordFailure(1), backOff.recordFailure(3), backOff.recordFailure(7), backOff.recordFailure(12)]).toEqual([2, 4, 5, 5]);
    backOff.recordSuccess();
    expect([backOff.isDue(12), backOff.recordFailure(12)]).toEqual([true, 1]);
  });
});
