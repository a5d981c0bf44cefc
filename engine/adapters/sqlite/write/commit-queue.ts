import type { CollectionSchema } from '#engine/model/compiled';
import type { CommitResult, UnitOfWork } from '../../../ports/index.ts';
import { MusterError } from '../../../errors/index.ts';
import type { QueryCache } from '../cache/query-cache.ts';
import type { Collection, CollectionMap } from '../schema/collection.ts';
import { compileUnit, toCommitResult } from './compile-unit.ts';
import type { IndexUseCounts } from '../file/index-use-counter.ts';
import { searchTablesOf } from '../search/search-writer.ts';
import type { FileState, LocalCommits, StoreVersions } from '../file/store-versions.ts';
import { translateError } from '../file/translate-error.ts';
import { encodeUnit, type StatementIds } from '../threads/encode-unit.ts';
import { Writer } from '../threads/writer.ts';
import type {
  CompiledUnit,
  TaskResult,
  WriterError,
  TransactionGroup,
  WriterMessage,
  WriterRequest,
  WriterSetting,
  WriterTask,
} from '../threads/writer-protocol.ts';

/**
 * Requests are sent before the turn of the event loop ends when there are at least this many, and at least this share of
 * all pending tasks.
 */
const MIN_FLUSH_SIZE = 2;
const FLUSH_DIVISOR = 8;

/** Units are encoded when they are sent, because the statement ids belong to the thread that receives them. */
type OutgoingRequest = WriterRequest | { readonly id: number; readonly compiled: CompiledUnit };

interface Task {
  readonly unit: UnitOfWork | undefined;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Clears its task when the task is taken. When a Map grows, each old table points to the next one, so that unreachable
 * tables could keep many short-lived entries alive.
 */
interface TaskSlot {
  task: Task | undefined;
}

export interface CommitContext {
  readonly collections: CollectionMap;
  readonly cache: QueryCache;
  readonly versions: StoreVersions;
  readonly file: string;
  readonly maximumPages: number | undefined;
  /** Called after each transaction, for example to index pending search texts. */
  readonly afterCommit: () => void;
}

/**
 * Group commit in the writer thread. Requests of one turn of the event loop are sent together; requests that arrive while
 * a transaction runs go into the next one. A task resolves after its COMMIT reached the disk. Its changes are in the
 * change log from then on, or from the moment when a read sees them.
 */
export class CommitQueue implements LocalCommits {
  readonly #context: CommitContext;
  readonly #writer: Writer;
  readonly #tasks = new Map<number, TaskSlot>();
  #outgoing: OutgoingRequest[] = [];
  #nextId = 1;
  /** The transaction that is about to be committed: the thread has at most one. */
  #prepared: TransactionGroup | undefined;
  /** Committed transactions that are newer than the state that the current read sees. */
  #committed: TransactionGroup[] = [];
  /** Position of the state that the current read sees. */
  #horizon = Infinity;
  #isNotifying = false;
  #closed = false;
  #idle: (() => void) | undefined;

  constructor(context: CommitContext) {
    this.#context = context;
    this.#writer = new Writer(
      { file: context.file, maximumPages: context.maximumPages },
      {
        onMessage: (reply) => this.#handleMessage(reply),
        onExit: (cause) => this.#handleExit(cause),
      },
    );
    context.versions.attach(this);
  }

