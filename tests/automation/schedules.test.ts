import { expect, it } from 'vitest';
import type { JobDefinition, Jobs } from '../../engine/automation/index.ts';
import type { QueuePort, QueueWorker } from '../../engine/ports/index.ts';
import { describeOnStores } from '../registry/test-stores.ts';
import { HOUR, QUEUE, START, useSchedules, WAIT } from './schedule-fixture.ts';

describeOnStores('scheduled jobs', (make) => {
  const at = useSchedules(make);

  it('are logged once when their queue refuses them, and do not delay others', async () => {
    const bad = { ...at.hourly, run: async () => undefined };
    const jobs = at.start([{ ...bad, name: 'parallel', concurrency: 2_000 }, { ...bad, name: 'endless', attempts: 500 }, at.hourly]);
    await jobs.addDue();
    at.now = START + HOUR / 2;
    await jobs.addDue();
    await jobs.addDue();
    await expect.poll(() => at.runs, WAIT).toEqual([at.now]);
    expect(at.errors).toMatchObject([
      { queue: 'paint/parallel', code: 'queue_invalid' },
      { queue: 'paint/endless', code: 'job_invalid' },
    ]);
  });

  it('run once when they are due, and their runs are kept with their results', async () => {
    const jobs = at.start({ run: async () => at.runs.push(at.now) });
    await at.tick(jobs);
    at.now = START + HOUR / 2;
    await at.tick(jobs);
    await at.tick(jobs);
    expect(at.runs).toEqual([START + HOUR / 2]);
    at.now += HOUR;
    await at.tick(jobs);
    expect((await at.listRuns('completed')).map(({ id, result }) => ({ id, result }))).toEqual([
      { id: '20260302T120000.000Z', result: 2 },
      { id: '20260302T110000.000Z', result: 1 },
    ]);
    expect(await jobs.list()).toMatchObject([
      { queue: QUEUE, nextAt: Date.parse('2026-03-02T13:00:00Z'), running: 0, failed: 0, last: { result: 2 } },
    ]);
  });

  it('survive a restart and run once for all missed times', async () => {
    await at.open().addDue();
    at.now = START + 5 * HOUR;
    const jobs = at.start();
    await at.tick(jobs);
    await at.tick(jobs);
    expect(at.runs).toEqual([at.now]);
  });

  it('run again at their next time after a failure, or after their back-off if they have more attempts', async () => {
    const jobs = at.start({
      run: async () => {
        at.runs.push(at.now);
        throw new Error('no');
      },
    });
    await at.tick(jobs);
    at.now = START + HOUR;
    await at.tick(jobs);
    expect(await at.listRuns('failed')).toMatchObject([{ attempts: 1, error: { code: 'job_failed', message: 'no' } }]);
    at.now += HOUR;
    await at.tick(jobs);
    expect(await at.listRuns('failed')).toHaveLength(2);
    await jobs.stop();
    let tries = 0;
    const again = at.start({
      name: 'again',
      attempts: 3,
      backOff: { kind: 'fixed', delay: 60_000, jitter: 0 },
      run: async () => {
        tries += 1;
        if (tries < 3) throw new Error('not yet');
      },
    });
    await again.addDue();
    at.now += HOUR;
    await again.addDue();
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await expect.poll(async () => (await at.listRuns('delayed', 'paint/again'))[0]?.attempts, WAIT).toBe(attempt);
      at.now += 60_000;
    }
    await expect.poll(async () => (await at.listRuns('completed', 'paint/again'))[0]?.attempts, WAIT).toBe(3);
  });

  it('are read in the time zone of the product, and a changed time zone or schedule counts at once', async () => {
    const nextOf = async (jobs: Jobs): Promise<string> => new Date((await jobs.list())[0]?.nextAt ?? 0).toISOString();
    const nine = at.open({ schedule: '0 9 * * *' }, 'America/New_York');
    await nine.addDue();
    expect(await nextOf(nine)).toBe('2026-03-02T14:00:00.000Z');
    const london = at.open({ schedule: '0 9 * * *' }, 'Europe/London');
    await london.addDue();
    expect(await nextOf(london)).toBe('2026-03-03T09:00:00.000Z');
    const eleven = at.start({ schedule: '0 11 * * *' }, 'Europe/London');
    await eleven.addDue();
    expect(await nextOf(eleven)).toBe('2026-03-02T11:00:00.000Z');
    expect(at.runs).toEqual([]);
    at.now = Date.parse('2026-03-02T11:00:00Z');
    await at.tick(eleven);
    expect(at.runs).toEqual([at.now]);
  });

  it('with the schedule once end with their first successful run, for all processes and restarts', async () => {
    const failing = at.start({
      schedule: 'once',
      run: async () => {
        at.runs.push(-1);
        throw new Error('no');
      },
    });
    for (let time = 1; time <= 3; time += 1) await at.tick(failing);
    expect(at.runs).toEqual([-1]);
    await failing.stop();
    at.now += 600_000;
    const [one, other] = [at.start({ schedule: 'once' }), at.start({ schedule: 'once' }, 'UTC', await at.openQueue())];
    await at.tick(one, other);
    expect(at.runs).toEqual([-1, at.now]);
    at.now += 1_000 * HOUR;
    await at.tick(one, other);
    await one.stop();
    await at.tick(at.start({ schedule: 'once' }));
    expect(at.runs).toHaveLength(2);
  });

  it('are not delayed by another job, and not overtaken by their own next run', async () => {
    const ends: (() => void)[] = [];
    const slow: JobDefinition = { ...at.hourly, name: 'slow', run: () => new Promise((resolve) => ends.push(() => resolve(undefined))) };
    const jobs = at.start([slow, at.hourly]);
    await jobs.addDue();
    for (let hour = 1; hour <= 2; hour += 1) {
      at.now = START + hour * HOUR;
      await jobs.addDue();
      await expect.poll(() => at.runs.length, WAIT).toBe(hour);
    }
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await expect.poll(async () => (await at.listRuns('completed', 'paint/slow')).length, WAIT).toBe(1);
    // The run that became due in the meantime.
    await jobs.addDue();
    await expect.poll(() => ends.length, WAIT).toBe(2);
    ends[1]?.();
    await expect.poll(() => at.countOpen(), WAIT).toBe(0);
  });

  it('wait for a process in which their plugin is running', async () => {
    let isOn = false;
    const jobs = at.start({ schedule: 'once', isReady: () => isOn });
    for (let time = 1; time <= 3; time += 1) await at.tick(jobs);
    expect(at.runs).toEqual([]);
    isOn = true;
    await jobs.addDue();
    // The worker is started with the next check.
    await expect.poll(() => at.runs.length, WAIT).toBe(1);
  });

  it('go on when their worker could not be stopped in order, and are started again', async () => {
    let isOn = true;
    let stops = 0;
    const queue = new Proxy(at.queue, {
      get(target, name) {
        if (name !== 'work') return (Reflect.get(target, name) as (...given: unknown[]) => unknown).bind(target);
        return (...given: Parameters<QueuePort['work']>): QueueWorker => {
          const worker = target.work(...given);
          const stop = async (): Promise<void> => {
            await worker.stop();
            stops += 1;
            if (stops === 1) throw new Error('The connection was closed.');
          };
          return { stop };
        };
      },
    });
    const jobs = at.start({ isReady: () => isOn }, 'UTC', queue);
    await at.tick(jobs);
    isOn = false;
    await expect.poll(() => stops, WAIT).toBe(1);
    isOn = true;
    at.now += HOUR;
    await jobs.addDue();
    await expect.poll(() => at.runs, WAIT).toEqual([at.now]);
  });

  it('can be run now, unless a run has not ended', async () => {
    let end = (): void => undefined;
    const jobs = at.start({ run: () => new Promise((resolve) => (end = () => resolve('by hand'))) });
    await jobs.addDue();
    const id = await jobs.runNow(QUEUE);
    await expect.poll(async () => (await at.listRuns('running')).length, WAIT).toBe(1);
    await expect(jobs.runNow(QUEUE)).rejects.toMatchObject({ code: 'job_duplicate' });
    expect(await jobs.list()).toMatchObject([{ running: 1, last: { id, state: 'running' } }]);
    end();
    await expect.poll(async () => (await at.listRuns('completed'))[0]?.result, WAIT).toBe('by hand');
    expect(await jobs.list()).toMatchObject([{ nextAt: START + HOUR / 2, last: { id, state: 'completed' } }]);
    await expect(jobs.runNow('paint/unknown')).rejects.toMatchObject({ code: 'queue_not_found' });
  });

  it('with a schedule that cannot be parsed are an error of their plugin', () => {
    expect(() => at.open({ schedule: 'every now and then' })).toThrow(expect.objectContaining({ code: 'plugin_invalid' }) as Error);
  });
});
