import type { CollectionShape } from '#engine/model';
import { createCollection, type Collection } from './collection.ts';
import type { Connection } from './connection.ts';
import { columnName, idIndexName, indexName, indexPrefix, quoteName, searchTableName } from './names.ts';
import { rebuildSearch } from './search-writer.ts';

/**
 * Brings the file to a shape, inside the caller's transaction: tables, columns, indexes and the search table that are
 * missing are made, indexes that the shape does not ask for are dropped. Rows are never rewritten.
 */
export function applyShape(connection: Connection, shape: CollectionShape): Collection {
  const collection = createCollection(shape);
  makeTables(connection, collection);
  makeIndexes(connection, shape, collection);
  makeSearch(connection, shape, collection);
  return collection;
}

function makeTables(connection: Connection, collection: Collection): void {
  const columns = new Set(connection.all(`SELECT name FROM pragma_table_info(?)`, [collection.tableName]).map(([name]) => String(name)));
  if (columns.size === 0) {
    const keys = collection.keyList.map((key) => `, ${key.column}`).join('');
    connection.db.exec(`CREATE TABLE ${collection.table} (rid INTEGER PRIMARY KEY, id TEXT NOT NULL, v INTEGER NOT NULL${keys})`);
    connection.db.exec(`CREATE TABLE ${collection.documentTable} (rid INTEGER PRIMARY KEY, dv INTEGER NOT NULL, doc TEXT NOT NULL)`);
    connection.db.exec(`CREATE UNIQUE INDEX ${quoteName(idIndexName(collection.name))} ON ${collection.table}(id)`);
  }
  for (const key of collection.keyList) {
    if (columns.size > 0 && !columns.has(columnName(key.shape.id))) connection.db.exec(`ALTER TABLE ${collection.table} ADD COLUMN ${key.column}`);
    if (key.shape.list) connection.db.exec(`CREATE TABLE IF NOT EXISTS ${key.listTable} (k NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (k, rid)) WITHOUT ROWID`);
  }
}

function makeIndexes(connection: Connection, shape: CollectionShape, collection: Collection): void {
  const wanted = new Map(shape.indexes.flatMap((index) => {
    const statement = indexStatement(index, shape, collection);
    return statement === undefined ? [] : [[indexName(shape.name, index.keys, index.unique === true), statement] as const];
  }));
  const present = new Set(connection.all(`SELECT name FROM sqlite_master WHERE type = 'index' AND substr(name, 1, ?) = ?`, [indexPrefix(shape.name).length, indexPrefix(shape.name)]).map(([name]) => String(name)));
  for (const name of present) if (!wanted.has(name)) connection.db.exec(`DROP INDEX ${quoteName(name)}`);
  for (const [name, statement] of wanted) if (!present.has(name)) connection.db.exec(statement);
}

/** The statement that makes an index; undefined for a list key, whose own table is its index. */
function indexStatement(index: CollectionShape['indexes'][number], shape: CollectionShape, collection: Collection): string | undefined {
  const unique = index.unique === true;
  const name = quoteName(indexName(shape.name, index.keys, unique));
  const keys = index.keys.map((id) => collection.keys.get(id)).filter((key) => key !== undefined);
  const list = keys.find((key) => key.shape.list);
  if (list) return unique ? `CREATE UNIQUE INDEX ${name} ON ${list.listTable}(k)` : undefined;
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${name} ON ${collection.table}(${keys.map((key) => key.column).join(', ')}${unique ? '' : ', id'})`;
}

function makeSearch(connection: Connection, shape: CollectionShape, collection: Collection): void {
  const wanted = collection.searchKeys.map((key) => columnName(key.shape.id));
  const present = connection.all(`SELECT name FROM pragma_table_info(?)`, [searchTableName(shape.name)]).map(([name]) => String(name));
  if (wanted.length === present.length && wanted.every((name) => present.includes(name))) return;
  connection.db.exec(`DROP TABLE IF EXISTS ${collection.searchTable}; DROP TABLE IF EXISTS ${collection.pendingTable}`);
  if (wanted.length === 0) return;
  const columns = collection.searchKeys.map((key) => key.column).join(', ');
  connection.db.exec(`CREATE VIRTUAL TABLE ${collection.searchTable} USING fts5(${columns}, content='', contentless_delete=1, detail=column, tokenize='trigram case_sensitive 1')`);
  connection.db.exec(`CREATE TABLE ${collection.pendingTable} (rid INTEGER PRIMARY KEY)`);
  rebuildSearch(connection, collection);
}
