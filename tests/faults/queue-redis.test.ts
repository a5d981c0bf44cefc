import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createBullmqQueue } from '../../engine/adapters/bullmq/index.ts';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { createIds, createSystemClock } from '../../engine/application/system-ports.ts';
import type { LogPort, QueuePort, StorePort } from '../../engine/ports/index.ts';
import { findRedisServer, startRedisServer, type RedisServer } from '../support/redis-server.ts';
import { SAVES, saveOnce } from './killed-queue.ts';

/** A fraction: Redis takes whole milliseconds only. */
const LEASE = 1_000.5 * inject('timeoutFactor');
const JOBS = 600;
const WAIT = { timeout: 60_000 * inject('timeoutFactor'), interval: 10 };

/** What the log was told. */
const texts: string[] = [];
const LOG: LogPort = {
  debug: () => undefined,
  info: (_, text) => void texts.push(text),
  warn: (_, text) => void texts.push(text),
  error: () => undefined,
};

const program = findRedisServer('Redis stopped and started under load');

describe.skipIf(program === undefined)('Redis that stops and starts', () => {
  let redis: RedisServer;
  let queues: QueuePort[] = [];
  let saves: StorePort;
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-queue-redis-'));
  beforeAll(async () => {
    saves = await createSqliteStore({ file: path.join(folder, 'saves.sqlite') });
    await saves.applySchemas([SAVES]);
    redis = await startRedisServer(program ?? '');
    const open = (): Promise<QueuePort> =>
      createBullmqQueue({ url: redis.url, prefix: 'muster', ids: createIds(createSystemClock()), log: LOG, lease: LEASE });
    queues = [await open(), await open(), await open()];
  });
  afterAll(async () => {
    await redis.kill('SIGCONT');
    await Promise.all(queues.map((queue) => queue.stop({ within: 0 })));
    await redis.remove();
    await saves.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('under load: requests fail at once, nothing is lost, every job ends, and each save is done once', {
    timeout: 300_000 * inject('timeoutFactor'),
  }, async () => {
    const [producer, ...workers] = queues as [QueuePort, ...QueuePort[]];
    const runs = new Map<string, number>();
    for (const queue of workers)
      queue.work(
        'load',
        async ({ id, payload, attempt }) => {
          runs.set(id, (runs.get(id) ?? 0) + 1);
          await saveOnce(saves, id);
          if (payload === 'fails once' && attempt === 1) throw new Error('once');
          return id;
        },
        { concurrency: 8, lossLimit: 100 },
      );
    // As the outbox does: each job has an id, and is added again until that succeeds.
    let added = 0;
    let refused = 0;
    const adding = (async () => {
      while (added < JOBS) {
        const payload = added % 10 === 0 ? 'fails once' : 'works';
        const error = await producer.add('load', { id: `job-${added}`, payload, attempts: 3, backOff: { kind: 'fixed', delay: 20 } }).then(
          () => undefined,
          (cause: { readonly code?: string }) => cause,
        );
        if (error) {
          expect(error).toMatchObject({ code: 'queue_unavailable' });
          refused += 1;
          await new Promise((resolve) => setTimeout(resolve, 20));
        } else added += 1;
      }
    })();
    for (const [number, signal] of (['SIGTERM', 'SIGKILL', 'SIGKILL'] as const).entries()) {
      await expect.poll(() => added, WAIT).toBeGreaterThan((number + 1) * 120);
      await redis.kill(signal);
      const before = refused;
      await expect.poll(() => refused, WAIT).toBeGreaterThan(before + 5);
      await expect(producer.health()).rejects.toMatchObject({ code: 'queue_unavailable' });
      await expect(producer.cancel('load', 'job-1')).rejects.toMatchObject({ code: 'queue_unavailable' });
      await redis.start();
    }
    await adding;
    await expect.poll(async () => (await producer.list({ queue: 'load', state: 'completed', limit: 1 })).total, WAIT).toBe(JOBS);
    const [health] = await producer.health();
    expect(health).toEqual({ queue: 'load', waiting: 0, delayed: 0, blocked: 0, running: 0, failed: 0 });
    // At least once; those that fail once have done their save before.
    expect(runs.size).toBe(JOBS);
    for (let number = 0; number < JOBS; number += 10) expect(runs.get(`job-${number}`)).toBeGreaterThanOrEqual(2);
    expect((await saves.count({ collection: SAVES.name, filter: { kind: 'constant', value: true } })).total).toBe(JOBS);
    for (let from = 0; from < JOBS; from += 200) {
      const ids = Array.from({ length: 200 }, (_, index) => `job-${from + index}`);
      for (const [index, job] of (await producer.get('load', ids)).entries())
        expect(job).toMatchObject({ state: 'completed', result: ids[index] });
    }
    expect(texts).toContain('Redis is unavailable: jobs are neither added nor taken until it is back.');
    expect(texts).toContain('Redis is back: jobs are taken again.');
  });

  it('and hangs: requests fail within seconds, and a worker continues afterwards', {
    timeout: 120_000 * inject('timeoutFactor'),
  }, async () => {
    const [producer, worker] = queues as [QueuePort, QueuePort];
    worker.work('hang', async ({ id }) => id);
    const before = await producer.add('hang', { delay: 1_000 });
    await redis.kill('SIGSTOP');
    await expect(producer.add('hang', { id: 'asked-again' })).rejects.toMatchObject({ code: 'queue_unavailable' });
    await redis.kill('SIGCONT');
    await expect.poll(() => producer.add('hang', { id: 'asked-again' }).catch(() => undefined), WAIT).toBe('asked-again');
    for (const id of [before, 'asked-again']) await expect.poll(async () => (await producer.get('hang', [id]))[0]?.result, WAIT).toBe(id);
  });

  it('and is away when a process starts: workers wait for it', { timeout: 120_000 * inject('timeoutFactor') }, async () => {
    await redis.kill('SIGTERM');
    const late = await createBullmqQueue({ url: redis.url, prefix: 'late', ids: createIds(createSystemClock()), log: LOG });
    queues.push(late);
    late.work('late', async () => 'ran');
    await expect(late.add('late', {})).rejects.toMatchObject({ code: 'queue_unavailable' });
    await redis.start();
    await expect.poll(() => late.add('late', { id: 'first' }).catch(() => undefined), WAIT).toBe('first');
    await expect.poll(async () => (await late.get('late', ['first']))[0]?.result, WAIT).toBe('ran');
    await late.stop({ within: 0 });
  });
});
