import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import { createCollection, type Collection } from './collection.ts';
import type { Connection } from '../file/connection.ts';
import {
  columnName,
  deletedIndexName,
  documentTable,
  escapeId,
  idIndexName,
  indexName,
  indexPrefix,
  listTableName,
  quoteName,
  searchTableName,
} from './names.ts';
import { rebuildSearchIndex } from '../search/search-writer.ts';

/** What a schema needs and the file does not have. */
interface SchemaChanges {
  readonly statements: readonly string[];
  readonly rebuildsSearch: boolean;
}

/**
 * Applies a schema to the file, inside the caller's transaction: creates missing tables, columns, indexes and the search
 * table, and drops indexes that are not in the schema. Rows are not rewritten, but once in the internal collections of older
 * files, which had a table for their documents.
 */
export function applySchema(connection: Connection, schema: CollectionSchema): void {
  const collection = createCollection(schema);
  const { statements, rebuildsSearch } = findChanges(connection, schema, collection);
  for (const statement of statements) connection.db.exec(statement);
  if (rebuildsSearch) rebuildSearchIndex(connection, collection);
}

/** Whether the file already matches a schema, so that nothing needs to be written. */
export function hasSchema(connection: Connection, schema: CollectionSchema): boolean {
  return findChanges(connection, schema, createCollection(schema)).statements.length === 0;
}

function findChanges(connection: Connection, schema: CollectionSchema, collection: Collection): SchemaChanges {
  const search = searchChanges(connection, schema, collection);
  return {
    statements: [
      ...tableChanges(connection, collection),
      ...indexChanges(connection, schema, collection),
      ...deletedIndex(connection, collection),
      ...search,
      ...eraseRemoved(connection, schema, collection),
    ],
    rebuildsSearch: search.length > 0 && collection.searchKeys.length > 0,
  };
}

function tableChanges(connection: Connection, collection: Collection): string[] {
  const present = columnsOf(connection, collection.tableName);
  const statements = present.size === 0 ? newTables(collection) : [];
  const tables = new Set(
    connection.all(`SELECT name FROM sqlite_master WHERE type = 'table'`, []).map(([name]) => quoteName(String(name))),
  );
  if (!collection.hasDocumentTable) statements.push(...moveDocuments(collection, tables));
  for (const key of collection.keyList) {
    if (present.size > 0 && !present.has(columnName(key.schema.id)))
      statements.push(`ALTER TABLE ${collection.table} ADD COLUMN ${key.column}${defaultOf(key.schema)}`);
    if (key.schema.list && !tables.has(key.listTable))
      statements.push(`CREATE TABLE ${key.listTable} (k NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (k, rid)) WITHOUT ROWID`);
  }
  return statements;
}

/** Existing rows have the value as the column's default, without being rewritten. */
function defaultOf({ absent }: KeySchema): string {
  return absent === undefined ? '' : ` DEFAULT ${typeof absent === 'number' ? absent : `'${absent.replaceAll("'", "''")}'`}`;
}

/** The statements that move the documents of an internal collection from a table of their own. */
function moveDocuments({ name, table }: Collection, tables: ReadonlySet<string>): string[] {
  const from = documentTable(name);
  if (!tables.has(from)) return [];
  return [
    `ALTER TABLE ${table} ADD COLUMN dv INTEGER`,
    `ALTER TABLE ${table} ADD COLUMN doc TEXT`,
    `UPDATE ${table} SET (dv, doc) = (SELECT d.dv, d.doc FROM ${from} d WHERE d.rid = ${table}.rid)`,
    `DROP TABLE ${from}`,
  ];
}

function newTables(collection: Collection): string[] {
  const keys = collection.keyList.map((key) => `, ${key.column}`).join('');
  const document = 'dv INTEGER NOT NULL, doc TEXT NOT NULL';
  const row = `rid INTEGER PRIMARY KEY, id TEXT NOT NULL, v INTEGER NOT NULL${keys}`;
  return [
    ...(collection.hasDocumentTable
      ? [`CREATE TABLE ${collection.table} (${row})`, `CREATE TABLE ${collection.documentTable} (rid INTEGER PRIMARY KEY, ${document})`]
      : [`CREATE TABLE ${collection.table} (${row}, ${document})`]),
    `CREATE UNIQUE INDEX ${quoteName(idIndexName(collection.name))} ON ${collection.table}(id)`,
  ];
}

function indexChanges(connection: Connection, schema: CollectionSchema, collection: Collection): string[] {
  const wanted = new Map(
    schema.indexes.flatMap((index) => {
      const statement = indexStatement(index, schema, collection);
      return statement === undefined ? [] : [[indexName(schema.name, index), statement] as const];
    }),
  );
  const present = presentIndexes(connection, schema.name);
  const dropped = [...present].filter((name) => !wanted.has(name)).map((name) => `DROP INDEX ${quoteName(name)}`);
  return [...dropped, ...[...wanted].filter(([name]) => !present.has(name)).map(([, statement]) => statement)];
}

/** Only the deleted records are in it, so that it costs the others nothing. */
function deletedIndex(connection: Connection, { name, table, deletedKey }: Collection): string[] {
  const index = deletedIndexName(name);
  if (deletedKey === undefined || connection.all(`SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?`, [index]).length > 0)
    return [];
  return [`CREATE INDEX ${quoteName(index)} ON ${table}(${deletedKey.column}) WHERE ${deletedKey.column} IS NOT 0`];
}

