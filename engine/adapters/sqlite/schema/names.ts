import type { IndexSchema } from '#engine/model/compiled';

/**
 * SQLite compares names case-insensitively, and module and key ids are user input: every character except lowercase
 * letters, digits and `_ . -` is written as `~<hex>~`, so that two ids never share a name and no name has to be trusted.
 */
export function escapeId(id: string): string {
  return id.replace(/[^a-z0-9_.-]/gu, (char) => `~${(char.codePointAt(0) ?? 0).toString(16)}~`);
}

/** Quotes a name for SQL. An escaped name contains no quote; quotes are doubled for safety. */
function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Table of the records of a collection, unquoted, as in error messages and in SQLite's schema. */
export function recordTableName(collection: string): string {
  return `${escapeId(collection)}~r`;
}

export function recordTable(collection: string): string {
  return quoteName(recordTableName(collection));
}

/** Table of the documents, separate from the keys: tests of rows then read a quarter of the pages. */
export function documentTable(collection: string): string {
  return quoteName(`${escapeId(collection)}~d`);
}

/** Table of the elements of one list key. */
export function listTable(collection: string, keyId: string): string {
  return quoteName(listTableName(collection, keyId));
}

export function listTableName(collection: string, keyId: string): string {
  return `${escapeId(collection)}~l~${escapeId(keyId)}`;
}

/** FTS5 table of the keys that support "contains". */
export function searchTableName(collection: string): string {
  return `${escapeId(collection)}~f`;
}

export function searchTable(collection: string): string {
  return quoteName(searchTableName(collection));
}

/** Table of the records whose texts are not in the search table yet. */
export function pendingTable(collection: string): string {
  return quoteName(`${escapeId(collection)}~p`);
}

export function columnName(keyId: string): string {
  return `k_${escapeId(keyId)}`;
}

export function column(keyId: string): string {
  return quoteName(columnName(keyId));
}

/** Prefix of the names of all indexes that schemas define on a collection. */
export function indexPrefix(collection: string): string {
  return `${escapeId(collection)}~i~`;
}

export function indexName(collection: string, { keys, unique, sparse }: IndexSchema): string {
  return `${indexPrefix(collection)}${unique === true ? 'u~' : sparse === true ? 's~' : ''}${keys.map(escapeId).join('+')}`;
}

export function idIndexName(collection: string): string {
  return `${escapeId(collection)}~id`;
}

/** The index of the deleted records, which no schema names. */
export function deletedIndexName(collection: string): string {
  return `${escapeId(collection)}~x`;
}

export { quoteName };
