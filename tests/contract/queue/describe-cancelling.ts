import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '#tests/support';
import type { JobContext, QueuePort } from '../../../engine/ports/index.ts';
import { read, untilAborted, untilState, type QueueSuite } from './queue-fixture.ts';

const CANCELLED = { error: { code: 'job_cancelled' }, isCancelling: false };

/** Cancelling jobs in each state, from any process. */
export function describeCancelling(suite: QueueSuite): void {
  describe('cancelling', () => {
    let queue: QueuePort;
    let other: QueuePort;
    let name: string;
    beforeEach(async () => {
      queue = await suite.open();
      other = await suite.open();
      name = suite.newName();
    });

    it('ends waiting and delayed jobs without running them', async () => {
      const release = createDeferred();
      const ran: unknown[] = [];
      queue.work(name, async ({ payload }) => {
        ran.push(payload);
        await release.promise;
      });
      const first = await queue.add(name, { payload: 'first' });
      await untilState(queue, name, first, 'running');
      const ids = [
        await queue.add(name, { payload: 'waiting', attempts: 5 }),
        await queue.add(name, { payload: 'later', priority: 7 }),
        await queue.add(name, { payload: 'delayed', delay: 600_000, attempts: 5 }),
      ];
      for (const id of ids) expect(await other.cancel(name, id)).toBe(true);
      for (const id of ids) {
        const { state, isCancelling } = await read(queue, name, id);
        expect(state === 'failed' || isCancelling).toBe(true);
      }
      release.resolve();
      for (const id of ids) expect(await untilState(queue, name, id, 'failed')).toMatchObject(CANCELLED);
      expect(ran).toEqual(['first']);
    });

    it('aborts a job that runs in another process, and does not repeat it', async () => {
      const reasons: string[] = [];
      queue.work(name, async ({ signal }) => {
        reasons.push(await untilAborted(signal));
        throw signal.reason;
      });
      const id = await queue.add(name, { attempts: 5 });
      await untilState(queue, name, id, 'running');
      expect(await other.cancel(name, id)).toBe(true);
      expect(await untilState(queue, name, id, 'failed')).toMatchObject(CANCELLED);
      expect(reasons).toEqual(['job_cancelled']);
      expect(await other.cancel(name, id)).toBe(false);
    });

    it('aborts a job that runs in the same process, which may complete nevertheless', async () => {
      queue.work(name, async ({ signal }) => ({ stopped: await untilAborted(signal) }));
      const id = await queue.add(name, {});
      await untilState(queue, name, id, 'running');
      await queue.cancel(name, id);
      expect(await untilState(queue, name, id, 'completed')).toMatchObject({ result: { stopped: 'job_cancelled' }, isCancelling: false });
    });

    it('does nothing for jobs that have ended or do not exist, and can be undone by a retry', async () => {
      const id = await queue.add(name, { delay: 600_000 });
      expect(await queue.cancel(name, id)).toBe(true);
      queue.work(name, async () => 'done');
      await untilState(queue, name, id, 'failed');
      expect(await queue.cancel(name, id)).toBe(false);
      expect(await queue.cancel(name, 'unknown')).toBe(false);
      await queue.retry(name, id);
      expect(await untilState(queue, name, id, 'completed')).toMatchObject({ result: 'done', isCancelling: false });
      expect(await queue.cancel(name, id)).toBe(false);
    });

    it('is undone by a retry in every process, also in one that received the cancel and takes the job', async () => {
      const runs = new Map<string, number>();
      const handle = async ({ id, signal }: JobContext): Promise<string> => {
        const run = (runs.get(id) ?? 0) + 1;
        runs.set(id, run);
        if (run > 1) return 'again';
        await untilAborted(signal);
        throw signal.reason;
      };
      const first = queue.work(name, handle);
      const running = await queue.add(name, {});
      await untilState(queue, name, running, 'running');
      other.work(name, handle);
      const delayed = await queue.add(name, { delay: 600_000 });
      for (const id of [running, delayed]) {
        expect(await queue.cancel(name, id)).toBe(true);
        expect(await untilState(queue, name, id, 'failed')).toMatchObject(CANCELLED);
      }
      // What is retried is taken by the process that did not run it before.
      await first.stop();
      runs.set(delayed, 1);
      for (const id of [running, delayed]) {
        await queue.retry(name, id);
        expect(await untilState(queue, name, id, 'completed')).toMatchObject({ result: 'again', isCancelling: false });
      }
    });

    it('ends jobs of a queue that has no worker, too', async () => {
      const parent = await queue.add(name, { children: [{}, { priority: 3 }] });
      const ids = [
        await queue.add(name, {}),
        await queue.add(name, { priority: 7, attempts: 5 }),
        await queue.add(name, { delay: 600_000 }),
        parent,
      ];
      for (const id of ids) expect(await other.cancel(name, id)).toBe(true);
      for (const id of [...ids, `${parent}.0`, `${parent}.1`])
        expect(await untilState(queue, name, id, 'failed')).toMatchObject({ ...CANCELLED, attempts: 0, failures: [] });
      const [health] = await queue.health([name]);
      expect(health).toEqual({ queue: name, waiting: 0, delayed: 0, blocked: 0, running: 0, failed: 6 });
    });

    it('keeps the priority of a job, which is due at once when it is retried', async () => {
      const id = await queue.add(name, { payload: 'retried', delay: 600_000, priority: 7 });
      const prior = await queue.add(name, { payload: 'prior', priority: 8 });
      expect(await queue.cancel(name, id)).toBe(true);
      expect(await queue.cancel(name, prior)).toBe(true);
      const ended = await untilState(queue, name, id, 'failed');
      await untilState(queue, name, prior, 'failed');
      for (const one of [prior, id]) await queue.retry(name, one);
      const retried = await read(queue, name, id);
      expect(retried).toMatchObject({ state: 'waiting', priority: 7 });
      expect(retried.runAt).toBeGreaterThanOrEqual(ended.endedAt ?? Infinity);
      expect(retried.runAt).toBeLessThan(ended.runAt);
      const first = await queue.add(name, { payload: 'first', priority: 3 });
      const order: unknown[] = [];
      queue.work(name, async ({ payload }) => void order.push(payload));
      for (const one of [id, prior, first]) await untilState(queue, name, one, 'completed');
      expect(order).toEqual(['first', 'retried', 'prior']);
    });
  });
}
