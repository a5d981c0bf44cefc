import type { StoredRecord, StoreQuery } from '../../../ports/index.ts';
import { readRecord } from './read-record.ts';
import { selectRows } from './query-text.ts';
import type { StoreContext } from '../store-context.ts';

/** Few enough for memory, and enough that messages between the threads cost little. */
const ROWS_PER_FETCH = 250;

/** Streams all matching rows from a cursor in a reader thread: one snapshot until its end, and no more than two batches in memory. */
export async function* streamRows(context: StoreContext, query: StoreQuery): AsyncGenerator<StoredRecord> {
  if (query.limit <= 0) return;
  const plan = context.planner.plan(query);
  const cursor = await context.readers.openCursor(
    selectRows(plan, 't.rid', plan.indexScan ? 'index' : 'free', query.offset ?? 0, query.limit),
    `SELECT dv, doc FROM ${plan.collection.documentTable} WHERE rid = ?`,
  );
  try {
    let ahead = cursor.next(ROWS_PER_FETCH);
    for (;;) {
      const rows = await ahead;
      const isLast = rows.length < ROWS_PER_FETCH;
      if (!isLast) ahead = cursor.next(ROWS_PER_FETCH);
      ahead.catch(() => undefined);
      for (const row of rows) yield readRecord(row);
      if (isLast) return;
    }
  } finally {
    await cursor.close();
  }
}
