import { randomUUID } from 'node:crypto';
import type { CollectionSchema } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import type { LogPort, StorePort } from '../../ports/index.ts';
import type { Share } from './candidate-list.ts';

/** The processes that have workers. Each updates its row as long as it lives. */
export const WORKERS_COLLECTION: CollectionSchema = { name: '_queue_workers', keys: [], indexes: [], contains: [] };

const COLLECTION = WORKERS_COLLECTION.name;
/** A lease is renewed, and those of others are checked, this many times while it lasts. */
const CHECKS_PER_LEASE = 3;
const MAX_WORKERS = 2_000;

/** Options of a lease. */
export interface ProcessLeaseOptions {
  readonly store: StorePort;
  readonly log: LogPort;
  /** Milliseconds without renewal after which a process counts as dead. */
  readonly lease: number;
  /** Called when this process must assume that others took its jobs over. */
  onLost(): void;
  /** Called regularly with the processes that live: the jobs of all others are lost. */
  onCheck(isAlive: (worker: string) => boolean): Promise<void>;
  /** Called before the processes are read: what is read here was claimed by processes that were registered before. */
  prepareCheck(): Promise<void>;
}

/**
 * The lease of a process on all the jobs that it runs. No clock is compared: a process is dead when its row did not change while another
 * process looked at it for the whole lease, so that neither a clock that jumps nor clocks that differ make a job run twice.
 */
export class ProcessLease {
  readonly #options: ProcessLeaseOptions;
  #id = randomUUID();
  #version = 0;
  #renewedAt = performance.now();
  #seen = new Map<string, { readonly version: number; readonly since: number }>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: ProcessLeaseOptions) {
    this.#options = options;
  }

  /** The name under which this process claims jobs; undefined while it is not registered. */
  get worker(): string | undefined {
    return this.#version > 0 ? this.#id : undefined;
  }

  /** The place of this process among those that live. */
  get share(): Share {
    const workers = [...this.#seen.keys()].sort();
    return { index: Math.max(workers.indexOf(this.#id), 0), count: Math.max(workers.length, 1) };
  }

  /** Registers the process, and again after it was registered as dead. */
  async start(): Promise<void> {
    this.#timer ??= setInterval(() => void this.#work(), this.#options.lease / CHECKS_PER_LEASE).unref();
    await this.#work();
  }

  /** Ends the lease: jobs that this process has not returned are taken over at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#working;
    if (this.#version > 0) await this.#remove(this.#id, this.#version).catch(() => undefined);
    this.#version = 0;
  }

  #work(): Promise<void> {
    this.#working ??= this.#renewAndCheck().finally(() => (this.#working = undefined));
    return this.#working;
  }

  async #renewAndCheck(): Promise<void> {
    try {
      await this.#renew();
      if (!this.#isStopped) await this.#check();
    } catch (error) {
      // While the store is unavailable nobody can renew a lease: nothing can be concluded from rows that do not change.
      this.#seen.clear();
      this.#options.log.warn({ error: (error as Error).name }, 'The lease on running jobs could not be renewed.');
      if (performance.now() - this.#renewedAt > this.#options.lease) this.#options.onLost();
    }
  }

  async #renew(): Promise<void> {
    const before = this.#version;
    const document: RecordDocument = { _id: this.#id, _version: before + 1 };
    const common = { collection: COLLECTION, document, keys: {}, definitionVersion: 0 };
    const result = await this.#options.store.commit({
      writes: [before === 0 ? { kind: 'insert', ...common } : { kind: 'update', ...common, previousKeys: {}, expectedVersion: before }],
    });
    if (result.committed) {
      this.#version = before + 1;
      this.#renewedAt = performance.now();
      return;
    }
    // Another process removed the row. An outcome that was not known may also have left a newer version: both start again.
    this.#id = randomUUID();
    this.#version = 0;
    this.#options.onLost();
    await this.#renew();
  }

  async #check(): Promise<void> {
    await this.#options.prepareCheck();
    const rows = await this.#options.store.find({
      collection: COLLECTION,
      filter: { kind: 'constant', value: true },
      sort: [],
      limit: MAX_WORKERS,
    });
    const alive = new Set<string>();
    const seen = new Map<string, { readonly version: number; readonly since: number }>();
    const now = performance.now();
    for (const { document } of rows) {
      const { _id: id, _version: version } = document;
      const last = this.#seen.get(id);
      const since = last?.version === version ? last.since : now;
      const isDead = id !== this.#id && now - since >= this.#options.lease;
      if (isDead && (await this.#remove(id, version))) continue;
      alive.add(id);
      seen.set(id, { version, since });
    }
    this.#seen = seen;
    await this.#options.onCheck((worker) => alive.has(worker));
  }

  async #remove(id: string, expectedVersion: number): Promise<boolean> {
    const { committed } = await this.#options.store.commit({
      writes: [{ kind: 'remove', collection: COLLECTION, id, previousKeys: {}, expectedVersion }],
    });
    return committed;
  }
}
