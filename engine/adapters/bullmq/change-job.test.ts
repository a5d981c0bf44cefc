import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import { readService } from '#tests/support';
import { endCancelled, markCancelled } from './change-job.ts';
import type { StoredQueue } from './stored-job.ts';

const url = readService('REDIS_URL', 'ending cancelled jobs in Redis');

describe.skipIf(url === undefined)('a waiting job', () => {
  const prefix = `muster-test-${randomUUID().slice(0, 8)}`;
  let client: Redis;
  let queue: StoredQueue;
  beforeAll(() => {
    client = new Redis(url ?? '');
    queue = new Queue('waiting', { connection: client, prefix, skipVersionCheck: true });
  });
  afterAll(async () => {
    await queue.obliterate();
    await queue.close();
    await client.quit();
  });

  it('is ended when it is marked as cancelled, not when its payload says so', async () => {
    // Redis parses JSON of at most 1,000 levels.
    const deep = JSON.parse(`${'['.repeat(1_500)}${']'.repeat(1_500)}`) as JsonValue;
    const payload = { cancelledAt: 1, deep };
    await queue.add('job', { payload, backOff: { kind: 'fixed', delay: 0, maxDelay: 0, jitter: 0 } }, { jobId: 'one' });
    expect(await endCancelled(queue, client, prefix, 'one')).toBe(false);
    expect(await queue.getJobState('one')).toBe('waiting');
    await markCancelled(queue, prefix, 'one');
    expect(await endCancelled(queue, client, prefix, 'one')).toBe(true);
    expect(await queue.getJobState('one')).toBe('failed');
  });
});
