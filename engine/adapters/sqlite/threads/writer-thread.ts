import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Connection } from '../file/connection.ts';
import type { IndexUseCounts } from '../file/index-use-counter.ts';
import { describeError, GroupWriter, type QueuedTask } from '../write/group-writer.ts';
import type { WriterBatch, WriterMessage, WriterSetting, WriterSetup } from './writer-protocol.ts';

/** Maximum number of tasks in one transaction, some fifty milliseconds: with more, the first task would wait too long. */
const MAX_TASKS = 256;
/** Milliseconds that SQLite waits for a lock: in a transaction, and before it empties the WAL. */
const BUSY_TIMEOUT = 3;
const TRUNCATE_TIMEOUT = 200;

const { file, maximumPages, port } = workerData as WriterSetup;
const send = (message: WriterMessage): void => port.postMessage(message);
const waiting: QueuedTask[] = [];
let known: string[] = [];
let open: { readonly connection: Connection; readonly writer: GroupWriter } | undefined;
/** Requests that run after all earlier tasks. */
const lateRequests: { readonly id: number; readonly run: (connection: Connection) => number | IndexUseCounts }[] = [];
let closes = false;

port.on('message', (batch: WriterBatch) => {
  queue(batch);
  // Requests that arrive while a transaction runs go into the next one, all together.
  while (waiting.length > 0) {
    const group = waiting.splice(0, MAX_TASKS);
    write(group);
    for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) queue(more.message as WriterBatch);
  }
  for (const { id, run } of lateRequests.splice(0)) reply(id, run);
  if (closes) close();
});

/** Runs between two transactions, so that a checkpoint is possible even when a bulk load leaves no pause. */
function queue({ requests, texts, resetsTexts }: WriterBatch): void {
  // Units that still wait refer to the texts of their own batch.
  if (resetsTexts) known = [];
  for (const text of texts) known.push(text);
  for (const request of requests) {
    if ('task' in request) waiting.push({ id: request.id, task: request.task, texts: known });
    else if ('setting' in request) lateRequests.push({ id: request.id, run: (connection) => applySetting(connection, request) });
    else if (request.kind === 'truncate') lateRequests.push({ id: request.id, run: truncateLog });
    else if (request.kind === 'uses') lateRequests.push({ id: request.id, run: (connection) => connection.takeIndexUses() });
    else if (request.kind === 'checkpoint') requestCheckpoint();
    else closes = true;
  }
}

function write(group: readonly QueuedTask[]): void {
  try {
    open ??= openFile();
  } catch (error) {
    send({ kind: 'undone', ids: group.map(({ id }) => id), error: describeError(error) });
    return;
  }
  open.writer.write(group);
}

function openFile(): { readonly connection: Connection; readonly writer: GroupWriter } {
  // Not larger: after each commit SQLite needlessly visits all slots of its cache (as long as the file is below 1 GiB).
  const connection = new Connection({ file, readonly: false, cacheKibibytes: 16_384 });
  // Otherwise a page that changes again within its transaction would be written to the WAL twice.
  connection.db.pragma('cache_spill = OFF');
  // The writer itself retries when another process has the write lock: SQLite's waits grow to a tenth of a second.
  connection.db.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
  if (maximumPages !== undefined) connection.db.pragma(`max_page_count = ${Math.trunc(maximumPages)}`);
  return { connection, writer: new GroupWriter(connection, send) };
}

function reply(id: number, run: (connection: Connection) => number | IndexUseCounts): void {
  try {
    open ??= openFile();
    send({ kind: 'reply', id, value: run(open.connection) });
  } catch (error) {
    send({ kind: 'undone', ids: [id], error: describeError(error) });
  }
}

function applySetting(
  { db }: Connection,
  { setting, value }: { readonly setting: WriterSetting; readonly value: number | undefined },
): number {
  if (value !== undefined) db.pragma(`${setting} = ${Math.trunc(value)}`);
  return Number(db.pragma(setting, { simple: true }));
}

/** Waits for reads that still use the WAL, but not for long: commits have to wait too. */
function truncateLog({ db }: Connection): number {
  db.pragma(`busy_timeout = ${TRUNCATE_TIMEOUT}`);
  try {
    const [isBusy] = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').raw(true).get() as [number];
    return isBusy === 0 ? 1 : 0;
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
  }
}

function requestCheckpoint(): void {
  // Another process may be running a checkpoint, which has the same effect.
  try {
    open?.connection.first('PRAGMA wal_checkpoint(PASSIVE)', []);
  } catch {
    // The next commit that finds a long WAL requests a checkpoint again.
  }
}

function close(): void {
  open?.connection.close();
  port.close();
}
