import { parentPort, workerData } from 'node:worker_threads';
import { ReaderCursors } from './reader-cursors.ts';
import type { BookmarksResult, OrderResult, ReaderReply, ReaderRequest, ReaderSetup, ReaderTask } from './reader-protocol.ts';
import { Connection } from '../file/connection.ts';
import { META_TABLE } from '../file/store-tables.ts';
import { codeOf } from '../file/translate-error.ts';
import type { Statement } from '../query/statement.ts';

const { file } = workerData as ReaderSetup;
const connection = new Connection({ file, readonly: true, cacheKibibytes: 16_384 });
let hasBuckets = false;
const cursors = new ReaderCursors(file, (text) => connection.countRuns(text, 1));

parentPort?.on('message', ({ id, task }: ReaderRequest) => {
  void prepare(task).then(() => parentPort?.postMessage(runTask(id, task)));
});

/** Registers the time bucket functions when a task first needs them, because they load `engine/model`. */
async function prepare(task: ReaderTask): Promise<void> {
  if (hasBuckets || task.kind !== 'read' || !task.statements.some((statement) => statement.text.includes('bucket'))) return;
  const { registerBuckets } = await import('../file/register-buckets.ts');
  if (!hasBuckets) registerBuckets(connection.db);
  hasBuckets = true;
}

function runTask(id: number, task: ReaderTask): ReaderReply {
  try {
    const done = run(task);
    return done === undefined ? { id, kind: 'too costly' } : { id, kind: 'done', result: done };
  } catch (error) {
    return { id, kind: 'failed', code: codeOf(error), message: error instanceof Error ? error.message : String(error) };
  }
}

function run(task: ReaderTask): unknown {
  switch (task.kind) {
    case 'read':
      return inTransaction(task.deadline, () => ({ results: task.statements.map((statement) => readRows(statement, task.each)) }));
    case 'order':
      return inTransaction(task.deadline, () => readOrder(task));
    case 'marks':
      return inTransaction(task.deadline, () => readBookmarks(task));
    case 'checkpoint':
      return runCheckpoint();
    case 'uses':
      return connection.takeIndexUses();
    case 'open':
      return cursors.open(task.cursor, task.statement, task.each);
    case 'next':
      return cursors.next(task.cursor, task.rows);
    case 'close':
      return cursors.close(task.cursor);
  }
}

/** Runs within the deadline and adds the position of the state that it read. */
function inTransaction<T extends object>(deadline: number, read: () => T): (T & { position: number }) | undefined {
  connection.statement('BEGIN').run();
  try {
    const position = Number(connection.first(`SELECT value FROM ${META_TABLE} WHERE name = 'position'`, [])?.[0]);
    const result = connection.budget.withinTime(deadline, read);
    return result && { ...result, position };
  } finally {
    connection.statement('COMMIT').run();
  }
}

function readRows({ text, params }: Statement, each: string | undefined): readonly unknown[][] {
  const rows = connection.all(text, params);
  return each === undefined ? rows : rows.flatMap((row) => connection.all(each, row));
}

/** Uses its own connection, because a read-only one cannot write. */
function runCheckpoint(): true {
  const writing = new Connection({ file, readonly: false, cacheKibibytes: 1024 });
  try {
    writing.db.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    writing.close();
  }
  return true;
}

function readOrder(task: ReaderTask & { readonly kind: 'order' }): Omit<OrderResult, 'position'> {
  const rows = connection.all(task.statement.text, task.statement.params);
  const isLonger = rows.length > task.max;
  return { rids: Uint32Array.from(isLonger ? [] : rows, ([rid]) => Number(rid)), isLonger };
}

function readBookmarks(task: ReaderTask & { readonly kind: 'marks' }): Omit<BookmarksResult, 'position'> {
  const bookmarks: { ordinal: number; row: readonly unknown[] }[] = [];
  let scannedRows = 0;
  for (const { text, params } of task.segments) {
    for (const row of connection.statement(text).iterate([...params, task.rows - scannedRows]) as Iterable<unknown[]>) {
      if (scannedRows % task.every === 0) bookmarks.push({ ordinal: scannedRows, row });
      scannedRows += 1;
    }
  }
  return { bookmarks, scannedRows };
}
