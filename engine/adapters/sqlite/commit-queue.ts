import type { CommitResult, UnitOfWork } from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import { concernsAll, Failure, HalfWritten, Refusal, type Attempt } from './group-attempt.ts';
import type { StoreVersions } from './store-versions.ts';
import { META_TABLE, SEQUENCE_TABLE } from './store-tables.ts';
import { isBusy, translateError } from './translate-error.ts';
import { UnitWriter, type UnitContext } from './unit-writer.ts';

/** Units that fit one transaction: more would keep readers of this process waiting. */
const MOST_UNITS = 64;
/** Turns of the event loop that a unit waits for others at most. */
const MOST_TURNS = 4;
/** How long another process's write lock is waited for. */
const LOCK_PATIENCE = 15_000;

type Task = {
  readonly run: (attempt: Attempt) => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
};

export interface CommitContext extends UnitContext {
  readonly versions: StoreVersions;
  readonly file: string;
  /** Told after each transaction, to see to waiting search texts and the like. */
  readonly afterCommit: () => void;
}

/**
 * Group commit. Units wait until the requests of this turn of the event loop have brought theirs, then go into one
 * transaction, and are answered after its COMMIT reached the disk. A unit that is stale before it wrote anything is left
 * out; when one fails half way the whole group runs again with a savepoint around each.
 */
export class CommitQueue {
  readonly #context: CommitContext;
  readonly #units: UnitWriter;
  #waiting: Task[] = [];
  #scheduled = false;
  #lockedSince: number | undefined;
  #closed = false;
  #idle: (() => void) | undefined;

  constructor(context: CommitContext) {
    this.#context = context;
    this.#units = new UnitWriter(context);
  }

  commit(unit: UnitOfWork): Promise<CommitResult> {
    return this.#enqueue((attempt) => this.#units.run(unit, attempt));
  }

  reserveNumbers(sequence: string, count: number): Promise<number> {
    const text = `INSERT INTO ${SEQUENCE_TABLE}(name, next) VALUES (?, 1 + ?) ON CONFLICT (name) DO UPDATE SET next = next + ? RETURNING next`;
    return this.#enqueue(() => Number(this.#context.connection.first(text, [sequence, count, count])?.[0]) - count);
  }

  /** Runs something else that writes, in a transaction of the queue. */
  run<T>(work: () => T): Promise<T> {
    return this.#enqueue(work);
  }

  /** Finishes what was queued; refuses what comes later. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
  }

  #enqueue<T>(run: (attempt: Attempt) => T): Promise<T> {
    if (this.#closed) return Promise.reject(new MusterError('store_unavailable'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run, resolve, reject });
      this.#schedule(0);
    });
  }

  #schedule(delay: number): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (delay === 0) this.#gather(0, 0);
    else setTimeout(() => this.#start(), delay);
  }

  /** Waits while each turn of the event loop brings more units: one sync for many is worth some microseconds. */
  #gather(seen: number, turns: number): void {
    setImmediate(() => {
      const { length } = this.#waiting;
      if (length > seen && length < MOST_UNITS && turns < MOST_TURNS) this.#gather(length, turns + 1);
      else this.#start();
    });
  }

  #start(): void {
    this.#scheduled = false;
    this.#flush();
  }

  #flush(): void {
    const group = this.#waiting.splice(0, MOST_UNITS);
    if (group.length === 0) return;
    try {
      this.#runGroup(group);
      this.#lockedSince = undefined;
    } catch (error) {
      this.#recover(group, error);
    }
    if (this.#waiting.length > 0) this.#schedule(this.#lockedSince === undefined ? 0 : 1 + Math.random() * 4);
    else this.#idle?.();
  }

  /** Nothing of the group stands. Another's lock is waited for; anything else is the answer to all of them. */
  #recover(group: readonly Task[], error: unknown): void {
    this.#context.versions.doubt();
    this.#lockedSince ??= Date.now();
    if (isBusy(error) && Date.now() - this.#lockedSince < LOCK_PATIENCE) {
      this.#waiting.unshift(...group);
      return;
    }
    this.#lockedSince = undefined;
    const translated = translateError(error, this.#context.file);
    for (const task of group) task.reject(translated);
  }

  #runGroup(group: readonly Task[]): void {
    const { answers, attempt } = this.#tryGroup(group, false) ?? this.#tryGroup(group, true) ?? { answers: [], attempt: undefined };
    if (attempt === undefined) throw new MusterError('store_unavailable');
    for (const run of attempt.afterwards) run();
    this.#context.versions.committed(attempt.position, attempt.bumped);
    for (const [index, task] of group.entries()) {
      const answer = answers[index];
      if (answer instanceof Failure) task.reject(translateError(answer.error, this.#context.file));
      else task.resolve(answer as never);
    }
    this.#context.afterCommit();
  }

  /** Answers undefined when the group must be run again with savepoints. */
  #tryGroup(group: readonly Task[], savepoints: boolean): { readonly answers: unknown[]; readonly attempt: Attempt } | undefined {
    const { connection, versions } = this.#context;
    connection.beginWriting();
    try {
      versions.look();
      const attempt: Attempt = { position: versions.position, savepoints, bumped: new Set(), afterwards: [] };
      const answers = group.map((task) => this.#runTask(task, attempt));
      if (attempt.position !== versions.position) this.#savePosition(attempt);
      connection.statement('COMMIT').run();
      return { answers, attempt };
    } catch (error) {
      if (connection.db.inTransaction) connection.statement('ROLLBACK').run();
      if (error instanceof HalfWritten) return undefined;
      throw error;
    }
  }

  /** An error that concerns one unit alone must not take the others of its group with it. */
  #runTask(task: Task, attempt: Attempt): unknown {
    const { connection } = this.#context;
    if (attempt.savepoints) connection.statement('SAVEPOINT task').run();
    try {
      const answer = task.run(attempt);
      if (attempt.savepoints) connection.statement('RELEASE task').run();
      return answer;
    } catch (error) {
      if (!concernsAll(error)) {
        if (!attempt.savepoints) throw new HalfWritten();
        connection.statement('ROLLBACK TO task').run();
        connection.statement('RELEASE task').run();
        return error instanceof Refusal ? error.answer : new Failure(error);
      }
      throw error;
    }
  }

  #savePosition(attempt: Attempt): void {
    const { connection } = this.#context;
    connection.statement(`UPDATE ${META_TABLE} SET value = ? WHERE name = 'position'`).run(attempt.position);
    for (const area of attempt.bumped) connection.statement(`UPDATE ${META_TABLE} SET value = value + 1 WHERE name = ?`).run(area);
  }
}
