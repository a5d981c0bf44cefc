import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { PluginJob, PluginManifest } from '../../engine/plugin-host/index.ts';
import { WORKSHOP } from '../api/each-store.ts';
import { findRedisServer, startRedisServer, type RedisServer } from '../support/redis-server.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const WAIT = { timeout: 60_000 * inject('timeoutFactor'), interval: 50 };
const SAVES = 20;

/** Ids of the tools that the job was run for. */
const packed: string[] = [];
const PACK: PluginJob<{ readonly tool: string }> = { name: 'pack', concurrency: 4, run: ({ payload }) => void packed.push(payload.tool) };
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

  it('the process stops within its time', async () => {
    await redis.kill('SIGKILL');
    await server.application.jobs.stop();
    await redis.start();
  });
});
