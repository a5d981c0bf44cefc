import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '#tests/support';
import { read, SHORT_LEASE, untilAborted, untilState, workFor, type QueueSuite } from './queue-fixture.ts';

/** Several processes on one queue, and processes that stop. */
export function describeSharing(suite: QueueSuite): void {
  describe('sharing', () => {
    let name: string;
    beforeEach(() => {
      name = suite.newName();
    });

    it('runs each job once, whichever process adds it and whichever takes it', async () => {
      const queues = await Promise.all([suite.open(), suite.open()]);
      const runs = new Map<unknown, number>();
      for (const queue of queues)
        queue.work(name, async ({ payload }) => void runs.set(payload, (runs.get(payload) ?? 0) + 1), { concurrency: 8 });
      const total = 300;
      await Promise.all(
        Array.from({ length: total }, (_, index) => (index % 2 === 0 ? queues[0] : queues[1]).add(name, { payload: index })),
      );
      await expect.poll(async () => (await queues[0].list({ queue: name, state: 'completed', limit: 1 })).total).toBe(total);
      expect(runs.size).toBe(total);
      expect([...runs.values()].every((count) => count === 1)).toBe(true);
    });

    it('takes jobs that another process added before, and while it waits for some', async () => {
      const [one, two] = await Promise.all([suite.open(), suite.open()]);
      const early = await one.add(name, {});
      two.work(name, async () => 'two');
      await untilState(one, name, early, 'completed');
      expect(await untilState(one, name, await one.add(name, {}), 'completed')).toMatchObject({ result: 'two' });
      expect(await untilState(one, name, await one.add(name, { delay: 50 }), 'completed')).toMatchObject({ result: 'two' });
    });

    it('keeps the lease of a job that runs for longer', async () => {
      const queues = await Promise.all([suite.open({ lease: SHORT_LEASE }), suite.open({ lease: SHORT_LEASE })]);
      let runs = 0;
      for (const queue of queues)
        queue.work(name, async ({ signal }) => {
          runs += 1;
          // Real time: the leases of one adapter are measured by the clock of Redis.
          await workFor(SHORT_LEASE * 3.5, signal);
          return signal.aborted;
        });
      const id = await queues[0].add(name, {});
      expect(await untilState(queues[1], name, id, 'completed')).toMatchObject({ losses: 0, result: false, attempts: 1 });
      expect(runs).toBe(1);
    });

    it('waits for running jobs when a process stops, and takes no more', async () => {
      const [one, two] = await Promise.all([suite.open(), suite.open()]);
      const release = createDeferred();
      const worker = one.work(name, async () => {
        await release.promise;
        return 'whole';
      });
      const id = await two.add(name, {});
      const next = await two.add(name, {});
      await untilState(two, name, id, 'running');
      const stopped = worker.stop({ within: 600_000 });
      release.resolve();
      await stopped;
      expect(await read(two, name, id)).toMatchObject({ state: 'completed', result: 'whole' });
      expect(await read(two, name, next)).toMatchObject({ state: 'waiting' });
      one.work(name, async () => 'again');
      expect(await untilState(two, name, next, 'completed')).toMatchObject({ result: 'again' });
      await one.stop();
      await expect(one.add(name, {})).rejects.toMatchObject({ code: 'queue_unavailable' });
      await expect(one.health()).rejects.toMatchObject({ code: 'queue_unavailable' });
    });

    it('returns jobs that do not end in time to the queue when a process stops', async () => {
      const [one, two] = await Promise.all([suite.open(), suite.open()]);
      const reasons: string[] = [];
      const started = createDeferred();
      one.work(name, async ({ signal }) => {
        started.resolve();
        reasons.push(await untilAborted(signal));
        throw signal.reason;
      });
      const id = await two.add(name, {});
      await started.promise;
      await one.stop({ within: 0 });
      expect(reasons).toEqual(['job_interrupted']);
      expect(await read(two, name, id)).toMatchObject({ state: 'waiting', attempts: 0, losses: 0, failures: [] });
      two.work(name, async ({ attempt }) => attempt);
      expect(await untilState(two, name, id, 'completed')).toMatchObject({ result: 1, attempts: 1, losses: 0 });
    });
  });
}
