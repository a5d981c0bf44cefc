import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '#tests/support';
import type { JobState, QueuePort } from '../../../engine/ports/index.ts';
import { addAll, untilState, type QueueSuite } from './queue-fixture.ts';

/** Lists, counts and expiry. */
export function describeListing(suite: QueueSuite): void {
  describe('listing', () => {
    let queue: QueuePort;
    let name: string;
    beforeEach(async () => {
      queue = await suite.open();
      name = suite.newName();
    });

    const pageOf = async (state: JobState, offset = 0, limit = 50): Promise<{ readonly ids: string[]; readonly total: number }> => {
      const { jobs, total } = await queue.list({ queue: name, state, offset, limit });
      expect(jobs.every((job) => job.state === state && job.queue === name)).toBe(true);
      return { ids: jobs.map(({ id }) => id), total };
    };

    it('pages through the jobs of each state in their order', async () => {
      const release = createDeferred();
      const add = (what: string, more: { readonly delay?: number; readonly priority?: number } = {}): Promise<string> =>
        queue.add(name, { payload: what, ...more });
      const [late, soon] = [await add('late', { delay: 900_000 }), await add('soon', { delay: 600_000 })];
      queue.work(name, async ({ payload }) => {
        if (payload === 'bad') throw new Error('bad');
        if (payload === 'slow') await release.promise;
      });
      const done: string[] = [];
      for (const what of ['good', 'bad', 'good', 'bad', 'good']) {
        const id = await add(what);
        await untilState(queue, name, id, what === 'bad' ? 'failed' : 'completed');
        done.push(id);
      }
      const slow = await add('slow');
      await untilState(queue, name, slow, 'running');
      const waiting = await addAll(
        queue,
        name,
        [3, 0, 0, 1].map((priority) => ({ priority })),
      );
      expect(await pageOf('completed')).toEqual({ ids: [done[4], done[2], done[0]], total: 3 });
      expect(await pageOf('completed', 1, 1)).toEqual({ ids: [done[2]], total: 3 });
      expect(await pageOf('completed', 5)).toEqual({ ids: [], total: 3 });
      expect(await pageOf('failed')).toEqual({ ids: [done[3], done[1]], total: 2 });
      expect(await pageOf('delayed')).toEqual({ ids: [soon, late], total: 2 });
      expect(await pageOf('running')).toEqual({ ids: [slow], total: 1 });
      const inTurn = [waiting[1], waiting[2], waiting[3], waiting[0]];
      expect(await pageOf('waiting')).toEqual({ ids: inTurn, total: 4 });
      expect(await pageOf('waiting', 1, 2)).toEqual({ ids: inTurn.slice(1, 3), total: 4 });
      expect(await pageOf('waiting', 3, 2)).toEqual({ ids: inTurn.slice(3), total: 4 });
      const [health] = (await queue.health()).filter((one) => one.queue === name);
      expect(health).toEqual({ queue: name, waiting: 4, delayed: 2, blocked: 0, running: 1, failed: 2 });
      expect(await queue.health([name, `${name}-unused`])).toEqual([health]);
      release.resolve();
      await expect.poll(async () => (await pageOf('completed')).total).toBe(8);
    });

    it('knows nothing of a queue that was never used', async () => {
      expect(await pageOf('waiting')).toEqual({ ids: [], total: 0 });
      expect((await queue.health()).some((one) => one.queue === name)).toBe(false);
      expect(await queue.health([name])).toEqual([]);
    });

    it('removes jobs some time after their end, and no others', async () => {
      const short = await suite.open({ retention: 1 });
      queue.work(name, async ({ payload }) => (payload === 'bad' ? Promise.reject(new Error('bad')) : undefined));
      const ended = [await queue.add(name, {}), await queue.add(name, { payload: 'bad' })];
      const delayed = await queue.add(name, { delay: 600_000 });
      for (const id of ended) await expect.poll(async () => (await queue.get(name, [id]))[0]?.endedAt).toBeDefined();
      expect((await queue.removeExpired()) >= 0).toBe(true);
      expect((await queue.get(name, ended)).every((job) => job !== undefined)).toBe(true);
      await expect
        .poll(async () => {
          await short.removeExpired();
          return queue.get(name, ended);
        })
        .toEqual([undefined, undefined]);
      expect((await queue.get(name, [delayed]))[0]?.state).toBe('delayed');
    });
  });
}
