import type { StoredRecord, StoreQuery } from '../../ports/index.ts';
import { readRecord } from './read-record.ts';
import { selectRows } from './query-text.ts';
import type { StoreContext } from './store-context.ts';

/** Few enough to hold, many enough that the way between the threads costs little. */
const ROWS_PER_FETCH = 250;

/** All that matches, from a cursor in a reader thread: one state to its end, and no more rows in memory than two steps. */
export async function* streamRows(context: StoreContext, query: StoreQuery): AsyncGenerator<StoredRecord> {
  if (query.limit <= 0) return;
  const plan = context.planner.plan(query);
  const cursor = await context.readers.openCursor(selectRows(plan, 't.rid', plan.indexScan ? 'walk' : 'free', query.offset ?? 0, query.limit), `SELECT dv, doc FROM ${plan.collection.documentTable} WHERE rid = ?`);
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
