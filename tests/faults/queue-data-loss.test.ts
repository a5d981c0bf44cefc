import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createBullmqQueue } from '../../engine/adapters/bullmq/index.ts';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { createIds, createSystemClock } from '../../engine/application/system-ports.ts';
import { createJobs, SCHEDULES_COLLECTION, type JobDefinition } from '../../engine/automation/index.ts';
import type { PluginJob, PluginManifest } from '../../engine/plugin-host/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { WORKSHOP } from '../api/each-store.ts';
import { findRedisServer, startRedisServer, type RedisServer } from '../support/redis-server.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const WAIT = { timeout: 60_000 * inject('timeoutFactor'), interval: 20 };
const HOUR = 3_600_000;
const SAVES = 10;
/** Milliseconds until a job that is lost here would have run. */
const LATER = 24 * HOUR;

const LOSS = 'Redis has lost its data: the jobs that waited or ran in it are gone.';
const texts: string[] = [];
const note = (_: unknown, text: string): void => void texts.push(text);
const log: LogPort = { debug: () => undefined, info: note, warn: note, error: note };

const program = findRedisServer('Redis that loses its data');

/** Both leave an empty Redis: one with connections that end, the other with connections that stay. */
const LOSSES = ['a restart without persistence', 'FLUSHALL'] as const;

async function loseData(redis: RedisServer, loss: (typeof LOSSES)[number]): Promise<void> {
  if (loss === 'FLUSHALL') {
    const client = new Redis(redis.url);
    await client.flushall();
    await client.quit();
    return;
  }
  await redis.kill('SIGKILL');
  await redis.start();
}

