import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { describe } from 'vitest';
import { readService } from '#tests/support';
import { createBullmqQueue } from '../../../engine/adapters/bullmq/index.ts';
import { createIds, createSystemClock } from '../../../engine/application/system-ports.ts';
import { describeQueueContract } from './describe-queue-contract.ts';
import { SILENT_LOG } from './queue-fixture.ts';
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
});
