import { afterEach, beforeEach, expect, inject } from 'vitest';
import { createEmbeddedQueue } from '../../engine/adapters/embedded-queue/index.ts';
import { createIds } from '../../engine/application/system-ports.ts';
import { createJobs, SCHEDULES_COLLECTION, type JobDefinition, type Jobs } from '../../engine/automation/index.ts';
import type { ClockPort, IdsPort, LogPort, QueueJob, QueuePort, StorePort } from '../../engine/ports/index.ts';
import type { TestStores } from '../registry/test-stores.ts';

export const HOUR = 3_600_000;
export const START = Date.parse('2026-03-02T10:30:00Z');
/** The queue of `HOURLY`. */
export const QUEUE = 'paint/hourly';
export const WAIT = { timeout: 30_000 * inject('timeoutFactor'), interval: 5 };

/** What the queue of a process is made of. */
export interface QueueParts {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/** A job that runs hourly, and processes that have it, by a clock that a test moves. */
export class ScheduleFixture {
  /** The time. */
  now = START;
  /** The times at which the job ran. */
  runs: number[] = [];
  /** What was logged as errors. */
  errors: object[] = [];
  store!: StorePort;
  queue!: QueuePort;
  readonly hourly: JobDefinition = {
    plugin: 'paint',
    name: 'hourly',
    schedule: '0 * * * *',
    run: async () => void this.runs.push(this.now),
  };
  readonly #clock = { now: () => this.now };
  readonly #ids = createIds(this.#clock);
  readonly #log: LogPort = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (data) => void this.errors.push(data),
  };
  readonly #makeQueue: (parts: QueueParts) => Promise<QueuePort>;
  #stores!: TestStores;
  /** Everything of a test that must be stopped. */
  #opened: { stop(): Promise<void> }[] = [];

  constructor(makeQueue: (parts: QueueParts) => Promise<QueuePort>) {
    this.#makeQueue = makeQueue;
  }

  async begin(stores: TestStores): Promise<void> {
    this.now = START;
    this.runs = [];
    this.errors = [];
    this.#stores = stores;
    this.store = await stores.open();
    await this.store.applySchemas([SCHEDULES_COLLECTION]);
    this.queue = await this.openQueue();
  }

  async end(): Promise<void> {
    await Promise.all(this.#opened.reverse().map((one) => one.stop()));
    this.#opened = [];
    await this.#stores.end();
  }

  /** The queue of a further process. */
  async openQueue(): Promise<QueuePort> {
    const queue = await this.#makeQueue({ store: this.store, clock: this.#clock, ids: this.#ids, log: this.#log });
    this.#opened.push(queue);
    return queue;
  }

  /** The jobs of a process. */
  open(changes: Partial<JobDefinition> | readonly JobDefinition[] = {}, timeZone = 'UTC', queue = this.queue): Jobs {
    const definitions = Array.isArray(changes) ? (changes as readonly JobDefinition[]) : [{ ...this.hourly, ...changes }];
    return createJobs({
      definitions,
      queue,
      store: this.store,
      clock: this.#clock,
      ids: this.#ids,
      log: this.#log,
      timeZone: () => timeZone,
    });
  }

  /** Starts the workers of the process: what is added runs at once. */
  start(changes?: Partial<JobDefinition> | readonly JobDefinition[], timeZone?: string, queue?: QueuePort): Jobs {
    const jobs = this.open(changes, timeZone, queue);
    jobs.start();
    this.#opened.push(jobs);
    return jobs;
  }

  async countOpen(): Promise<number> {
    return (await this.queue.health()).reduce((sum, { waiting, delayed, running }) => sum + waiting + delayed + running, 0);
  }

  /** Adds what is due, and waits until it has run. */
  async tick(...processes: readonly Jobs[]): Promise<void> {
    await Promise.all(processes.map((jobs) => jobs.addDue()));
    await expect.poll(() => this.countOpen(), WAIT).toBe(0);
  }

  async listRuns(state: QueueJob['state'], name = QUEUE): Promise<readonly QueueJob[]> {
    return (await this.queue.list({ queue: name, state })).jobs;
  }
}

/** A fixture for each test of a suite, by default with the queue in the store. */
export function useSchedules(
  make: () => Promise<TestStores>,
  makeQueue: (parts: QueueParts) => Promise<QueuePort> = (parts) => createEmbeddedQueue({ ...parts, pollInterval: 20 }),
): ScheduleFixture {
  const fixture = new ScheduleFixture(makeQueue);
  beforeEach(async () => fixture.begin(await make()));
  afterEach(() => fixture.end());
  return fixture;
}
