import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScheduler, type Scheduler } from '../../engine/automation/index.ts';
import type { LogPort, StorePort } from '../../engine/ports/index.ts';
import { describeOnStores, type TestStores } from '../registry/test-stores.ts';

const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T10:30:00Z');
let now = START;
let stores: TestStores;
let store: StorePort;
let runs: number[] = [];

async function hourly(
  run: () => Promise<void> = async () => void runs.push(now),
  schedule = '0 * * * *',
  timeZone = 'UTC',
): Promise<Scheduler> {
  return createScheduler({
    jobs: [{ plugin: 'paint', name: 'hourly', schedule, run }],
    store,
    clock: { now: () => now },
    log,
    timeZone: () => timeZone,
    lostAfter: 60_000,
  });
}

describeOnStores('the scheduler', (make) => {
  beforeEach(async () => {
    now = START;
    runs = [];
    stores = await make();
    store = await stores.open();
  });

  afterEach(() => stores.end());

  describe('a schedule', () => {
    it('runs a job once when it is due', async () => {
      const scheduler = await hourly();
      await scheduler.tick();
      now = START + HOUR / 2;
      await scheduler.tick();
      await scheduler.tick();
      expect(runs).toEqual([START + HOUR / 2]);
      now += HOUR;
      await scheduler.tick();
      expect(runs).toHaveLength(2);
    });

    it('survives a restart and runs a job once for all missed times', async () => {
      await (await hourly()).tick();
      now = START + 5 * HOUR;
      const again = await hourly();
      await again.tick();
      await again.tick();
      expect(runs).toHaveLength(1);
    });

    it('neither repeats nor skips a run when the clock jumps back', async () => {
      const scheduler = await hourly();
      await scheduler.tick();
      now = START + HOUR / 2;
      await scheduler.tick();
      now = START;
      await scheduler.tick();
      now = START + HOUR / 2;
      await scheduler.tick();
      expect(runs).toHaveLength(1);
      now = START + HOUR / 2 + HOUR;
      await scheduler.tick();
      expect(runs).toHaveLength(2);
    });

    it('is run by one of several processes', async () => {
      const schedulers = await Promise.all([hourly(), hourly(), hourly()]);
      await Promise.all(schedulers.map((scheduler) => scheduler.tick()));
      now = START + HOUR;
      await Promise.all(schedulers.map((scheduler) => scheduler.tick()));
      expect(runs).toHaveLength(1);
    });

    it('continues after a failed job, and repeats one whose process died', async () => {
      const failing = await hourly(async () => {
        throw new Error('no');
      });
      await failing.tick();
      now = START + HOUR;
      await failing.tick();
      const dying = await hourly(() => new Promise(() => undefined));
      now += HOUR;
      void dying.tick();
      const other = await hourly();
      await expect.poll(async () => (await store.get('_jobs', ['paint/hourly']))[0]?.document['runningUntil']).toBe(now + 60_000);
      await other.tick();
      expect(runs).toEqual([]);
      now += 60_000;
      await other.tick();
      expect(runs).toHaveLength(1);
    });

    it('is read in the time zone of the product', async () => {
      const scheduler = await hourly(undefined, '0 9 * * *', 'America/New_York');
      await scheduler.tick();
      now = Date.parse('2026-03-02T13:59:00Z');
      await scheduler.tick();
      expect(runs).toEqual([]);
      now = Date.parse('2026-03-02T14:00:00Z');
      await scheduler.tick();
      expect(runs).toHaveLength(1);
    });

    it('of a once job ends with its first successful run, for all processes and restarts', async () => {
      const failing = await hourly(async () => {
        runs.push(-1);
        throw new Error('no');
      }, 'once');
      await failing.tick();
      await failing.tick();
      await failing.tick();
      expect(runs).toEqual([-1]);
      now += 600_000;
      const [one, other] = [await hourly(undefined, 'once'), await hourly(undefined, 'once')];
      await Promise.all([one.tick(), other.tick()]);
      expect(runs).toEqual([-1, now]);
      now += 1_000 * HOUR;
      await (await hourly(undefined, 'once')).tick();
      expect(runs).toHaveLength(2);
    });

    it('is not delayed by another job, however long that takes', async () => {
      let end = (): void => undefined;
      const slow = { plugin: 'paint', name: 'slow', schedule: 'once', run: () => new Promise<void>((resolve) => (end = resolve)) };
      const quick = { plugin: 'paint', name: 'quick', schedule: '0 * * * *', run: async () => void runs.push(now) };
      const scheduler = await createScheduler({ jobs: [slow, quick], store, clock: { now: () => now }, log, timeZone: () => 'UTC' });
      await scheduler.tick();
      const waiting = scheduler.tick();
      for (let hour = 1; hour <= 2; hour += 1) {
        now = START + hour * HOUR;
        await expect
          .poll(() => {
            void scheduler.tick();
            return runs.length;
          })
          .toBe(hour);
      }
      end();
      await waiting;
      await scheduler.stop();
    });

    it('waits for a process in which the plugin is running', async () => {
      let isOn = false;
      const job = { plugin: 'paint', name: 'hourly', schedule: 'once', isReady: () => isOn, run: async () => void runs.push(now) };
      const scheduler = await createScheduler({ jobs: [job], store, clock: { now: () => now }, log, timeZone: () => 'UTC' });
      for (let tick = 0; tick < 3; tick += 1) await scheduler.tick();
      expect(runs).toEqual([]);
      isOn = true;
      for (let tick = 0; tick < 3; tick += 1) await scheduler.tick();
      expect(runs).toHaveLength(1);
    });

    it('that cannot be parsed is an error of its plugin', async () => {
      await expect(hourly(undefined, 'every now and then')).rejects.toMatchObject({ code: 'plugin_invalid' });
    });
  });
});
