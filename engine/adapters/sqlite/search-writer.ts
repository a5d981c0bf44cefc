import type { Collection } from './collection.ts';
import type { Connection } from './connection.ts';
import { quoteName, searchTableName } from './names.ts';

/** FTS5 ends a text at NUL; no query asks for this stand-in, for a term that holds NUL is not looked up there. */
const NUL_STAND_IN = '\u0001';

/** Pages written by one step of a merge. */
const MERGE_PAGES = 100;

/** The tables of a collection's search. */
export type SearchTables = Pick<Collection, 'name' | 'table' | 'searchTable' | 'pendingTable'>;

/** These alone, as they are sent to the writer thread. */
export function searchTablesOf({ name, table, searchTable, pendingTable }: Collection): SearchTables {
  return { name, table, searchTable, pendingTable };
}

/** How many rows of a collection this process let wait since they were last written. */
const waiting = new WeakMap<Collection, number>();

/** A row's texts wait from now on. */
export function addPendingRow(collection: Collection): void {
  waiting.set(collection, countPendingRows(collection) + 1);
}

/** So many texts at most are written now. */
export function subtractPendingRows(collection: Collection, max: number): void {
  waiting.set(collection, Math.max(0, countPendingRows(collection) - max));
}

export function countPendingRows(collection: Collection): number {
  return waiting.get(collection) ?? 0;
}

/**
 * Writes the waiting texts of a collection to its search table, inside the caller's transaction. A row is written anew
 * as it stands; one that is gone is only taken out. Answers how many were done.
 */
export function indexPendingRows(connection: Connection, collection: SearchTables, max: number): number {
  const rids = connection.all(`SELECT rid FROM ${collection.pendingTable} LIMIT ?`, [max]);
  if (rids.length === 0) return 0;
  // The columns as the file has them: another process may know of more searchable keys than this one.
  const columns = connection.all('SELECT name FROM pragma_table_info(?)', [searchTableName(collection.name)]).map(([name]) => quoteName(String(name)));
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

/** Fills a search table that was just made. */
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

/** One step of merging the search table's segments; answers whether there is more to do. A step takes some milliseconds. */
export function mergeSearchSegments(connection: Connection, collection: SearchTables, isFirst: boolean): boolean {
  const changes = (): number => Number(connection.first('SELECT total_changes()', [])?.[0]);
  const before = changes();
  connection.statement(`INSERT INTO ${collection.searchTable}(${collection.searchTable}, rank) VALUES ('merge', ?)`).run(isFirst ? -MERGE_PAGES : MERGE_PAGES);
  return changes() - before >= 2;
}

/** Merges the search table into one segment at once. */
function optimizeSearch(connection: Connection, collection: Collection): void {
  connection.db.exec(`INSERT INTO ${collection.searchTable}(${collection.searchTable}) VALUES ('optimize')`);
}

function insertText(collection: SearchTables, columns: readonly string[]): string {
  return `INSERT INTO ${collection.searchTable}(rowid, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`;
}

function toSearchable(text: string | null): string | null {
  return text?.includes('\0') ? text.replaceAll('\0', NUL_STAND_IN) : text;
}
