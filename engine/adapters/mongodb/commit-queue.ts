import type { MongoClient } from 'mongodb';
import { MusterError } from '../../errors/index.ts';
import type { CommitResult, UnitOfWork } from '../../ports/index.ts';
import type { ChangeBook, Slot } from './change-book.ts';
import { commitUnit, PATIENCE, tryCommit } from './commit-unit.ts';
import type { QuerySettings } from './run-query.ts';
import { mergeUnits, placesOf, TakenPlaces, type UnitPlaces } from './unit-places.ts';

/** Transactions of this process under way at once; what comes meanwhile waits, and goes together. */
const MOST_AT_ONCE = 4;
/** Units that fit one transaction, and writes: a long one holds up the others. */
const MOST_UNITS = 64;
const MOST_WRITES = 1_000;

interface Task {
  readonly unit: UnitOfWork;
  readonly places: UnitPlaces;
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit. Units that come while others are under way go into one transaction, and are answered after its commit is
 * on a majority's disk. No two that touch the same record are under way at once, so that those of one process never
 * conflict. When one of a group fails, the group is halved until that one fails alone.
 */
export class CommitQueue {
  readonly #client: MongoClient;
  readonly #settings: QuerySettings;
  readonly #changes: ChangeBook;
  readonly #taken = new TakenPlaces();
  #waiting: Task[] = [];
  #running = 0;
  #scheduled = false;

  constructor(client: MongoClient, settings: QuerySettings, changes: ChangeBook) {
    this.#changes = changes;
    this.#client = client;
    this.#settings = settings;
  }

  commit(unit: UnitOfWork): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, places: placesOf(unit), resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#start());
    });
  }

  #start(): void {
    this.#scheduled = false;
    while (this.#running < MOST_AT_ONCE && this.#waiting.length > 0) {
      const group = this.#pick();
      if (group.length === 0) return;
      void this.#run(group);
    }
  }

  /** The first that wait and meet nothing under way, and nobody before them that has to wait on. */
  #pick(): Task[] {
    const group: Task[] = [];
    const rest: Task[] = [];
    const own = new TakenPlaces();
    const ahead = new TakenPlaces();
    let writes = 0;
    for (const task of this.#waiting) {
      const size = task.unit.writes.length;
      const fits = group.length === 0 || (group.length < MOST_UNITS && writes + size <= MOST_WRITES);
      if (!fits || this.#taken.touches(task.places) || ahead.touches(task.places) || own.meets(task.places)) {
        rest.push(task);
        ahead.take(task.places);
        continue;
      }
      group.push(task);
      own.take(task.places);
      writes += size;
    }
    this.#waiting = rest;
    return group;
  }

  async #run(group: readonly Task[]): Promise<void> {
    this.#running += 1;
    for (const { places } of group) this.#taken.take(places);
    const slot = this.#changes.takeSlot();
    await this.#settle(group, slot, Date.now() + PATIENCE);
    this.#changes.giveBack(slot);
    for (const { places } of group) this.#taken.release(places);
    this.#running -= 1;
    this.#start();
  }

  /** Never rejects: each task of the group gets its answer. */
  async #settle(group: readonly Task[], slot: Slot, end: number): Promise<void> {
    const [only] = group;
    if (group.length === 1 && only !== undefined) {
      return commitUnit(this.#client, only.unit, this.#settings, slot, end).then((result) => this.#answer(only, result), (error: unknown) => {
        slot.doubt();
        only.reject(error);
      });
    }
    try {
      const result = await tryCommit(this.#client, mergeUnits(group.map(({ unit }) => unit)), this.#settings, slot, end);
      if (result !== undefined) return group.forEach((task) => this.#answer(task, result));
    } catch (error) {
      slot.doubt();
      // What a commit with an unknown outcome would have written may stand: it must not be tried in parts.
      return group.forEach(({ reject }) => reject(error));
    }
    if (Date.now() > end) return group.forEach(({ reject }) => reject(new MusterError('store_unavailable')));
    const half = Math.ceil(group.length / 2);
    await this.#settle(group.slice(0, half), slot, end);
    await this.#settle(group.slice(half), slot, end);
  }

  #answer(task: Task, result: CommitResult): void {
    task.resolve(result);
    if (result.committed && this.#waiting.length > 0) this.#refuseOutdated(task.unit);
  }

  /** Those that wait and rest on a version that is past now need not ask: many that want one record would each wait their turn to hear it. */
  #refuseOutdated(unit: UnitOfWork): void {
    const now = new Map(unit.writes.map((write) => (write.kind === 'remove' ? [`${write.collection} ${write.id}`, Infinity] : [`${write.collection} ${write.document._id}`, write.document._version])));
    this.#waiting = this.#waiting.filter((task) => {
      const stale = readsOf(task.unit).filter(({ collection, id, version }) => version < (now.get(`${collection} ${id}`) ?? 0));
      if (stale.length > 0) task.resolve({ committed: false, stale: stale.map(({ collection, id }) => ({ kind: 'version', collection, id })) });
      return stale.length === 0;
    });
  }
}

/** The versions that a unit rests on. */
function readsOf(unit: UnitOfWork): { readonly collection: string; readonly id: string; readonly version: number }[] {
  const changed = unit.writes.flatMap((write) => (write.kind === 'insert' ? [] : [{ collection: write.collection, id: write.kind === 'remove' ? write.id : write.document._id, version: write.expectedVersion }]));
  return [...changed, ...(unit.checks ?? []).flatMap(({ collection, id, version }) => (version === null ? [] : [{ collection, id, version }]))];
}