describe.skipIf(program === undefined)('Redis that loses its data while jobs are queued', () => {
  let redis: RedisServer;
  beforeAll(async () => void (redis = await startRedisServer(program ?? '', { isPersistent: false })));
  afterAll(() => redis.remove());

  it.each(LOSSES)('by %s: schedules continue, and what is to run once is added again', async (loss) => {
    let now = Date.parse('2026-03-02T10:30:00Z');
    const clock = { now: () => now };
    const ids = createIds(clock);
    const runs: string[] = [];
    const run: JobDefinition['run'] = async ({ queue, id }) => void runs.push(`${queue} ${id}`);
    const definitions: readonly JobDefinition[] = [
      { plugin: 'paint', name: 'hourly', schedule: '0 * * * *', run },
      { plugin: 'paint', name: 'once', schedule: 'once', run },
    ];
    const prefix = `muster-${loss.length}`;
    const queue = await createBullmqQueue({ url: redis.url, prefix, ids, log, lease: 500 * inject('timeoutFactor') });
    const folder = mkdtempSync(path.join(tmpdir(), 'muster-queue-data-loss-'));
    const store = await createSqliteStore({ file: path.join(folder, 'store.sqlite') });
    await store.applySchemas([SCHEDULES_COLLECTION]);
    const jobs = createJobs({ definitions, queue, store, clock, ids, log, timeZone: () => 'UTC' });
    const open = async (): Promise<number> => (await queue.health()).reduce((sum, { waiting, running }) => sum + waiting + running, 0);
    try {
      // The first check stores the times, the second one adds what is due.
      for (const time of [now, now + HOUR]) {
        now = time;
        await jobs.addDue();
      }
      expect(await open()).toBe(2);
      await loseData(redis, loss);
      await expect.poll(() => open().catch(() => undefined), WAIT).toBe(0);
      now += HOUR;
      await expect.poll(() => jobs.addDue().then(open, () => undefined), WAIT).toBe(2);
      jobs.start();
      // The run of 11:00 is lost.
      await expect
        .poll(() => [...runs].sort(), WAIT)
        .toEqual(['paint/hourly 20260302T120000.000Z', expect.stringContaining('paint/once ') as string]);
      now += HOUR;
      await expect.poll(() => [...runs].sort(), WAIT).toContain('paint/hourly 20260302T130000.000Z');
      await expect.poll(open, WAIT).toBe(0);
      expect(runs.filter((one) => one.startsWith('paint/once'))).toHaveLength(1);
      expect((await queue.health()).map((one) => one.queue)).toEqual(['paint/hourly', 'paint/once']);
    } finally {
      await jobs.stop();
      await queue.stop({ within: 0 });
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each(LOSSES)('by %s: the loss is logged, and the names of the queues are registered again', async (loss) => {
    texts.length = 0;
    const ids = createIds(createSystemClock());
    const options = { url: redis.url, prefix: `names-${loss.length}`, ids, log, lease: 500 * inject('timeoutFactor') };
    const queue = await createBullmqQueue(options);
    try {
      await queue.add('known', { delay: LATER });
      const worker = queue.work('known', () => Promise.resolve('ran'));
      await loseData(redis, loss);
      await expect.poll(() => texts, WAIT).toContain(LOSS);
      expect(await queue.health()).toEqual([{ queue: 'known', waiting: 0, delayed: 0, blocked: 0, running: 0, failed: 0 }]);
      // The worker takes what is added afterwards.
      const id = await queue.add('known', {});
      await expect.poll(async () => (await queue.get('known', [id]))[0]?.result, WAIT).toBe('ran');
      expect(texts.filter((text) => text === LOSS)).toHaveLength(1);
      expect(texts).toContain('Redis loses jobs when it restarts: set appendonly to yes.');
      await worker.stop();
    } finally {
      await queue.stop({ within: 0 });
    }
  });

  it('warns of the settings with which it may lose jobs, and of no others', async () => {
    const client = new Redis(redis.url);
    const warnings = async (): Promise<readonly string[]> => {
      texts.length = 0;
      const queue = await createBullmqQueue({ url: redis.url, prefix: 'settings', ids: createIds(createSystemClock()), log });
      // The settings are read on a connection of the queue, before this request.
      await queue.health();
      await client.ping();
      await queue.health();
      await queue.stop({ within: 0 });
      return [...texts];
    };
    const [appending, syncing, evicting] = [
      'Redis loses jobs when it restarts: set appendonly to yes.',
      'Redis may lose jobs when its machine fails: set appendfsync to everysec or always.',
      'Redis may remove jobs when its memory is full: set maxmemory-policy to noeviction.',
    ];
    expect(await warnings()).toEqual([appending]);
    await client.config('SET', 'appendonly', 'yes', 'appendfsync', 'no', 'maxmemory-policy', 'allkeys-lru');
    expect(await warnings()).toEqual([evicting, syncing]);
    await client.config('SET', 'appendfsync', 'everysec', 'maxmemory-policy', 'noeviction');
    expect(await warnings()).toEqual([]);
    await client.config('SET', 'appendonly', 'no');
    await client.quit();
  });
});

/** Ids of the tools that the job was run for. */
const packed: string[] = [];
let isDelayed = false;
const PACK: PluginJob<{ readonly tool: string }> = { name: 'pack', concurrency: 4, run: ({ payload }) => void packed.push(payload.tool) };
const parcels: PluginManifest = {
  name: 'parcels',
  version: '1.0.0',
  engine: '*',
  jobs: [PACK],
  hooks: {
    postSave: [
      {
        module: 'tools',
        name: 'pack',
        run: async ({ event, addJob }) => void (await addJob(PACK, { tool: event.id }, isDelayed ? { delay: LATER } : {})),
      },
    ],
  },
};

describe.skipIf(program === undefined)('The outbox while Redis loses its data', () => {
  let redis: RedisServer;
  let server: TestServer;
  beforeAll(async () => {
    redis = await startRedisServer(program ?? '', { isPersistent: false });
    server = await startServer({ ...WORKSHOP, store: 'sqlite', plugins: [parcels], configuration: { redisUrl: redis.url }, log });
  });
  afterAll(async () => {
    await server.stop();
    await redis.remove();
  });

  const save = async (name: string): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let number = 1; number <= SAVES; number += 1)
      ids.push((await server.admin.post('/api/tools', { name: `${name} ${number}` })).body._id as string);
    return ids;
  };
  const countOf = async (state: string): Promise<unknown> =>
    (await server.admin.get(`/api/queues/parcels/pack/jobs?state=${state}`)).body.total;

  it('keeps the effects that had not reached Redis, and adds their jobs afterwards', async () => {
    isDelayed = true;
    await save('Lost');
    await server.application.outbox.drain();
    expect(await countOf('delayed')).toBe(SAVES);
    isDelayed = false;
    await redis.kill('SIGKILL');
    await expect.poll(async () => (await server.admin.get('/api/queues')).body.code, WAIT).toBe('queue_unavailable');
    const saved = await save('Held');
    await server.application.outbox.drain();
    expect((await server.admin.get('/api/outbox/failing')).body.total).toBe(SAVES);
    await redis.start();
    await expect.poll(() => [...packed].sort(), WAIT).toEqual([...saved].sort());
    await expect.poll(async () => (await server.admin.get('/api/outbox/failing')).body.total, WAIT).toBe(0);
    // The jobs whose effect had ended are those that are lost.
    expect(await countOf('delayed')).toBe(0);
    await expect.poll(() => countOf('completed'), WAIT).toBe(SAVES);
    expect(texts).toContain(LOSS);
  });

  it('runs the effects of later saves after FLUSHALL', async () => {
    packed.length = 0;
    await loseData(redis, 'FLUSHALL');
    const ids = await save('Later');
    await expect.poll(() => [...packed].sort(), WAIT).toEqual([...ids].sort());
  });
});
