import type { Collection } from '../schema/collection.ts';
import type { Connection } from '../file/connection.ts';
import { quoteName, searchTableName } from '../schema/names.ts';

/** Replaces NUL, at which FTS5 ends a text. No query uses it, because a term with NUL is not searched in the search table. */
const NUL_REPLACEMENT = '\u0001';

/** Pages written by one step of a merge. */
const MERGE_PAGES = 100;

/** The tables of a collection's search. */
export type SearchTables = Pick<Collection, 'name' | 'table' | 'searchTable' | 'pendingTable'>;

/** Only these properties, as they are sent to the writer thread. */
export function searchTablesOf({ name, table, searchTable, pendingTable }: Collection): SearchTables {
  return { name, table, searchTable, pendingTable };
}

/** Number of rows per collection that became pending in this process since they were last written. */
const waiting = new WeakMap<Collection, number>();

/** Counts rows whose texts are pending from now on. */
export function addPendingRows(collection: Collection, rows: number): void {
  waiting.set(collection, countPendingRows(collection) + rows);
}

/** Subtracts the rows that are written now, at most `max`, and returns their number. */
export function takePendingRows(collection: Collection, max: number): number {
  const rows = countPendingRows(collection);
  const taken = Math.min(rows, max);
  waiting.set(collection, rows - taken);
  return taken;
}

export function countPendingRows(collection: Collection): number {
  return waiting.get(collection) ?? 0;
}

/**
 * Writes the pending texts of a collection to its search table, inside the caller's transaction. A row is indexed again
 * with its current values; a row that no longer exists is only removed. Returns the number of rows processed.
 */
export function indexPendingRows(connection: Connection, collection: SearchTables, max: number): number {
  const rids = connection.all(`SELECT rid FROM ${collection.pendingTable} LIMIT ?`, [max]);
  if (rids.length === 0) return 0;
  // Uses the columns in the file: another process may have more searchable keys than this one.
  const columns = connection
    .all('SELECT name FROM pragma_table_info(?)', [searchTableName(collection.name)])
    .map(([name]) => quoteName(String(name)));
  const read = connection.statement(`SELECT ${columns.join(', ')} FROM ${collection.table} WHERE rid = ?`);
  const take = connection.statement(`DELETE FROM ${collection.searchTable} WHERE rowid = ?`);
  const put = connection.statement(insertText(collection, columns));
  const done = connection.statement(`DELETE FROM ${collection.pendingTable} WHERE rid = ?`);
  for (const [rid] of rids) {
    take.run(rid);
    const texts = read.get(rid) as (string | null)[] | undefined;
    if (texts?.some((text) => text !== null)) put.run([rid, ...texts.map(toSearchable)]);
    done.run(rid);
  }
  return rids.length;
}

/** Fills a search table that was just created. */
export function rebuildSearchIndex(connection: Connection, collection: Collection): void {
  const columns = collection.searchKeys.map((key) => key.column);
  const put = connection.statement(insertText(collection, columns));
  let last = 0;
  for (;;) {
    const rows = connection.all(`SELECT rid, ${columns.join(', ')} FROM ${collection.table} WHERE rid > ? ORDER BY rid LIMIT 1000`, [last]);
    if (rows.length === 0) break;
    for (const [rid, ...texts] of rows) {
      last = Number(rid);
      if (texts.some((text) => text !== null)) put.run([rid, ...texts.map((text) => toSearchable(text as string | null))]);
    }
  }
  if (last > 0) optimizeSearch(connection, collection);
}

/** Runs one step of merging the search table's segments, which takes some milliseconds; returns whether there is more to do. */
export function mergeSearchSegments(connection: Connection, collection: SearchTables, isFirst: boolean): boolean {
  const changes = (): number => Number(connection.first('SELECT total_changes()', [])?.[0]);
  const before = changes();
  connection
    .statement(`INSERT INTO ${collection.searchTable}(${collection.searchTable}, rank) VALUES ('merge', ?)`)
    .run(isFirst ? -MERGE_PAGES : MERGE_PAGES);
  return changes() - before >= 2;
}

/** Merges the search table into one segment in a single step. */
function optimizeSearch(connection: Connection, collection: Collection): void {
  connection.db.exec(`INSERT INTO ${collection.searchTable}(${collection.searchTable}) VALUES ('optimize')`);
}

function insertText(collection: SearchTables, columns: readonly string[]): string {
  return `INSERT INTO ${collection.searchTable}(rowid, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`;
}

function toSearchable(text: string | null): string | null {
  return text?.includes('\0') ? text.replaceAll('\0', NUL_REPLACEMENT) : text;
}