/** The collection with only those of its indexes that exist in the file. */
export function withPresentIndexes(connection: Connection, collection: Collection): Collection {
  const present = presentIndexes(connection, collection.name);
  return { ...collection, indexes: collection.indexes.filter((index) => [...present].some((name) => quoteName(name) === index.name)) };
}

/** The indexes of a schema that the file does not have; without keys: the table is missing. Tables of list keys count as indexes. */
export function findMissingIndexes(connection: Connection, schema: CollectionSchema): readonly { readonly keys: readonly string[] }[] {
  const collection = createCollection(schema);
  if (columnsOf(connection, collection.tableName).size === 0) return [{ keys: [] }];
  const present = presentIndexes(connection, schema.name);
  const hasTable = (quoted: string): boolean =>
    connection.first(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`, [quoted.slice(1, -1)]) !== undefined;
  const missing = schema.indexes.filter((index) => {
    if (indexStatement(index, schema, collection) !== undefined) return !present.has(indexName(schema.name, index));
    return index.keys.some((id) => collection.keys.get(id)?.schema.list === true && !hasTable(collection.keys.get(id)?.listTable ?? ''));
  });
  const lacksSearch = collection.searchKeys.length > 0 && columnsOf(connection, searchTableName(schema.name)).size === 0;
  return [...missing, ...(lacksSearch ? [{ keys: schema.contains }] : [])];
}

function presentIndexes(connection: Connection, name: string): ReadonlySet<string> {
  const prefix = indexPrefix(name);
  return new Set(
    connection
      .all(`SELECT name FROM sqlite_master WHERE type = 'index' AND substr(name, 1, ?) = ?`, [prefix.length, prefix])
      .map(([found]) => String(found)),
  );
}

/** The statement that creates an index; undefined for a list key, whose own table is its index. */
function indexStatement(index: CollectionSchema['indexes'][number], schema: CollectionSchema, collection: Collection): string | undefined {
  const unique = index.unique === true;
  const name = quoteName(indexName(schema.name, index));
  const keys = index.keys.map((id) => collection.keys.get(id)).filter((key) => key !== undefined);
  const list = keys.find((key) => key.schema.list);
  if (list) return unique ? `CREATE UNIQUE INDEX ${name} ON ${list.listTable}(k)` : undefined;
  const present = index.sparse === true ? ` WHERE ${keys.map((key) => `${key.column} IS NOT NULL`).join(' AND ')}` : '';
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${name} ON ${collection.table}(${keys.map((key) => key.column).join(', ')}${unique ? '' : ', id'})${present}`;
}

function searchChanges(connection: Connection, schema: CollectionSchema, collection: Collection): string[] {
  const wanted = collection.searchKeys.map((key) => columnName(key.schema.id));
  const present = columnsOf(connection, searchTableName(schema.name));
  if (wanted.length === present.size && wanted.every((name) => present.has(name))) return [];
  const dropped = present.size === 0 ? [] : [`DROP TABLE ${collection.searchTable}`, `DROP TABLE ${collection.pendingTable}`];
  if (wanted.length === 0) return dropped;
  const columns = collection.searchKeys.map((key) => key.column).join(', ');
  return [
    ...dropped,
    `CREATE VIRTUAL TABLE ${collection.searchTable} USING fts5(${columns}, content='', contentless_delete=1, detail=column, tokenize='trigram case_sensitive 1')`,
    `CREATE TABLE ${collection.pendingTable} (rid INTEGER PRIMARY KEY)`,
  ];
}

/** The statements that erase the keys of removed fields: rows that are not written again would have them forever. */
function eraseRemoved(connection: Connection, { removed = [] }: CollectionSchema, collection: Collection): string[] {
  const isRemoved = (name: string, prefix: string, present: ReadonlySet<string>): boolean =>
    !present.has(name) && removed.some((id) => name === `${prefix}${escapeId(id)}` || name.startsWith(`${prefix}${escapeId(id)}.`));
  if (removed.length === 0) return [];
  const columns = new Set(collection.keyList.map((key) => columnName(key.schema.id)));
  const lists = new Set(collection.keyList.flatMap((key) => (key.schema.list ? [listTableName(collection.name, key.schema.id)] : [])));
  const tables = connection.all(`SELECT name FROM sqlite_master WHERE type = 'table'`, []).map(([name]) => String(name));
  const holdsRows = (from: string): boolean => connection.all(`SELECT 1 FROM ${from} LIMIT 1`, []).length > 0;
  const erased = [...columnsOf(connection, collection.tableName)]
    .filter((name) => isRemoved(name, columnName(''), columns))
    .map(quoteName)
    .filter((name) => holdsRows(`${collection.table} WHERE ${name} IS NOT NULL`))
    .map((name) => `UPDATE ${collection.table} SET ${name} = NULL WHERE ${name} IS NOT NULL`);
  const emptied = tables
    .filter((name) => isRemoved(name, listTableName(collection.name, ''), lists))
    .map(quoteName)
    .filter(holdsRows)
    .map((table) => `DELETE FROM ${table}`);
  return [...erased, ...emptied];
}

function columnsOf(connection: Connection, table: string): ReadonlySet<string> {
  return new Set(connection.all('SELECT name FROM pragma_table_info(?)', [table]).map(([name]) => String(name)));
}
