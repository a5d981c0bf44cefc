import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createEmbeddedQueue } from '../../engine/adapters/embedded-queue/index.ts';
import { createIds } from '../../engine/application/system-ports.ts';
import { createJobs, SCHEDULES_COLLECTION, type JobDefinition, type Jobs } from '../../engine/automation/index.ts';
import type { LogPort, QueueJob, QueuePort, StorePort } from '../../engine/ports/index.ts';
import { describeOnStores, type TestStores } from '../registry/test-stores.ts';

const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T10:30:00Z');
const QUEUE = 'paint/hourly';
const WAIT = { timeout: 30_000 * inject('timeoutFactor'), interval: 5 };

let now = START;
let stores: TestStores;
let store: StorePort;
let queue: QueuePort;
let runs: number[] = [];
/** Everything of a test that must be stopped. */
let opened: { stop(): Promise<void> }[] = [];
const clock = { now: () => now };
const ids = createIds(clock);

async function openQueue(): Promise<QueuePort> {
  const made = await createEmbeddedQueue({ store, clock, ids, log, pollInterval: 20 });
  opened.push(made);
  return made;
}

const HOURLY: JobDefinition = { plugin: 'paint', name: 'hourly', schedule: '0 * * * *', run: async () => void runs.push(now) };

/** The jobs of a process. */
function open(changes: Partial<JobDefinition> | readonly JobDefinition[] = {}, timeZone = 'UTC', own = queue): Jobs {
  const definitions = Array.isArray(changes) ? (changes as readonly JobDefinition[]) : [{ ...HOURLY, ...changes }];
  return createJobs({ definitions, queue: own, store, clock, ids, log, timeZone: () => timeZone });
}

/** Starts the workers of the process: what is added runs at once. */
function start(changes?: Parameters<typeof open>[0], timeZone?: string, own?: QueuePort): Jobs {
  const jobs = open(changes, timeZone, own);
  jobs.start();
  opened.push(jobs);
  return jobs;
}

async function countOpen(): Promise<number> {
  return (await queue.health()).reduce((sum, { waiting, delayed, running }) => sum + waiting + delayed + running, 0);
}

/** Adds what is due, and waits until it has run. */
async function tick(...processes: readonly Jobs[]): Promise<void> {
  await Promise.all(processes.map((jobs) => jobs.addDue()));
  await expect.poll(countOpen, WAIT).toBe(0);
}

async function listRuns(state: QueueJob['state'], name = QUEUE): Promise<readonly QueueJob[]> {
  return (await queue.list({ queue: name, state })).jobs;
}

