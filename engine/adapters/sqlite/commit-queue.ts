import type { CollectionSchema } from '#engine/model';
import type { CommitResult, UnitOfWork } from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { ChangeLog } from './change-log.ts';
import type { Collection, CollectionMap } from './collection.ts';
import { compileUnit, toCommitResult } from './compile-unit.ts';
import type { DocumentCache } from './document-cache.ts';
import { searchTablesOf } from './search-writer.ts';
import type { FileState, LocalCommits, StoreVersions } from './store-versions.ts';
import { translateError } from './translate-error.ts';
import { encodeUnit, type StatementIds } from './encode-unit.ts';
import { Writer } from './writer.ts';
import type { CompiledUnit, TaskResult, WriterError, TransactionGroup, WriterMessage, WriterRequest, WriterSetting, WriterTask } from './writer-protocol.ts';

/** So many requests are worth waking the thread for, although the turn of the event loop may bring more: of a crowd, a share. */
const MIN_FLUSH_SIZE = 2;
const FLUSH_DIVISOR = 8;

/** Units are put into numbers when they are sent, for the numbers are the thread's that they go to. */
type OutgoingRequest = WriterRequest | { readonly id: number; readonly compiled: CompiledUnit };

interface Task {
  readonly unit: UnitOfWork | undefined;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets go of its task when that is taken: each table of a Map that was outgrown points to the next, so that of what comes
 * and goes quickly much is kept alive by tables that nobody holds any more.
 */
interface TaskSlot {
  task: Task | undefined;
}

export interface CommitContext {
  readonly collections: CollectionMap;
  readonly changeLog: ChangeLog;
  readonly documents: DocumentCache;
  readonly versions: StoreVersions;
  readonly file: string;
  readonly maximumPages: number | undefined;
  /** Told after each transaction, to see to waiting search texts and the like. */
  readonly afterCommit: () => void;
}

/**
 * Group commit in the writer thread. What the requests of one turn of the event loop bring goes there together; what
 * comes while a transaction runs goes into the next. A task is answered after its COMMIT reached the disk, and what it
 * changed is in the change log from then on, or from the moment on at which a read sees it.
 */
export class CommitQueue implements LocalCommits {
  readonly #context: CommitContext;
  readonly #writer: Writer;
  readonly #tasks = new Map<number, TaskSlot>();
  #outgoing: OutgoingRequest[] = [];
  #nextId = 1;
  /** About to be committed: the thread has one such group at most. */
  #prepared: TransactionGroup | undefined;
  /** These stand, but are newer than what a read under way sees. */
  #committed: TransactionGroup[] = [];
  /** Position of the state that a read under way sees. */
  #horizon = Infinity;
  #isNotifying = false;
  #closed = false;
  #idle: (() => void) | undefined;

  constructor(context: CommitContext) {
    this.#context = context;
    this.#writer = new Writer({ file: context.file, maximumPages: context.maximumPages }, {
      onMessage: (reply) => this.#handleMessage(reply),
      onExit: (cause) => this.#handleExit(cause),
    });
    context.versions.attach(this);
  }

  async commit(unit: UnitOfWork): Promise<CommitResult> {
    const compiled = compileUnit(this.#context.collections, unit);
    return this.#request((id) => ({ id, compiled }), unit);
  }

  reserveNumbers(sequence: string, count: number): Promise<number> {
    return this.#send({ kind: 'numbers', sequence, count });
  }

  async applySchemas(schemas: readonly CollectionSchema[]): Promise<void> {
    await this.#send({ kind: 'shapes', schemas });
  }

  /** Writes texts that wait to the search table; answers how many. */
  indexPendingRows(collection: Collection, max: number): Promise<number> {
    return this.#send({ kind: 'texts', tables: searchTablesOf(collection), max });
  }

  /** One step of merging a search table; answers whether there is more to do. */
  async mergeSearchSegments(collection: Collection, isFirst: boolean): Promise<boolean> {
    return (await this.#send<number>({ kind: 'merge', tables: searchTablesOf(collection), isFirst })) === 1;
  }

  /** Reads a setting of the writing connection, or sets it first. */
  setting(setting: WriterSetting, value?: number): Promise<number> {
    return this.#request((id) => ({ id, setting, value }));
  }

  endLog(): void {
    if (!this.#closed) this.#writer.send([{ kind: 'checkpoint' }]);
  }

  /** Finishes what was queued; refuses what comes later. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#tasks.size > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    await this.#writer.close();
  }

  /** A read sees this state of the file: what the thread committed up to it is added to the log, no more. */
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
    this.#writer.send(requests.map((request) => ('compiled' in request ? { id: request.id, task: encodeTask(request.compiled, texts) } : request)));
    this.#writer.setBusy(true);
  }

  #handleMessage(reply: WriterMessage): void {
    switch (reply.kind) {
      case 'group':
        this.#prepared = reply.group;
        return;
      case 'stands':
        if (this.#prepared) this.#committed.push(this.#prepared);
        this.#prepared = undefined;
        this.#applyCommitted(this.#horizon);
        return;
      case 'setting':
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
      for (const { id, answer } of group.results) this.#settle(id, answer);
      this.#notifyLater();
    }
  }

  /** Not now: a read may be under way. */
  #notifyLater(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      this.#releaseIfIdle();
      this.#context.afterCommit();
    });
  }

  /** Once only: a group that a read saw before its answer came is in the log already, or what was kept was forgotten since. */
  #addToLog(group: TransactionGroup): void {
    const { versions, changeLog, documents } = this.#context;
    if (group.to <= versions.position) return;
    versions.advance(group.from, group.to, group.bumps);
    for (const { id, answer } of group.results) {
      const unit = this.#tasks.get(id)?.task?.unit;
      if (answer.kind !== 'written' || !unit) continue;
      for (const [index, write] of unit.writes.entries()) {
        const rid = answer.rids[index] ?? 0;
        changeLog.add(write, rid, answer.position);
        documents.forget(write.collection, rid);
      }
    }
  }

  #settle(id: number, answer: TaskResult | (WriterMessage & { readonly kind: 'setting' })): void {
    const task = this.#takeTask(id);
    if (!task) return;
    if (answer.kind === 'value' || answer.kind === 'setting') task.resolve(answer.value as never);
    else if (answer.kind === 'failed') task.reject(this.#translate(answer.error));
    else if (task.unit) {
      const result = toCommitResult(this.#context.collections, task.unit, answer);
      if (result) task.resolve(result as never);
      else task.reject(this.#translate((answer.kind === 'refused' && answer.error) || { code: '', message: '' }));
    }
  }

  #takeTask(id: number): Task | undefined {
    const held = this.#tasks.get(id);
    if (!held) return undefined;
    this.#tasks.delete(id);
    const { task } = held;
    held.task = undefined;
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

  /** The thread is gone: whether its last transaction stands is known to the file alone, and read from there. */
  #handleExit(cause: unknown): void {
    this.#prepared = undefined;
    const lost = [...this.#tasks.keys()].map((id) => this.#takeTask(id));
    if (lost.length > 0) this.#context.changeLog.forget();
    for (const task of lost) task?.reject(new MusterError('store_unavailable', { cause }));
    this.#releaseIfIdle();
  }
}

function encodeTask(unit: CompiledUnit, texts: StatementIds): WriterTask {
  return { kind: 'unit', code: encodeUnit(unit, texts), bumps: unit.bumps };
}
