import { beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '#tests/support';
import { MusterError } from '../../../engine/errors/index.ts';
import type { QueuePort } from '../../../engine/ports/index.ts';
import { read, untilAborted, untilState, type QueueSuite } from './queue-fixture.ts';

const AT_ONCE = { kind: 'fixed', delay: 0 } as const;

/** Attempts, retries, limits, progress and results. */
export function describeAttempts(suite: QueueSuite): void {
  describe('attempts', () => {
    let queue: QueuePort;
    let name: string;
    beforeEach(async () => {
      queue = await suite.open();
      name = suite.newName();
    });

    it('repeat a job after a delay until it completes, and keep why each failed', async () => {
      const attempts: number[] = [];
      queue.work(name, async ({ attempt }) => {
        attempts.push(attempt);
        if (attempt === 1) throw new TypeError('no such thing');
        if (attempt === 2) throw new MusterError('mail_failed');
        return attempt;
      });
      const id = await queue.add(name, { attempts: 5, backOff: { kind: 'exponential', delay: 20, jitter: 0.5 } });
      const done = await untilState(queue, name, id, 'completed');
      expect(attempts).toEqual([1, 2, 3]);
      expect(done).toMatchObject({ attempts: 3, maxAttempts: 5, losses: 0, result: 3 });
      expect(done).not.toHaveProperty('error');
      expect(done.failures.map((failure) => failure.code)).toEqual(['job_failed', 'mail_failed']);
      expect(done.failures.map((failure) => failure.message)).toEqual(['no such thing', new MusterError('mail_failed').message]);
      for (const { startedAt, endedAt } of done.failures) expect(endedAt).toBeGreaterThanOrEqual(startedAt);
    });

    it('wait for the next one as a delayed job, with the error of the last', async () => {
      queue.work(name, () => Promise.reject(new MusterError('mail_failed')));
      const id = await queue.add(name, { attempts: 2, backOff: { kind: 'fixed', delay: 600_000 } });
      const job = await untilState(queue, name, id, 'delayed');
      expect(job).toMatchObject({ attempts: 1, error: { code: 'mail_failed' } });
      expect(job.runAt).toBeGreaterThanOrEqual(job.addedAt + 600_000);
    });

    it('end as failed after the last, and start again with a retry', async () => {
      let works = false;
      let runs = 0;
      queue.work(name, async () => {
        runs += 1;
        if (!works) throw new MusterError('mail_failed');
      });
      const id = await queue.add(name, { attempts: 2, backOff: AT_ONCE });
      const failed = await untilState(queue, name, id, 'failed');
      expect(failed).toMatchObject({
        attempts: 2,
        error: { code: 'mail_failed' },
        failures: [{ code: 'mail_failed' }, { code: 'mail_failed' }],
      });
      expect(failed.endedAt).toBeGreaterThanOrEqual(failed.startedAt ?? Infinity);
      await queue.retry(name, id);
      await expect.poll(() => runs, { interval: 5 }).toBe(4);
      await untilState(queue, name, id, 'failed');
      works = true;
      await queue.retry(name, id);
      expect(await untilState(queue, name, id, 'completed')).toMatchObject({ attempts: 1 });
      expect(runs).toBe(5);
      await expect(queue.retry(name, id)).rejects.toMatchObject({ code: 'job_not_failed' });
      await expect(queue.retry(name, 'unknown')).rejects.toMatchObject({ code: 'job_not_found' });
    });

    it('are not retried by hand while another job has the key', async () => {
      queue.work(name, ({ payload }) => (payload === 'bad' ? Promise.reject(new Error('bad')) : Promise.resolve()));
      const failed = await queue.add(name, { key: 'same', payload: 'bad' });
      await untilState(queue, name, failed, 'failed');
      const holder = await queue.add(name, { key: 'same', delay: 600_000 });
      await expect(queue.retry(name, failed)).rejects.toMatchObject({ code: 'job_duplicate' });
      expect(await queue.cancel(name, holder)).toBe(true);
      await untilState(queue, name, holder, 'failed');
      await queue.retry(name, failed);
      await expect.poll(async () => (await read(queue, name, failed)).failures.length).toBe(2);
    });

    it('are not repeated for an error that would occur again', async () => {
      let runs = 0;
      queue.work(
        name,
        async () => {
          runs += 1;
          throw new MusterError('plugin_invalid');
        },
        { isRetryable: (error) => !(error instanceof MusterError && error.code === 'plugin_invalid') },
      );
      const id = await queue.add(name, { attempts: 5, backOff: AT_ONCE });
      expect(await untilState(queue, name, id, 'failed')).toMatchObject({ attempts: 1, error: { code: 'plugin_invalid' } });
      expect(runs).toBe(1);
    });

    it('have a hard limit, which aborts them', async () => {
      const reasons: string[] = [];
      queue.work(
        name,
        async ({ signal }) => {
          reasons.push(await untilAborted(signal));
          throw new Error('given up');
        },
        { limit: 100 },
      );
      const id = await queue.add(name, { attempts: 2, backOff: AT_ONCE });
      expect(await untilState(queue, name, id, 'failed')).toMatchObject({ attempts: 2, error: { code: 'job_timeout' } });
      expect(reasons).toEqual(['job_timeout', 'job_timeout']);
    });

    it('that ignore the limit occupy their worker for some seconds only', async () => {
      queue.work(name, ({ payload }) => (payload === 'hangs' ? new Promise(() => undefined) : Promise.resolve()), { limit: 50 });
      const hanging = await queue.add(name, { payload: 'hangs' });
      const next = await queue.add(name, {});
      expect(await untilState(queue, name, hanging, 'failed')).toMatchObject({ error: { code: 'job_timeout' } });
      await untilState(queue, name, next, 'completed');
    });

    it('report progress that every process sees while they run', async () => {
      const other = await suite.open();
      const releases = [createDeferred(), createDeferred()];
      queue.work(name, async ({ progress }) => {
        await progress({ done: 1, of: 3 });
        await releases[0]?.promise;
        await Promise.all(Array.from({ length: 50 }, (_, index) => progress(index)));
        await expect(progress({ text: 'x'.repeat(5_000) })).rejects.toMatchObject({ code: 'job_invalid' });
        await releases[1]?.promise;
      });
      const id = await queue.add(name, {});
      await expect.poll(async () => (await read(other, name, id)).progress).toEqual({ done: 1, of: 3 });
      expect((await read(other, name, id)).state).toBe('running');
      releases[0]?.resolve();
      await expect.poll(async () => (await read(other, name, id)).progress).toBe(49);
      releases[1]?.resolve();
      expect((await untilState(other, name, id, 'completed')).progress).toBe(49);
    });

    it('keep results up to a limit, and as JSON', async () => {
      queue.work(name, async ({ payload }) => (payload === 'large' ? 'x'.repeat(70_000) : { at: new Date(0) as unknown as string }));
      const large = await queue.add(name, { payload: 'large' });
      const small = await queue.add(name, {});
      expect((await untilState(queue, name, large, 'completed')).result).toEqual({ omittedBytes: 70_002 });
      expect((await untilState(queue, name, small, 'completed')).result).toEqual({ at: '1970-01-01T00:00:00.000Z' });
    });

    it('keep the last ten failures, with messages up to a limit', async () => {
      queue.work(name, async ({ attempt }) => Promise.reject(new Error(`${attempt} ${'x'.repeat(5_000)}`)));
      const id = await queue.add(name, { attempts: 12, backOff: AT_ONCE });
      const { failures, attempts } = await untilState(queue, name, id, 'failed');
      expect(attempts).toBe(12);
      expect(failures.map(({ message }) => Number(message.slice(0, 2)))).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      for (const { message } of failures) expect(message).toHaveLength(2_000);
    });
  });
}
