import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '#tests/support';
import type { QueueJob, QueuePort } from '../../../engine/ports/index.ts';
import { read, untilAborted, untilState, type QueueSuite } from './queue-fixture.ts';

/** Jobs that wait for their children. */
export function describeChildren(suite: QueueSuite): void {
  describe('children', () => {
    let queue: QueuePort;
    let parts: string;
    let name: string;
    beforeEach(async () => {
      queue = await suite.open();
      name = suite.newName();
      parts = suite.newName();
    });

    const workOnParent = (): { readonly seen: readonly QueueJob[][] } => {
      const seen: QueueJob[][] = [];
      queue.work(name, async ({ children }) => {
        seen.push([...(await children())]);
        return seen.at(-1)?.length ?? 0;
      });
      return { seen };
    };

    it('end before their parent runs, which sees their results and errors', async () => {
      const release = createDeferred();
      const { seen } = workOnParent();
      queue.work(
        parts,
        async ({ payload, parent }) => {
          expect(parent).toEqual({ queue: name, id: 'import' });
          if (payload === 0) await release.promise;
          if (payload === 5) throw new Error('bad row');
          return { rows: payload };
        },
        { concurrency: 4 },
      );
      const children = Array.from({ length: 12 }, (_, payload) => ({ queue: parts, payload }));
      expect(await queue.add(name, { id: 'import', children })).toBe('import');
      await untilState(queue, parts, 'import.11', 'completed');
      await untilState(queue, parts, 'import.5', 'failed');
      expect(await read(queue, name, 'import')).toMatchObject({ state: 'blocked', attempts: 0 });
      release.resolve();
      expect(await untilState(queue, name, 'import', 'completed')).toMatchObject({ result: 12 });
      expect(seen).toHaveLength(1);
      expect(seen[0]?.map(({ id }) => id)).toEqual(children.map((_, index) => `import.${index}`));
      expect(seen[0]?.[3]).toMatchObject({ state: 'completed', result: { rows: 3 }, parent: { queue: name, id: 'import' } });
      expect(seen[0]?.[5]).toMatchObject({ state: 'failed', error: { code: 'job_failed', message: 'bad row' } });
      expect(await queue.add(name, { id: 'import', children })).toBe('import');
      expect(await read(queue, name, 'import')).toMatchObject({ state: 'completed' });
    });

    it('may add further ones while they run', async () => {
      const { seen } = workOnParent();
      const added: string[] = [];
      queue.work(parts, async ({ payload, parent }) => {
        if (payload === 'finds more' && parent) for (const more of [1, 2]) added.push(await queue.add(parts, { payload: more, parent }));
      });
      const id = await queue.add(name, { children: [{ queue: parts, payload: 'finds more' }] });
      expect(await untilState(queue, name, id, 'completed')).toMatchObject({ result: 3 });
      expect(seen[0]?.map((child) => child.id)).toEqual([`${id}.0`, ...added]);
    });

    it('cannot be added to a job that no longer waits for them, or is not there', async () => {
      workOnParent();
      queue.work(parts, async () => undefined);
      const id = await queue.add(name, { children: [{ queue: parts }] });
      await untilState(queue, name, id, 'completed');
      const plain = await queue.add(name, { delay: 600_000 });
      for (const parent of [id, plain, 'unknown'])
        await expect(queue.add(parts, { parent: { queue: name, id: parent } })).rejects.toMatchObject({ code: 'job_parent_not_blocked' });
      await expect(queue.add(name, { children: [{ queue: parts }, { queue: parts, id: `${id}.0` }] })).rejects.toMatchObject({
        code: 'job_invalid',
      });
      expect((await queue.list({ queue: name, state: 'blocked' })).total).toBe(0);
    });

    it('are cancelled with a parent that is blocked', async () => {
      const ran: unknown[] = [];
      const { seen } = workOnParent();
      queue.work(parts, async ({ payload, signal }) => {
        ran.push(payload);
        await untilAborted(signal);
        throw signal.reason;
      });
      const children = Array.from({ length: 3 }, (_, payload) => ({ queue: parts, payload }));
      const id = await queue.add(name, { children });
      await untilState(queue, parts, `${id}.0`, 'running');
      expect(await queue.cancel(name, id)).toBe(true);
      expect(await untilState(queue, name, id, 'failed')).toMatchObject({ error: { code: 'job_cancelled' } });
      for (const index of [0, 1, 2]) await untilState(queue, parts, `${id}.${index}`, 'failed');
      expect(ran).toEqual([0]);
      expect(seen).toEqual([]);
    });
  });
}
