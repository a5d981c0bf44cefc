import type { MongoClient } from 'mongodb';
import { MusterError } from '../../../errors/index.ts';
import type { CommitResult, UnitOfWork } from '../../../ports/index.ts';
import type { MarkerSlot, QueryCache } from '../cache/query-cache.ts';
import { commitUnit, RETRY_TIMEOUT, tryCommit } from './commit-unit.ts';
import type { QueryContext } from '../query/plan-query.ts';
import { mergeUnits, getConflictKeys, ConflictKeySet, type ConflictKeys } from './conflict-keys.ts';

/** Concurrent transactions of this process; units that arrive meanwhile wait and share the next transaction. */
const MAX_CONCURRENT_TRANSACTIONS = 4;
/**
 * Beyond two, a further transaction is started only for this many waiting units: five commands for a few units cost more
 * processor time, here and on the server, than waiting for the end of a running transaction saves.
 */
const UNITS_FOR_MORE = 8;
const ALWAYS_CONCURRENT = 2;
/** Maximum number of units and writes in one transaction: a long transaction delays the others. */
const MAX_UNITS = 64;
const MAX_WRITES = 1_000;

interface Task {
  readonly unit: UnitOfWork;
  readonly conflictKeys: ConflictKeys;
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit. Units that arrive while transactions run share the next transaction, and resolve after its commit is on
 * the disks of a majority. Two transactions that touch the same record never run at the same time, so that transactions
 * of one process never conflict. When a unit of a group fails, the group is split in half until that unit fails alone.
 */
export class CommitQueue {
  readonly #client: MongoClient;
  readonly #context: QueryContext;
  readonly #cache: QueryCache;
  readonly #runningKeys = new ConflictKeySet();
  #waiting: Task[] = [];
  #running = 0;
  #scheduled = false;

  constructor(client: MongoClient, context: QueryContext, cache: QueryCache) {
    this.#cache = cache;
    this.#client = client;
    this.#context = context;
  }

  commit(unit: UnitOfWork): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, conflictKeys: getConflictKeys(unit), resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#start());
    });
  }

  #start(): void {
    this.#scheduled = false;
    while (this.#canStart()) {
      const group = this.#pickGroup();
      if (group.length === 0) return;
      void this.#run(group);
    }
  }

  #canStart(): boolean {
    const waiting = this.#waiting.length;
    return waiting > 0 && this.#running < (waiting < UNITS_FOR_MORE ? ALWAYS_CONCURRENT : MAX_CONCURRENT_TRANSACTIONS);
  }

  /** Picks the first waiting units that conflict neither with a running transaction nor with an earlier unit that keeps waiting. */
  #pickGroup(): Task[] {
    const group: Task[] = [];
    const rest: Task[] = [];
    const own = new ConflictKeySet();
    const ahead = new ConflictKeySet();
    let writes = 0;
    for (const task of this.#waiting) {
      const size = task.unit.writes.length;
      const fits = group.length === 0 || (group.length < MAX_UNITS && writes + size <= MAX_WRITES);
      if (
        !fits ||
        this.#runningKeys.conflictsAcrossTransactions(task.conflictKeys) ||
        ahead.conflictsAcrossTransactions(task.conflictKeys) ||
        own.conflictsWithinTransaction(task.conflictKeys)
      ) {
        rest.push(task);
        ahead.add(task.conflictKeys);
        continue;
      }
      group.push(task);
      own.add(task.conflictKeys);
      writes += size;
    }
    this.#waiting = rest;
    return group;
  }

  async #run(group: readonly Task[]): Promise<void> {
    this.#running += 1;
    for (const { conflictKeys } of group) this.#runningKeys.add(conflictKeys);
    const slot = this.#cache.takeSlot();
    await this.#settle(group, slot, Date.now() + RETRY_TIMEOUT);
    this.#cache.releaseSlot(slot);
    for (const { conflictKeys } of group) this.#runningKeys.remove(conflictKeys);
    this.#running -= 1;
    this.#start();
  }

  /** Never rejects: each task of the group is resolved or rejected. */
  async #settle(group: readonly Task[], slot: MarkerSlot, end: number): Promise<void> {
    const [only] = group;
    if (group.length === 1 && only !== undefined) {
      return commitUnit(this.#client, only.unit, this.#context, slot, end).then(
        (result) => this.#resolveTask(only, result),
        (error: unknown) => {
          slot.invalidate();
          only.reject(error);
        },
      );
    }
    try {
      const result = await tryCommit(this.#client, mergeUnits(group.map(({ unit }) => unit)), this.#context, slot, end);
      if (result !== undefined) return group.forEach((task) => this.#resolveTask(task, result));
    } catch (error) {
      slot.invalidate();
      // A commit with an unknown outcome may have been written: it must not be retried in parts.
      return group.forEach(({ reject }) => reject(error));
    }
    if (Date.now() > end) return group.forEach(({ reject }) => reject(new MusterError('store_unavailable')));
    const half = Math.ceil(group.length / 2);
    await this.#settle(group.slice(0, half), slot, end);
    await this.#settle(group.slice(half), slot, end);
  }

  #resolveTask(task: Task, result: CommitResult): void {
    task.resolve(result);
    if (result.committed && this.#waiting.length > 0) this.#rejectOutdated(task.unit);
  }

  /**
   * Resolves waiting units that rely on an outdated version with a conflict, without running them. Otherwise many updates
   * of one record would each wait for their turn and then fail.
   */
  #rejectOutdated(unit: UnitOfWork): void {
    const now = new Map(
      unit.writes.map((write) =>
        write.kind === 'remove'
          ? [`${write.collection} ${write.id}`, Infinity]
          : [`${write.collection} ${write.document._id}`, write.document._version],
      ),
    );
    this.#waiting = this.#waiting.filter((task) => {
      const conflicts = listReadVersions(task.unit).filter(
        ({ collection, id, version }) => version < (now.get(`${collection} ${id}`) ?? 0),
      );
      if (conflicts.length > 0)
        task.resolve({ committed: false, conflicts: conflicts.map(({ collection, id }) => ({ kind: 'version', collection, id })) });
      return conflicts.length === 0;
    });
  }
}

/** The record versions that a unit relies on. */
function listReadVersions(unit: UnitOfWork): { readonly collection: string; readonly id: string; readonly version: number }[] {
  const changed = unit.writes.flatMap((write) =>
    write.kind === 'insert'
      ? []
      : [{ collection: write.collection, id: write.kind === 'remove' ? write.id : write.document._id, version: write.expectedVersion }],
  );
  return [
    ...changed,
    ...(unit.versionChecks ?? []).flatMap(({ collection, id, version }) => (version === null ? [] : [{ collection, id, version }])),
  ];
}
