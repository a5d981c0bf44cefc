import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '#tests/support';
import type { JobContext, JobInput, QueuePort } from '../../../engine/ports/index.ts';
import { addAll, read, untilState, type QueueSuite } from './queue-fixture.ts';

const code = (expected: string): Error => expect.objectContaining({ code: expected }) as Error;

/** Adding jobs: ids, keys, order, delays, limits. */
export function describeAdding(suite: QueueSuite): void {
  describe('adding', () => {
    let queue: QueuePort;
    let name: string;
    beforeEach(async () => {
      queue = await suite.open();
      name = suite.newName();
    });

    it('keeps a job with its defaults, and runs it with its payload', async () => {
      const id = await queue.add(name, { payload: { record: 'r1', list: [1, null, 'x'] }, attempts: 3, priority: 2 });
      const added = await read(queue, name, id);
      expect(added).toEqual({
        id,
        queue: name,
        state: 'waiting',
        payload: { record: 'r1', list: [1, null, 'x'] },
        priority: 2,
        addedAt: added.runAt,
        runAt: added.runAt,
        attempts: 0,
        maxAttempts: 3,
        losses: 0,
        failures: [],
        isCancelling: false,
      });
      const seen: unknown[] = [];
      queue.work(name, async ({ progress: _progress, children: _children, signal, ...job }: JobContext) => {
        seen.push(job, signal.aborted);
        return { made: 7 };
      });
      const done = await untilState(queue, name, id, 'completed');
      expect(seen).toEqual([
        { id, queue: name, payload: added.payload, attempt: 1, maxAttempts: 3, losses: 0, addedAt: added.addedAt },
        false,
      ]);
      expect(done).toMatchObject({ result: { made: 7 }, attempts: 1, failures: [], isCancelling: false });
      expect(done.startedAt).toBeGreaterThanOrEqual(done.addedAt);
      expect(done.endedAt).toBeGreaterThanOrEqual(done.startedAt ?? Infinity);
      expect(done).not.toHaveProperty('error');
    });

    it('does nothing for an id that exists, even after the job has ended', async () => {
      let runs = 0;
      expect(await queue.add(name, { id: 'import@1', payload: 1 })).toBe('import@1');
      expect(await queue.add(name, { id: 'import@1', payload: 2 })).toBe('import@1');
      queue.work(name, async () => void (runs += 1));
      expect(await untilState(queue, name, 'import@1', 'completed')).toMatchObject({ payload: 1, result: null });
      expect(await queue.add(name, { id: 'import@1', payload: 3 })).toBe('import@1');
      await untilState(queue, name, await queue.add(name, {}), 'completed');
      expect(runs).toBe(2);
      expect(await queue.get(name, ['import@1', 'unknown'])).toEqual([expect.objectContaining({ payload: 1 }), undefined]);
    });

    it('has one job at most of each key that has not ended, and returns its id', async () => {
      const other = await suite.open();
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? queue : other).add(name, { key: 'one', payload: index })),
      );
      expect(new Set(ids).size).toBe(1);
      const [first = ''] = ids;
      const release = createDeferred();
      queue.work(name, () => release.promise);
      await untilState(queue, name, first, 'running');
      expect(await other.add(name, { key: 'one' })).toBe(first);
      expect(await queue.add(name, { key: 'one', delay: 60_000 })).toBe(first);
      expect(await queue.add(name, { key: '2' })).not.toBe(first);
      expect(await queue.add(suite.newName(), { key: 'one' })).not.toBe(first);
      expect((await read(queue, name, first)).key).toBe('one');
      release.resolve();
      await untilState(queue, name, first, 'completed');
      const next = await queue.add(name, { key: 'one', delay: 60_000 });
      expect(next).not.toBe(first);
      expect(await queue.add(name, { key: 'one' })).toBe(next);
    });

    it('runs lower priorities first, and jobs of one priority in their order', async () => {
      const release = createDeferred();
      const order: unknown[] = [];
      queue.work(name, async ({ payload }) => {
        if (payload === 'first') await release.promise;
        order.push(payload);
      });
      const first = await queue.add(name, { payload: 'first' });
      await untilState(queue, name, first, 'running');
      const priorities = [5, 0, 100, 5, 0, 1];
      const ids = await addAll(
        queue,
        name,
        priorities.map((priority, index) => ({ payload: `${priority}-${index}`, priority })),
      );
      release.resolve();
      for (const id of ids) await untilState(queue, name, id, 'completed');
      expect(order).toEqual(['first', '0-1', '0-4', '1-5', '5-0', '5-3', '100-2']);
    });

    it('runs as many jobs at the same time as allowed', async () => {
      const release = createDeferred();
      let running = 0;
      let most = 0;
      queue.work(
        name,
        async () => {
          most = Math.max(most, (running += 1));
          await release.promise;
          running -= 1;
        },
        { concurrency: 3 },
      );
      const ids = await addAll(
        queue,
        name,
        Array.from({ length: 7 }, () => ({})),
      );
      await expect.poll(() => running, { interval: 5 }).toBe(3);
      release.resolve();
      for (const id of ids) await untilState(queue, name, id, 'completed');
      expect(most).toBe(3);
    });

    it('delays a job, and runs it when it is due', async () => {
      queue.work(name, async () => undefined);
      const id = await queue.add(name, { delay: 300 });
      const later = await queue.add(name, { delay: 600_000 });
      const done = await untilState(queue, name, id, 'completed');
      expect(done.runAt).toBe(done.addedAt + 300);
      // Both times are those of the queue; a server may round them.
      expect(done.startedAt).toBeGreaterThanOrEqual(done.runAt - 1);
      expect((await read(queue, name, later)).state).toBe('delayed');
    });

    it('refuses what is outside of the limits', async () => {
      const wrong: readonly JobInput[] = [
        { id: '' },
        { id: '123' },
        { id: '-5' },
        { id: 'a:b' },
        { id: 'x'.repeat(201) },
        { key: 'a b' },
        { payload: 'x'.repeat(256 * 1024) },
        { delay: -1 },
        { delay: 6 * 366 * 86_400_000 },
        { priority: 101 },
        { priority: 0.5 },
        { attempts: 0 },
        { attempts: 101 },
        { backOff: { kind: 'fixed', delay: -1 } },
        { backOff: { kind: 'exponential', delay: 10, maxDelay: 5 } },
        { backOff: { kind: 'fixed', delay: 10, jitter: 2 } },
        { children: [] },
        { children: [{}], delay: 1 },
        { children: [{}], key: 'k' },
        { children: [{ id: '1' }] },
        { parent: { queue: name, id: 'p' }, key: 'k' },
        { parent: { queue: name, id: 'p' }, children: [{}] },
      ];
      for (const job of wrong) await expect(queue.add(name, job), JSON.stringify(job).slice(0, 80)).rejects.toEqual(code('job_invalid'));
      for (const bad of ['', 'a:b', 'a b', 'x'.repeat(101)]) {
        await expect(queue.add(bad, {})).rejects.toEqual(code('queue_invalid'));
        expect(() => queue.work(bad, async () => undefined)).toThrow(code('queue_invalid'));
      }
      await expect(queue.list({ queue: name, state: 'failed', limit: 201 })).rejects.toEqual(code('job_invalid'));
      expect((await queue.health()).some(({ queue: known }) => known === name)).toBe(false);
    });

    it('refuses a payload that is not JSON', async () => {
      const circular: { self?: unknown } = {};
      circular.self = circular;
      for (const payload of [circular, 1n, () => 1])
        await expect(queue.add(name, { payload: payload as never })).rejects.toEqual(code('job_invalid'));
    });

    it('has one worker of a queue in a process', () => {
      queue.work(name, async () => undefined);
      expect(() => queue.work(name, async () => undefined)).toThrow(expect.objectContaining({ code: 'queue_invalid' }));
      expect(() => queue.work(suite.newName(), async () => undefined, { concurrency: 0 })).toThrow(code('queue_invalid'));
    });
  });
}
