import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeferred, readService } from '#tests/support';
import { createBullmqQueue } from '../../../engine/adapters/bullmq/index.ts';
import { createIds, createSystemClock } from '../../../engine/application/system-ports.ts';
import type { QueuePort } from '../../../engine/ports/index.ts';
import { describeQueueContract } from './describe-queue-contract.ts';
import { SILENT_LOG, untilAborted, untilState } from './queue-fixture.ts';
import { removeKeys } from './remove-keys.ts';

const url = readService('REDIS_URL', 'the queue contract on Redis');

describe.skipIf(url === undefined)('Redis', () => {
  describeQueueContract('bullmq', async () => {
    const prefix = `muster-test-${randomUUID().slice(0, 8)}`;
    return {
      open: async ({ lease, retention } = {}) => {
        const queue = await createBullmqQueue({
          url: url ?? '',
          prefix,
          ids: createIds(createSystemClock()),
          log: SILENT_LOG,
          ...(lease === undefined ? {} : { lease }),
          ...(retention === undefined ? {} : { retention }),
        });
        return { queue, close: () => queue.stop() };
      },
      remove: async () => {
        const client = new Redis(url ?? '');
        await removeKeys(client, prefix);
        await client.quit();
      },
    };
  });

  describe('what only Redis has', () => {
    const prefix = `muster-test-${randomUUID().slice(0, 8)}`;
    let client: Redis;
    let queue: QueuePort;
    beforeAll(async () => {
      client = new Redis(url ?? '');
      queue = await createBullmqQueue({ url: url ?? '', prefix, ids: createIds(createSystemClock()), log: SILENT_LOG });
    });
    afterAll(async () => {
      await queue.stop();
      await removeKeys(client, prefix);
      await client.quit();
    });

    it('does not abort a job for a message that is older than its retry', async () => {
      const release = createDeferred();
      queue.work(
        'late',
        ({ payload, signal }) => (payload === 'retried' ? release.promise.then(() => signal.aborted) : failWhenAborted(signal)),
        {
          concurrency: 2,
        },
      );
      const id = await queue.add('late', { payload: 'retried' });
      const cancelled = await queue.add('late', { payload: 'cancelled' });
      for (const one of [id, cancelled]) await untilState(queue, 'late', one, 'running');
      await client.publish(`${prefix}:cancelled`, JSON.stringify({ queue: 'late', id }));
      // Messages are read in their order: when this one has had its effect, the first was read.
      await queue.cancel('late', cancelled);
      await untilState(queue, 'late', cancelled, 'failed');
      release.resolve();
      expect(await untilState(queue, 'late', id, 'completed')).toMatchObject({ result: false });
    });

    it('removes all expired jobs at once, however many there are', async () => {
      const other = await createBullmqQueue({
        url: url ?? '',
        prefix,
        ids: createIds(createSystemClock()),
        log: SILENT_LOG,
        retention: 1,
      });
      queue.work('many', async () => undefined, { concurrency: 100 });
      await Promise.all(Array.from({ length: 1_200 }, () => queue.add('many', {})));
      const count = async (): Promise<number> => (await queue.list({ queue: 'many', state: 'completed', limit: 1 })).total;
      await expect.poll(count).toBe(1_200);
      const last = (await queue.list({ queue: 'many', state: 'completed', limit: 1 })).jobs[0]?.endedAt ?? Infinity;
      await expect.poll(() => Date.now()).toBeGreaterThan(last + 1);
      expect(await other.removeExpired()).toBeGreaterThanOrEqual(1_200);
      expect(await count()).toBe(0);
      await other.stop();
    });
  });
});

async function failWhenAborted(signal: AbortSignal): Promise<never> {
  await untilAborted(signal);
  throw signal.reason;
}