  async commit(unit: UnitOfWork): Promise<CommitResult> {
    const compiled = compileUnit(this.#context.collections, unit);
    return this.#request((id) => ({ id, compiled }), unit);
  }

  reserveNumbers(sequence: string, count: number, atLeast: number): Promise<number> {
    return this.#send({ kind: 'numbers', sequence, count, atLeast });
  }

  async applySchemas(schemas: readonly CollectionSchema[]): Promise<void> {
    await this.#send({ kind: 'shapes', schemas });
  }

  /** Writes pending texts to the search table; returns how many. */
  indexPendingRows(collection: Collection, max: number): Promise<number> {
    return this.#send({ kind: 'texts', tables: searchTablesOf(collection), max });
  }

  /** Runs one step of merging a search table; returns whether there is more to do. */
  async mergeSearchSegments(collection: Collection, isFirst: boolean): Promise<boolean> {
    return (await this.#send<number>({ kind: 'merge', tables: searchTablesOf(collection), isFirst })) === 1;
  }

  /** Reads a setting of the writing connection, after setting it if a value is given. */
  setting(setting: WriterSetting, value?: number): Promise<number> {
    return this.#request((id) => ({ id, setting, value }));
  }

  /** Moves the WAL into the file and empties it; false when a read or another process still needs it. */
  async truncateLog(): Promise<boolean> {
    return (await this.#request<number>((id) => ({ id, kind: 'truncate' }))) === 1;
  }

  /** How often checks before a write used each index since the last call. Starts no thread. */
  async takeIndexUses(): Promise<IndexUseCounts> {
    return this.#writer.isRunning ? this.#request<IndexUseCounts>((id) => ({ id, kind: 'uses' })) : new Map<string, number>();
  }

  endLog(): void {
    if (!this.#closed) this.#writer.send([{ kind: 'checkpoint' }]);
  }

  /** Finishes the queued tasks; rejects later ones. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#tasks.size > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    await this.#writer.close();
  }

  /** Called when a read sees this state of the file: adds what the thread committed up to it to the log, and no more. */
  applyUpTo(state: FileState): void {
    this.#horizon = state.position;
    try {
      this.#writer.drainMessages();
      this.#applyCommitted(state.position);
    } finally {
      this.#horizon = Infinity;
    }
    const group = this.#prepared;
    if (group?.stamp === state.stamp) this.#addToLog(group);
    if (this.#committed.length > 0) queueMicrotask(() => this.#applyCommitted(Infinity));
  }

  #send<T>(task: WriterTask, unit?: UnitOfWork): Promise<T> {
    return this.#request((id) => ({ id, task }), unit);
  }

  #request<T>(request: (id: number) => OutgoingRequest, unit?: UnitOfWork): Promise<T> {
    if (this.#closed) return Promise.reject(new MusterError('store_unavailable'));
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise<T>((resolve, reject) => {
      this.#tasks.set(id, { task: { unit, resolve, reject } });
      const waiting = this.#outgoing.push(request(id));
      if (waiting >= Math.max(MIN_FLUSH_SIZE, this.#tasks.size / FLUSH_DIVISOR)) this.#flush();
      else if (waiting === 1) setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    const requests = this.#outgoing;
    if (requests.length === 0) return;
    this.#outgoing = [];
    const texts = this.#writer.getStatementIds();
    this.#writer.send(
      requests.map((request) => ('compiled' in request ? { id: request.id, task: encodeTask(request.compiled, texts) } : request)),
    );
    this.#writer.setBusy(true);
  }

  #handleMessage(reply: WriterMessage): void {
    switch (reply.kind) {
      case 'group':
        this.#prepared = reply.group;
        return;
      case 'committed':
        if (this.#prepared) this.#committed.push(this.#prepared);
        this.#prepared = undefined;
        this.#applyCommitted(this.#horizon);
        return;
      case 'reply':
        this.#settle(reply.id, reply);
        this.#releaseIfIdle();
        return;
      case 'undone':
        this.#prepared = undefined;
        for (const id of reply.ids) this.#settle(id, { kind: 'failed', error: reply.error });
        this.#releaseIfIdle();
    }
  }

  #applyCommitted(upTo: number): void {
    for (let group = this.#committed[0]; group && group.to <= upTo; group = this.#committed[0]) {
      this.#committed.shift();
      this.#addToLog(group);
      for (const { id, result } of group.results) this.#settle(id, result);
      this.#notifyLater();
    }
  }

  /** Deferred, because a read may be running. */
  #notifyLater(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      this.#releaseIfIdle();
      this.#context.afterCommit();
    });
  }

  /** Adds a group only once: a group that a read saw before its result arrived is in the log already, or the caches were cleared since. */
  #addToLog(group: TransactionGroup): void {
    const { versions, cache } = this.#context;
    if (group.to <= versions.position) return;
    versions.advance(group.from, group.to, group.bumps);
    for (const { id, result } of group.results) {
      const unit = this.#tasks.get(id)?.task?.unit;
      if (result.kind !== 'written' || !unit) continue;
      for (const [index, write] of unit.writes.entries()) cache.applyChange(write, result.rids[index] ?? 0, result.position);
    }
  }

  #settle(id: number, outcome: TaskResult | (WriterMessage & { readonly kind: 'reply' })): void {
    const task = this.#takeTask(id);
    if (!task) return;
    if (outcome.kind === 'value' || outcome.kind === 'reply') task.resolve(outcome.value as never);
    else if (outcome.kind === 'failed') task.reject(this.#translate(outcome.error));
    else if (task.unit) {
      const result = toCommitResult(this.#context.collections, task.unit, outcome);
      if (result) task.resolve(result as never);
      else task.reject(this.#translate((outcome.kind === 'refused' && outcome.error) || { code: '', message: '' }));
    }
  }

  #takeTask(id: number): Task | undefined {
    const pending = this.#tasks.get(id);
    if (!pending) return undefined;
    this.#tasks.delete(id);
    const { task } = pending;
    pending.task = undefined;
    return task;
  }

  #translate(error: WriterError): unknown {
    return error.code === '' ? new MusterError('store_unavailable', { cause: error.message }) : translateError(error, this.#context.file);
  }

  #releaseIfIdle(): void {
    if (this.#tasks.size > 0) return;
    this.#writer.setBusy(false);
    this.#idle?.();
  }

  /** The thread exited: only the file shows whether its last transaction was committed, and it is read from there. */
  #handleExit(cause: unknown): void {
    this.#prepared = undefined;
    const lost = [...this.#tasks.keys()].map((id) => this.#takeTask(id));
    if (lost.length > 0) this.#context.cache.drop();
    for (const task of lost) task?.reject(new MusterError(task.unit === undefined ? 'store_unavailable' : 'save_unconfirmed', { cause }));
    this.#releaseIfIdle();
  }
}

function encodeTask(unit: CompiledUnit, texts: StatementIds): WriterTask {
  return { kind: 'unit', code: encodeUnit(unit, texts), bumps: unit.bumps };
}
