import type { Worker } from 'node:worker_threads';
import type { IndexUseCounts } from '../file/index-use-counter.ts';
import { MusterError } from '../../../errors/index.ts';
import { startThread } from '../../../threads/index.ts';
import type { BookmarksResult, OrderResult, ReadResult, ReaderReply, ReaderSetup, ReaderTask } from './reader-protocol.ts';
import { withSampledBudget, type Statement } from '../query/statement.ts';
import { translateError } from '../file/translate-error.ts';

interface Reader {
  readonly worker: Worker;
  readonly waiting: Map<
    number,
    { readonly resolve: (value: never) => void; readonly reject: (error: unknown) => void; readonly deadline: number }
  >;
}

/**
 * Threads that run queries that no index serves, each with its own read-only connection. A thread starts with its first
 * task, and is replaced when it exits.
 */
export class ReaderPool {
  readonly #setup: ReaderSetup;
  readonly #readers: (Reader | undefined)[];
  #nextId = 1;
  #openCursors = 0;
  #closed = false;

  constructor(setup: ReaderSetup, threads: number) {
    this.#setup = setup;
    this.#readers = Array.from({ length: threads }, () => undefined);
  }

  /** While a cursor is open the WAL cannot be reset: every write makes it longer. */
  get hasCursors(): boolean {
    return this.#openCursors > 0;
  }

  read(task: ReaderTask & { readonly kind: 'read' }): Promise<ReadResult> {
    return this.#request(this.#pickLeastBusy(), { ...task, statements: task.statements.map(withSampledBudget) }) as Promise<ReadResult>;
  }

  readBookmarks(task: ReaderTask & { readonly kind: 'marks' }): Promise<BookmarksResult> {
    return this.#request(this.#pickLeastBusy(), { ...task, segments: task.segments.map(withSampledBudget) }) as Promise<BookmarksResult>;
  }

  order(task: ReaderTask & { readonly kind: 'order' }): Promise<OrderResult> {
    return this.#request(this.#pickLeastBusy(), { ...task, statement: withSampledBudget(task.statement) }) as Promise<OrderResult>;
  }

  async checkpoint(): Promise<void> {
    await this.#request(this.#pickLeastBusy(), { kind: 'checkpoint' });
  }

  /** How often the threads used each index since the last call. Starts no thread. */
  takeIndexUses(): Promise<readonly IndexUseCounts[]> {
    const running = this.#readers.filter((reader) => reader !== undefined);
    return Promise.all(running.map((reader) => this.#request(reader, { kind: 'uses' }) as Promise<IndexUseCounts>));
  }

  /** Opens a cursor; `next` returns fewer rows than requested at the end. */
  async openCursor(statement: Statement, each: string): Promise<{ next(rows: number): Promise<unknown[][]>; close(): Promise<void> }> {
    const reader = this.#pickLeastBusy();
    const cursor = this.#nextId;
    await this.#request(reader, { kind: 'open', cursor, statement, each });
    this.#openCursors += 1;
    return {
      next: async (rows) => (await this.#request(reader, { kind: 'next', cursor, rows })) as unknown[][],
      close: async () => {
        this.#openCursors -= 1;
        await this.#request(reader, { kind: 'close', cursor });
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#readers.flatMap((reader) => (reader ? [reader.worker.terminate()] : [])));
  }

  #request(reader: Reader, task: ReaderTask): Promise<unknown> {
    if (this.#closed) return Promise.reject(new MusterError('store_unavailable'));
    const id = this.#nextId;
    this.#nextId += 1;
    const deadline = 'deadline' in task ? task.deadline : 0;
    return new Promise((resolve, reject) => {
      reader.waiting.set(id, { resolve, reject, deadline });
      reader.worker.ref();
      reader.worker.postMessage({ id, task });
    });
  }

  #pickLeastBusy(): Reader {
    let best = 0;
    for (const [index, reader] of this.#readers.entries()) if (getLoad(reader) < getLoad(this.#readers[best])) best = index;
    return this.#getReader(best);
  }

  #getReader(index: number): Reader {
    const known = this.#readers[index];
    if (known) return known;
    const reader: Reader = {
      worker: startThread(new URL('./reader-thread.ts', import.meta.url), { data: this.#setup }),
      waiting: new Map(),
    };
    this.#readers[index] = reader;
    reader.worker.unref();
    reader.worker.on('message', (reply: ReaderReply) => settle(reader, reply, this.#setup.file));
    const fail = (error: unknown): void => {
      if (this.#readers[index] === reader) this.#readers[index] = undefined;
      for (const { reject } of reader.waiting.values()) reject(new MusterError('store_unavailable', { cause: error }));
      reader.waiting.clear();
    };
    reader.worker.on('error', fail);
    reader.worker.on('exit', fail);
    return reader;
  }
}

/** Milliseconds that one more task may have to wait: it waits behind a task with a long deadline only when there is no other thread. */
function getLoad(reader: Reader | undefined): number {
  let load = 0;
  for (const { deadline } of reader?.waiting.values() ?? []) load += deadline + 1;
  return load;
}

function settle(reader: Reader, reply: ReaderReply, file: string): void {
  const waiting = reader.waiting.get(reply.id);
  reader.waiting.delete(reply.id);
  // An idle thread does not keep the process alive.
  if (reader.waiting.size === 0) reader.worker.unref();
  if (reply.kind === 'done') waiting?.resolve(reply.result as never);
  else if (reply.kind === 'too costly') waiting?.reject(new MusterError('filter_too_costly'));
  else waiting?.reject(toError(reply, file));
}

function toError(reply: ReaderReply & { readonly kind: 'failed' }, file: string): unknown {
  if (reply.code.startsWith('SQLITE_')) return translateError({ code: reply.code, message: reply.message }, file);
  return new MusterError('store_refused', { values: { where: file, cause: reply.message } });
}