describeOnStores('scheduled jobs', (make) => {
  beforeEach(async () => {
    now = START;
    runs = [];
    stores = await make();
    store = await stores.open();
    await store.applySchemas([SCHEDULES_COLLECTION]);
    queue = await openQueue();
  });

  afterEach(async () => {
    await Promise.all(opened.reverse().map((one) => one.stop()));
    opened = [];
    await stores.end();
  });

  it('are logged once when their queue refuses them, and do not delay others', async () => {
    const errors: object[] = [];
    const bad = { plugin: 'paint', run: async () => undefined, schedule: '0 * * * *' };
    const jobs = createJobs({
      definitions: [{ ...bad, name: 'crowd', concurrency: 2_000 }, { ...bad, name: 'endless', attempts: 500 }, HOURLY],
      queue,
      store,
      clock,
      ids,
      log: { ...log, error: (data) => void errors.push(data) },
      timeZone: () => 'UTC',
    });
    opened.push(jobs);
    jobs.start({ schedule: 'manual' });
    await jobs.addDue();
    now = START + HOUR / 2;
    await jobs.addDue();
    await jobs.addDue();
    await expect.poll(() => runs, WAIT).toEqual([now]);
    expect(errors).toMatchObject([
      { queue: 'paint/crowd', code: 'queue_invalid' },
      { queue: 'paint/endless', code: 'job_invalid' },
    ]);
  });

  it('run once when they are due, and their runs are kept with their results', async () => {
    const jobs = start({ run: async () => runs.push(now) });
    await tick(jobs);
    now = START + HOUR / 2;
    await tick(jobs);
    await tick(jobs);
    expect(runs).toEqual([START + HOUR / 2]);
    now += HOUR;
    await tick(jobs);
    expect((await listRuns('completed')).map(({ id, result }) => ({ id, result }))).toEqual([
      { id: '20260302T120000.000Z', result: 2 },
      { id: '20260302T110000.000Z', result: 1 },
    ]);
    expect(await jobs.list()).toMatchObject([
      { queue: QUEUE, nextAt: Date.parse('2026-03-02T13:00:00Z'), running: 0, failed: 0, last: { result: 2 } },
    ]);
  });

  it('survive a restart and run once for all missed times', async () => {
    await open().addDue();
    now = START + 5 * HOUR;
    const jobs = start();
    await tick(jobs);
    await tick(jobs);
    expect(runs).toEqual([now]);
  });

  it('are neither skipped nor doubled when the process ends between the add and the next time', async () => {
    const jobs = start();
    await tick(jobs);
    const [before] = await store.get(SCHEDULES_COLLECTION.name, [QUEUE]);
    now = START + HOUR;
    await tick(jobs);
    // As if the process had ended before it stored the next time.
    const [after] = await store.get(SCHEDULES_COLLECTION.name, [QUEUE]);
    const { _version: version } = after!.document;
    const document = { ...before!.document, _version: version + 1 };
    const write = { kind: 'update' as const, collection: SCHEDULES_COLLECTION.name, document, keys: {}, previousKeys: {} };
    expect((await store.commit({ writes: [{ ...write, expectedVersion: version, definitionVersion: 0 }] })).committed).toBe(true);
    await tick(jobs);
    expect(runs).toHaveLength(1);
    now += HOUR;
    await tick(jobs);
    expect(runs).toHaveLength(2);
  });

  it('neither repeat nor skip a run when the clock jumps back, by minutes or by a year', async () => {
    const jobs = start();
    await tick(jobs);
    now = START + HOUR / 2;
    await tick(jobs);
    now = START;
    await tick(jobs);
    now = START + HOUR / 2;
    await tick(jobs);
    expect(runs).toHaveLength(1);
    now += 365 * 24 * HOUR;
    await tick(jobs);
    expect(runs).toHaveLength(2);
    // The run of 12 o'clock has taken place under the wrong clock; the one of 13 o'clock follows.
    for (const [hours, count] of [
      [1, 2],
      [1.5, 2],
      [2.5, 3],
    ] as const) {
      now = START + hours * HOUR;
      await tick(jobs);
      expect(runs).toHaveLength(count);
    }
  });

  it('are run by one of several processes', async () => {
    const processes = await Promise.all([1, 2, 3].map(async () => start({}, 'UTC', await openQueue())));
    await tick(...processes);
    now = START + HOUR;
    await tick(...processes);
    expect(runs).toHaveLength(1);
  });

  it('run again at their next time after a failure, or after their back-off if they have more attempts', async () => {
    const jobs = start({
      run: async () => {
        runs.push(now);
        throw new Error('no');
      },
    });
    await tick(jobs);
    now = START + HOUR;
    await tick(jobs);
    expect(await listRuns('failed')).toMatchObject([{ attempts: 1, error: { code: 'job_failed', message: 'no' } }]);
    now += HOUR;
    await tick(jobs);
    expect(await listRuns('failed')).toHaveLength(2);
    await jobs.stop();
    let tries = 0;
    const again = start({
      name: 'again',
      attempts: 3,
      backOff: { kind: 'fixed', delay: 60_000, jitter: 0 },
      run: async () => {
        tries += 1;
        if (tries < 3) throw new Error('not yet');
      },
    });
    await again.addDue();
    now += HOUR;
    await again.addDue();
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await expect.poll(async () => (await listRuns('delayed', 'paint/again'))[0]?.attempts, WAIT).toBe(attempt);
      now += 60_000;
    }
    await expect.poll(async () => (await listRuns('completed', 'paint/again'))[0]?.attempts, WAIT).toBe(3);
  });

  it('are read in the time zone of the product, and a changed time zone or schedule counts at once', async () => {
    const nextOf = async (jobs: Jobs): Promise<string> => new Date((await jobs.list())[0]?.nextAt ?? 0).toISOString();
    const nine = open({ schedule: '0 9 * * *' }, 'America/New_York');
    await nine.addDue();
    expect(await nextOf(nine)).toBe('2026-03-02T14:00:00.000Z');
    const london = open({ schedule: '0 9 * * *' }, 'Europe/London');
    await london.addDue();
    expect(await nextOf(london)).toBe('2026-03-03T09:00:00.000Z');
    const eleven = start({ schedule: '0 11 * * *' }, 'Europe/London');
    await eleven.addDue();
    expect(await nextOf(eleven)).toBe('2026-03-02T11:00:00.000Z');
    expect(runs).toEqual([]);
    now = Date.parse('2026-03-02T11:00:00Z');
    await tick(eleven);
    expect(runs).toEqual([now]);
  });

  it('with the schedule once end with their first successful run, for all processes and restarts', async () => {
    const failing = start({
      schedule: 'once',
      run: async () => {
        runs.push(-1);
        throw new Error('no');
      },
    });
    for (let time = 1; time <= 3; time += 1) await tick(failing);
    expect(runs).toEqual([-1]);
    await failing.stop();
    now += 600_000;
    const [one, other] = [start({ schedule: 'once' }), start({ schedule: 'once' }, 'UTC', await openQueue())];
    await tick(one, other);
    expect(runs).toEqual([-1, now]);
    now += 1_000 * HOUR;
    await tick(one, other);
    await one.stop();
    await tick(start({ schedule: 'once' }));
    expect(runs).toHaveLength(2);
  });

  it('are not delayed by another job, and not overtaken by their own next run', async () => {
    const ends: (() => void)[] = [];
    const slow: JobDefinition = { ...HOURLY, name: 'slow', run: () => new Promise((resolve) => ends.push(() => resolve(undefined))) };
    const jobs = start([slow, HOURLY]);
    await jobs.addDue();
    for (let hour = 1; hour <= 2; hour += 1) {
      now = START + hour * HOUR;
      await jobs.addDue();
      await expect.poll(() => runs.length, WAIT).toBe(hour);
    }
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await expect.poll(async () => (await listRuns('completed', 'paint/slow')).length, WAIT).toBe(1);
    // The run that became due in the meantime.
    await jobs.addDue();
    await expect.poll(() => ends.length, WAIT).toBe(2);
    ends[1]?.();
    await expect.poll(countOpen, WAIT).toBe(0);
  });

  it('wait for a process in which their plugin is running', async () => {
    let isOn = false;
    const jobs = start({ schedule: 'once', isReady: () => isOn });
    for (let time = 1; time <= 3; time += 1) await tick(jobs);
    expect(runs).toEqual([]);
    isOn = true;
    await jobs.addDue();
    // The worker is started with the next check.
    await expect.poll(() => runs.length, WAIT).toBe(1);
  });

  it('can be run now, unless a run has not ended', async () => {
    let end = (): void => undefined;
    const jobs = start({ run: () => new Promise((resolve) => (end = () => resolve('by hand'))) });
    await jobs.addDue();
    const id = await jobs.runNow(QUEUE);
    await expect.poll(async () => (await listRuns('running')).length, WAIT).toBe(1);
    await expect(jobs.runNow(QUEUE)).rejects.toMatchObject({ code: 'job_duplicate' });
    expect(await jobs.list()).toMatchObject([{ running: 1, last: { id, state: 'running' } }]);
    end();
    await expect.poll(async () => (await listRuns('completed'))[0]?.result, WAIT).toBe('by hand');
    expect(await jobs.list()).toMatchObject([{ nextAt: START + HOUR / 2, last: { id, state: 'completed' } }]);
    await expect(jobs.runNow('paint/unknown')).rejects.toMatchObject({ code: 'queue_not_found' });
  });

  it('with a schedule that cannot be parsed are an error of their plugin', () => {
    expect(() => open({ schedule: 'every now and then' })).toThrow(expect.objectContaining({ code: 'plugin_invalid' }) as Error);
  });
});
