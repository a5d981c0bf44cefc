import type { Key, KeyValue, RecordKeys } from '#engine/model';
import type { StaleRead, StoreWrite } from '../../ports/index.ts';
import type { Collection, StoredKey } from './collection.ts';
import type { Connection } from './connection.ts';
import { encodeList } from './list-text.ts';
import { queueSearch } from './search-writer.ts';
import { codeOf } from './translate-error.ts';

/** One write inside the caller's transaction. Answers the row's number, or why it cannot be. */
export function writeRecord(connection: Connection, collection: Collection, write: StoreWrite): StaleRead | number {
  try {
    switch (write.kind) {
      case 'insert':
        return insertRecord(connection, collection, write);
      case 'update':
        return updateRecord(connection, collection, write);
      case 'remove':
        return removeRecord(connection, collection, write);
    }
  } catch (error) {
    const stale = readConflict(error, collection, write);
    if (stale === undefined) throw error;
    return stale;
  }
}

type Insert = StoreWrite & { readonly kind: 'insert' };
type Update = StoreWrite & { readonly kind: 'update' };
type Remove = StoreWrite & { readonly kind: 'remove' };

/** Texts of the statements that every write of a collection runs. */
interface WriteTexts {
  readonly insert: string;
  readonly insertDocument: string;
  readonly updateDocument: string;
}

const writeTexts = new WeakMap<Collection, WriteTexts>();

function textsOf(collection: Collection): WriteTexts {
  let texts = writeTexts.get(collection);
  if (texts === undefined) {
    const keys = collection.keyList.map((key) => `, ${key.column}`).join('');
    texts = {
      insert: `INSERT INTO ${collection.table}(id, v${keys}) VALUES (?, ?${', ?'.repeat(collection.keyList.length)})`,
      insertDocument: `INSERT INTO ${collection.documentTable}(rid, dv, doc) VALUES (?, ?, ?)`,
      updateDocument: `UPDATE ${collection.documentTable} SET dv = ?, doc = ? WHERE rid = ?`,
    };
    writeTexts.set(collection, texts);
  }
  return texts;
}

function insertRecord(connection: Connection, collection: Collection, write: Insert): number {
  const texts = textsOf(collection);
  const params: unknown[] = [write.document._id, write.document._version];
  for (const key of collection.keyList) params.push(columnValue(key, write.keys[key.shape.id]));
  const rid = Number(connection.statement(texts.insert).run(params).lastInsertRowid);
  connection.statement(texts.insertDocument).run(rid, write.definitionVersion, JSON.stringify(write.document));
  for (const key of collection.keyList) if (key.shape.list) writeElements(connection, key, rid, elementsOf(write.keys[key.shape.id]), []);
  if (collection.searchKeys.some((key) => write.keys[key.shape.id] !== undefined)) queueSearch(connection, collection, rid);
  return rid;
}

function updateRecord(connection: Connection, collection: Collection, write: Update): StaleRead | number {
  const { document, keys, previousKeys } = write;
  const changed = collection.keyList.filter((key) => !sameKey(keys[key.shape.id], previousKeys[key.shape.id]));
  const params: unknown[] = [document._version];
  let text = `UPDATE ${collection.table} SET v = ?`;
  for (const key of changed) {
    text += `, ${key.column} = ?`;
    params.push(columnValue(key, keys[key.shape.id]));
  }
  params.push(document._id, write.expectedVersion);
  const rid = connection.first(`${text} WHERE id = ? AND v = ? RETURNING rid`, params)?.[0] as number | undefined;
  if (rid === undefined) return { kind: 'version', collection: write.collection, id: document._id };
  connection.statement(textsOf(collection).updateDocument).run(write.definitionVersion, JSON.stringify(document), rid);
  followKeys(connection, collection, rid, changed, keys, previousKeys);
  return rid;
}

/** Brings list tables and search after the changed keys of a row. */
function followKeys(connection: Connection, collection: Collection, rid: number, changed: readonly StoredKey[], keys: RecordKeys, previousKeys: RecordKeys): void {
  const lists = changed.filter((key) => key.shape.list);
  const searched = changed.some((key) => collection.searchKeys.includes(key));
  for (const key of lists) writeElements(connection, key, rid, elementsOf(keys[key.shape.id]), elementsOf(previousKeys[key.shape.id]));
  if (searched) queueSearch(connection, collection, rid);
}

function removeRecord(connection: Connection, collection: Collection, write: Remove): StaleRead | number {
  const row = connection.first(`SELECT rid FROM ${collection.table} WHERE id = ? AND v = ?`, [write.id, write.expectedVersion]);
  const rid = row?.[0] as number | undefined;
  if (rid === undefined) return { kind: 'version', collection: write.collection, id: write.id };
  connection.statement(`DELETE FROM ${collection.table} WHERE rid = ?`).run(rid);
  connection.statement(`DELETE FROM ${collection.documentTable} WHERE rid = ?`).run(rid);
  for (const key of collection.keyList) if (key.shape.list) writeElements(connection, key, rid, [], elementsOf(write.previousKeys[key.shape.id]));
  if (collection.searchKeys.length > 0) queueSearch(connection, collection, rid);
  return rid;
}

function writeElements(connection: Connection, key: StoredKey, rid: number, now: readonly Key[], before: readonly Key[]): void {
  for (const value of before) if (!now.includes(value)) connection.statement(`DELETE FROM ${key.listTable} WHERE k = ? AND rid = ?`).run(value, rid);
  for (const value of now) if (!before.includes(value)) connection.statement(`INSERT INTO ${key.listTable}(k, rid) VALUES (?, ?) ON CONFLICT (k, rid) DO NOTHING`).run(value, rid);
}

function columnValue(key: StoredKey, value: KeyValue | undefined): string | number | null {
  if (value === undefined) return null;
  if (key.shape.list) return encodeList(elementsOf(value));
  return (typeof value === 'object' ? value[0] : value) ?? null;
}

function elementsOf(value: KeyValue | undefined): readonly Key[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? [...new Set(value)] : [value];
}

function sameKey(a: KeyValue | undefined, b: KeyValue | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** A constraint that refused the write: the id exists, or a unique key does. */
function readConflict(error: unknown, collection: Collection, write: StoreWrite): StaleRead | undefined {
  if (!codeOf(error).startsWith('SQLITE_CONSTRAINT')) return undefined;
  const id = write.kind === 'remove' ? write.id : write.document._id;
  // "UNIQUE constraint failed: <table>.<column>, <table>.<column>"; our names hold no comma.
  const columns = (error as Error).message.replace(/^.*?failed: /, '').split(', ');
  const keys = columns.flatMap((name) => collection.keysByColumn.get(name.slice(collection.tableName.length + 1)) ?? listKeyOf(name, collection));
  if (keys.length > 0) return { kind: 'unique', collection: write.collection, id, keys };
  return (error as Error).message.endsWith('.id') ? { kind: 'exists', collection: write.collection, id } : undefined;
}

/** The list key in whose table a column lies. */
function listKeyOf(name: string, collection: Collection): string[] {
  return collection.keyList.filter((key) => key.shape.list && `"${name}"` === key.listTable.replace(/"$/, '.k"')).map((key) => key.shape.id);
}
