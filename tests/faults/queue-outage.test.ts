import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { PluginJob, PluginManifest } from '../../engine/plugin-host/index.ts';
import { WORKSHOP } from '../api/each-store.ts';
import { findRedisServer, startRedisServer, type RedisServer } from '../support/redis-server.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

/** A run that was lost is found after a lease of 30 seconds. */
const WAIT = { timeout: 120_000 * inject('timeoutFactor'), interval: 50 };
const SAVES = 20;
/** Times that Redis is killed while records are saved, and saves around each of them. */
const OUTAGES = 3;
const SAVES_PER_OUTAGE = 45;

/** Ids of the tools that the job was run for. */
const packed: string[] = [];
/** Saves a record for each tool, under the id of the run: that is done once, however often the run is repeated. */
const PACK: PluginJob<{ readonly tool: string }> = {
  name: 'pack',
  concurrency: 4,
  run: async ({ id, payload: { tool }, actor, records }) => {
    const idempotency = { key: id, path: 'parcels/pack', bodyDigest: tool };
    await records.create(actor, { module: 'makers', fields: { name: `Maker of ${tool}` }, idempotency });
    packed.push(tool);
  },
};
const parcels: PluginManifest = {
  name: 'parcels',
  version: '1.0.0',
  engine: '*',
  jobs: [PACK],
  hooks: { postSave: [{ module: 'tools', name: 'pack', run: async ({ event, addJob }) => void (await addJob(PACK, { tool: event.id })) }] },
};

const program = findRedisServer('The product while Redis is away');
const ignore = (): void => undefined;

describe.skipIf(program === undefined)('While Redis is away', () => {
  let redis: RedisServer;
  let server: TestServer;
  beforeAll(async () => {
    redis = await startRedisServer(program ?? '');
    server = await startServer({
      ...WORKSHOP,
      store: 'sqlite',
      plugins: [parcels],
      configuration: { redisUrl: redis.url },
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    });
  });
  afterAll(async () => {
    await server.stop();
    await redis.remove();
  });

  it('records are saved, their effects wait in the outbox, and each job is run once Redis is back', async () => {
    await redis.kill('SIGKILL');
    await expect.poll(async () => (await server.admin.get('/api/queues')).body.code, WAIT).toBe('queue_unavailable');
    const ids: string[] = [];
    for (let number = 1; number <= SAVES; number += 1) {
      const { status, body } = await server.admin.post('/api/tools', { name: `Hammer ${number}` });
      expect(status).toBe(201);
      ids.push(body._id as string);
    }
    await server.application.outbox.drain();
    const failing = (await server.admin.get('/api/outbox/failing')).body.data as readonly {
      readonly code: string;
      readonly attempts: number;
    }[];
    expect(failing).toHaveLength(SAVES);
    // An outage does not use up the attempts: all are tried again seconds after it ends.
    for (const { code, attempts } of failing) expect({ code, attempts }).toEqual({ code: 'queue_unavailable', attempts: 0 });
    expect(packed).toEqual([]);
    await redis.start();
    await expect.poll(() => [...packed].sort(), WAIT).toEqual([...ids].sort());
    await expect.poll(async () => (await server.admin.get('/api/outbox/failing')).body.total, WAIT).toBe(0);
    expect((await server.admin.get('/api/queues/parcels/pack/jobs?state=completed')).body.total).toBe(SAVES);
    const client = new Redis(redis.url);
    expect(await client.keys('muster-*:parcels/pack:*')).not.toEqual([]);
    await client.quit();
  });

  it('and killed under load: each record and each record of a job is saved once', {
    timeout: 300_000 * inject('timeoutFactor'),
  }, async () => {
    const totalOf = async (module: string): Promise<number> =>
      (await server.admin.post(`/api/${module}/search`, { pageSize: 1 })).body.total as number;
    const [tools, makers] = [await totalOf('tools'), await totalOf('makers')];
    packed.length = 0;
    const ids: string[] = [];
    const save = async (): Promise<void> => {
      const name = `Nail ${ids.length}`;
      const send = () => server.admin.post('/api/tools', { name }, { 'idempotency-key': name });
      const { status, body } = await send();
      expect(status).toBe(201);
      // As a client does that lost the first response.
      expect((await send()).body._id).toBe(body._id);
      ids.push(body._id as string);
    };
    for (let outage = 0; outage < OUTAGES; outage += 1) {
      const before = ids.length;
      const saving = (async () => {
        while (ids.length < before + SAVES_PER_OUTAGE) await save();
      })();
      // Jobs run when Redis is killed, and records are saved before it is back.
      await expect.poll(() => packed.length, { ...WAIT, interval: 5 }).toBeGreaterThan(before);
      await redis.kill('SIGKILL');
      await saving;
      await redis.start();
      await expect.poll(() => new Set(packed).size, WAIT).toBe(ids.length);
    }
    await expect.poll(async () => (await server.admin.get('/api/outbox/failing')).body.total, WAIT).toBe(0);
    await expect
      .poll(async () => (await server.admin.get('/api/queues/parcels/pack/jobs?state=completed')).body.total, WAIT)
      .toBe(SAVES + ids.length);
    expect(new Set(packed)).toEqual(new Set(ids));
    expect([await totalOf('tools'), await totalOf('makers')]).toEqual([tools + ids.length, makers + ids.length]);
  });

  it('the process stops within its time', async () => {
    await redis.kill('SIGKILL');
    await server.application.jobs.stop();
    await redis.start();
  });
});
