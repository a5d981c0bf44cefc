import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { readService } from '#tests/support';
import { createBullmqQueue } from '../../engine/adapters/bullmq/index.ts';
import { SCHEDULES_COLLECTION } from '../../engine/automation/index.ts';
import { removeKeys } from '../contract/queue/remove-keys.ts';
import { describeOnStores, makeSqlite, type TestStores } from '../registry/test-stores.ts';
import { HOUR, QUEUE, START, useSchedules, type QueueParts, type ScheduleFixture } from './schedule-fixture.ts';

/** That scheduled jobs run at their times, whatever happens to their processes and clocks. */
function describeTimes(at: ScheduleFixture): void {
  it('are neither skipped nor doubled when the process ends between the add and the next time', async () => {
    const jobs = at.start();
    await at.tick(jobs);
    const [before] = await at.store.get(SCHEDULES_COLLECTION.name, [QUEUE]);
    at.now = START + HOUR;
    await at.tick(jobs);
    // As if the process had ended before it stored the next time.
    const [after] = await at.store.get(SCHEDULES_COLLECTION.name, [QUEUE]);
    const { _version: version } = after!.document;
    const document = { ...before!.document, _version: version + 1 };
    const write = { kind: 'update' as const, collection: SCHEDULES_COLLECTION.name, document, keys: {}, previousKeys: {} };
    expect((await at.store.commit({ writes: [{ ...write, expectedVersion: version, definitionVersion: 0 }] })).committed).toBe(true);
    await at.tick(jobs);
    expect(at.runs).toHaveLength(1);
    at.now += HOUR;
    await at.tick(jobs);
    expect(at.runs).toHaveLength(2);
  });

  it('neither repeat nor skip a run when the clock jumps back, by minutes or by a year', async () => {
    const jobs = at.start();
    await at.tick(jobs);
    at.now = START + HOUR / 2;
    await at.tick(jobs);
    at.now = START;
    await at.tick(jobs);
    at.now = START + HOUR / 2;
    await at.tick(jobs);
    expect(at.runs).toHaveLength(1);
    at.now += 365 * 24 * HOUR;
    await at.tick(jobs);
    expect(at.runs).toHaveLength(2);
    // The run of 12 o'clock has taken place under the wrong clock; the one of 13 o'clock follows.
    for (const [hours, count] of [
      [1, 2],
      [1.5, 2],
      [2.5, 3],
    ] as const) {
      at.now = START + hours * HOUR;
      await at.tick(jobs);
      expect(at.runs).toHaveLength(count);
    }
  });

  it('are run by one of several processes', async () => {
    const processes = await Promise.all([1, 2, 3].map(async () => at.start({}, 'UTC', await at.openQueue())));
    await at.tick(...processes);
    at.now = START + HOUR;
    await at.tick(...processes);
    expect(at.runs).toHaveLength(1);
  });

  describe('in New York', () => {
    const MINUTE = 60_000;
    /** The times at which a job runs when what is due is added every so many minutes. */
    const runBetween = async (schedule: string, [from, to]: readonly [string, string], minutes: number): Promise<readonly string[]> => {
      at.now = Date.parse(from);
      const jobs = at.start({ schedule }, 'America/New_York');
      for (; at.now <= Date.parse(to); at.now += minutes * MINUTE) await at.tick(jobs);
      return at.runs.map((time) => new Date(time).toISOString());
    };

    it('run once, when the clock is advanced over their time: right after it', async () => {
      expect(await runBetween('30 2 * * *', ['2026-03-08T06:00:00Z', '2026-03-09T07:00:00Z'], 30)).toEqual([
        '2026-03-08T07:00:00.000Z',
        '2026-03-09T06:30:00.000Z',
      ]);
    });

    it('run once when the clock shows their time twice: the first time', async () => {
      expect(await runBetween('30 1 * * *', ['2026-11-01T05:00:00Z', '2026-11-02T07:00:00Z'], 30)).toEqual([
        '2026-11-01T05:30:00.000Z',
        '2026-11-02T06:30:00.000Z',
      ]);
    });

    it('run every five minutes through the hour that the clock shows twice', async () => {
      const from = Date.parse('2026-11-01T05:55:00Z');
      const expected = Array.from({ length: 16 }, (_, index) => new Date(from + index * 5 * MINUTE).toISOString());
      expect(await runBetween('*/5 * * * *', ['2026-11-01T05:50:00Z', '2026-11-01T07:10:00Z'], 5)).toEqual(expected);
    });
  });
}

describeOnStores('the times of scheduled jobs', (make) => describeTimes(useSchedules(make)));

const url = readService('REDIS_URL', 'the times of scheduled jobs in Redis');

describe.skipIf(url === undefined)('the times of scheduled jobs in Redis', () => {
  const installation = `muster-test-${randomUUID().slice(0, 8)}`;
  let tests = 0;
  const make = (): Promise<TestStores> => {
    tests += 1;
    return makeSqlite();
  };
  const makeQueue = ({ ids, log }: QueueParts): ReturnType<typeof createBullmqQueue> =>
    createBullmqQueue({ url: url ?? '', prefix: `${installation}-${tests}`, ids, log });
  afterAll(async () => {
    const client = new Redis(url ?? '');
    for (let test = 1; test <= tests; test += 1) await removeKeys(client, `${installation}-${test}`);
    await client.quit();
  });
  describeTimes(useSchedules(make, makeQueue));
});
