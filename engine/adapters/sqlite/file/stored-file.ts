import Database from 'better-sqlite3';
import type { RecordDocument } from '#engine/model/values';
import { createCollection } from '../schema/collection.ts';
import { FILE_FORMAT_VERSION } from './store-tables.ts';
import { codeOf, translateError } from './translate-error.ts';

/** Problems that SQLite lists at most. */
const MAX_PROBLEMS = 20;

/** The file of a store, opened to read it without its definitions. */
export interface StoredFile {
  /** Whether this version can read the layout of the file. */
  readonly isKnownLayout: boolean;
  /** Problems that SQLite finds in the structure of the file; empty: none. Reads the whole file. */
  checkIntegrity(): readonly string[];
  /** The documents of a collection by ascending id; empty when there is no such collection. */
  documents(collection: string): Iterable<RecordDocument>;
  /** Number of documents of a collection; 0 when there is no such collection. */
  count(collection: string): number;
  close(): void;
}

/** Opens the file of a store to read it. Throws `store_refused` (not an SQLite file), `store_unavailable`. */
export function openStoredFile(file: string): StoredFile {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 });
    const layout = Number(db.pragma('user_version', { simple: true }));
    const hasTable = db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`).pluck();
    const tablesOf = (name: string): string | undefined => {
      const { tableName, table, documentTable, hasDocumentTable } = createCollection({ name, keys: [], indexes: [], contains: [] });
      if (hasTable.get(tableName) === undefined) return undefined;
      return hasDocumentTable ? `${table} t JOIN ${documentTable} d ON d.rid = t.rid` : `${table} t`;
    };
    return {
      isKnownLayout: layout <= FILE_FORMAT_VERSION,
      checkIntegrity: () => checkIntegrity(db),
      *documents(collection) {
        const tables = tablesOf(collection);
        if (tables === undefined) return;
        for (const text of db.prepare(`SELECT doc FROM ${tables} ORDER BY t.id`).pluck().iterate())
          yield JSON.parse(String(text)) as RecordDocument;
      },
      count: (collection) => {
        const tables = tablesOf(collection);
        return tables === undefined ? 0 : Number(db.prepare(`SELECT count(*) FROM ${tables}`).pluck().get());
      },
      close: () => db.close(),
    };
  } catch (error) {
    throw translateError(error, file);
  }
}

/** Problems that SQLite finds in the structure of a file; empty: none. Reads the whole file. */
export function checkIntegrity(db: Database.Database): readonly string[] {
  try {
    const found = db.prepare(`PRAGMA quick_check(${MAX_PROBLEMS})`).pluck().all().map(String);
    return found.length === 1 && found[0] === 'ok' ? [] : found;
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) throw error;
    return [(error as Error).message];
  }
}

/**
 * Whether a process has the store open, also one that does nothing: an open connection holds a lock on the file. A file that is no
 * database is not open.
 */
export function isSqliteStoreOpen(file: string): boolean {
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; ROLLBACK;');
    return false;
  } catch (error) {
    return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
  } finally {
    db.close();
  }
}
