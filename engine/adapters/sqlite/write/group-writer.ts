import { applySchema } from '../schema/apply-schema.ts';
import type { Connection } from '../file/connection.ts';
import { isStoreFailure, PartialWriteError, UnitRefusedError, type Attempt } from './group-attempt.ts';
import { runUnit } from './run-unit.ts';
import { mergeSearchSegments, indexPendingRows } from '../search/search-writer.ts';
import { META_TABLE, SEQUENCE_TABLE } from '../file/store-tables.ts';
import { readFileState } from '../file/store-versions.ts';
import { decodeUnit } from '../threads/encode-unit.ts';
import { codeOf, isBusy } from '../file/translate-error.ts';
import type { TaskResult, WriterError, TransactionGroup, WriterMessage, WriterTask } from '../threads/writer-protocol.ts';

/** How long to wait for another process's write lock, and the maximum delay between two attempts, in milliseconds. */
const LOCK_TIMEOUT = 15_000;
const MAX_LOCK_DELAY = 5;

/** A task with the texts that it refers to by id. */
export interface QueuedTask {
  readonly id: number;
  readonly task: WriterTask;
  readonly texts: readonly string[];
}

/** Runs tasks in transactions, many in each, and sends their results. Runs in the writer thread. */
export class GroupWriter {
  readonly #connection: Connection;
  readonly #send: (reply: WriterMessage) => void;
  readonly #sleeper = new Int32Array(new SharedArrayBuffer(4));
  #position = 0;
  #dataVersion = -1;
  /** Stamps of one thread are consecutive; the first is random, so that no two threads share one. */
  #stamp = Math.floor(Math.random() * 2 ** 48);

  constructor(connection: Connection, send: (reply: WriterMessage) => void) {
    this.#connection = connection;
    this.#send = send;
  }

  /** Runs all of them in one transaction; when one fails after it had written something, they run again with a savepoint around each. */
  write(requests: readonly QueuedTask[]): void {
    const startedAt = Date.now();
    for (;;) {
      try {
        if (!this.#tryGroup(requests, false)) this.#tryGroup(requests, true);
        return;
      } catch (error) {
        this.#dataVersion = -1;
        if (isBusy(error) && Date.now() - startedAt < LOCK_TIMEOUT) {
          Atomics.wait(this.#sleeper, 0, 0, 1 + Math.random() * MAX_LOCK_DELAY);
          continue;
        }
        this.#send({ kind: 'undone', ids: requests.map(({ id }) => id), error: describeError(error) });
        return;
      }
    }
  }

  /** Returns false when a task failed after it had written something, and all must run again with savepoints. */
  #tryGroup(requests: readonly QueuedTask[], savepoints: boolean): boolean {
    const connection = this.#connection;
    connection.statement('BEGIN IMMEDIATE').run();
    try {
      this.#refreshPosition();
      const attempt: Attempt = { position: this.#position, savepoints, bumped: new Set() };
      const results = requests.map((work) => ({ id: work.id, result: this.#runTask(work, attempt) }));
      const group = this.#finalize(attempt, results);
      this.#send({ kind: 'group', group });
      connection.statement('COMMIT').run();
      this.#position = group.to;
      this.#send({ kind: 'committed' });
      return true;
    } catch (error) {
      if (connection.db.inTransaction) connection.statement('ROLLBACK').run();
      if (error instanceof PartialWriteError) return false;
      throw error;
    }
  }

  /** An error of one task must not fail the others of its group. */
  #runTask(work: QueuedTask, attempt: Attempt): TaskResult {
    const connection = this.#connection;
    if (attempt.savepoints) connection.statement('SAVEPOINT task').run();
    try {
      const result = this.#run(work, attempt);
      if (attempt.savepoints) connection.statement('RELEASE task').run();
      return result;
    } catch (error) {
      if (isStoreFailure(error)) throw error;
      if (!attempt.savepoints) throw new PartialWriteError();
      connection.statement('ROLLBACK TO task').run();
      connection.statement('RELEASE task').run();
      return error instanceof UnitRefusedError ? error.result : { kind: 'failed', error: describeError(error) };
    }
  }

  #run({ task, texts }: QueuedTask, attempt: Attempt): TaskResult {
    const connection = this.#connection;
    switch (task.kind) {
      case 'unit': {
        const outcome = runUnit(connection, decodeUnit(task.code, texts), attempt.position + 1);
        if (outcome.kind !== 'written') return outcome;
        attempt.position += 1;
        for (const area of task.bumps) attempt.bumped.add(area);
        return outcome;
      }
      case 'numbers':
        return { kind: 'value', value: this.#reserve(task.sequence, task.count, task.atLeast) };
      case 'shapes':
        for (const schema of task.schemas) applySchema(connection, schema);
        return { kind: 'value', value: task.schemas.length };
      case 'texts':
        return { kind: 'value', value: indexPendingRows(connection, task.tables, task.max) };
      case 'merge':
        return { kind: 'value', value: mergeSearchSegments(connection, task.tables, task.isFirst) ? 1 : 0 };
    }
  }

  #reserve(sequence: string, count: number, atLeast: number): number {
    const text = `INSERT INTO ${SEQUENCE_TABLE}(name, next) VALUES (?, ? + ?) ON CONFLICT (name) DO UPDATE SET next = max(next, ?) + ? RETURNING next`;
    return Number(this.#connection.first(text, [sequence, atLeast, count, atLeast, count])?.[0]) - count;
  }

  /** Called with the write lock held: another process may have committed since. */
  #refreshPosition(): void {
    const current = this.#connection.first('PRAGMA data_version', [])?.[0] as number;
    if (current === this.#dataVersion) return;
    this.#position = readFileState(this.#connection).position;
    this.#dataVersion = current;
  }

  #finalize(attempt: Attempt, results: TransactionGroup['results']): TransactionGroup {
    const connection = this.#connection;
    this.#stamp += 1;
    if (attempt.position !== this.#position) {
      const set = `INSERT INTO ${META_TABLE}(name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
      connection.statement(set).run('position', attempt.position);
      connection.statement(set).run('stamp', this.#stamp);
      for (const area of attempt.bumped) connection.statement(`UPDATE ${META_TABLE} SET value = value + 1 WHERE name = ?`).run(area);
    }
    return { stamp: this.#stamp, from: this.#position, to: attempt.position, bumps: [...attempt.bumped], results };
  }
}

export function describeError(error: unknown): WriterError {
  return { code: codeOf(error), message: error instanceof Error ? error.message : String(error) };
}
