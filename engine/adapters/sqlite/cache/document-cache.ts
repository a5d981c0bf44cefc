import type { StoredRecord } from '../../../ports/index.ts';
import type { Collection } from '../schema/collection.ts';
import type { Connection } from '../file/connection.ts';
import { readRecord } from '../query/read-record.ts';

/** Maximum number of cached documents, some 5 KiB each. */
const MAX_DOCUMENTS = 2000;
/** Share of new documents that are cached when the cache is full. */
const ADMISSION_RATE = 1 / 8;

/**
 * Caches the parsed documents of rows recently read in pages: parsing is most of the work of a page that an index serves.
 */
export class DocumentCache {
  readonly #connection: Connection;
  readonly #byCollection = new Map<string, Map<number, StoredRecord>>();
  #size = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The records of these rows; rows that no longer exist are skipped. `useCache`: false reads all of them from the file. */
  read(collection: Collection, rids: Iterable<number>, useCache: boolean): StoredRecord[] {
    if (!useCache) return this.#readAll(collection, rids);
    const known = this.#byCollection.get(collection.name) ?? new Map<number, StoredRecord>();
    this.#byCollection.set(collection.name, known);
    const records: StoredRecord[] = [];
    for (const rid of rids) {
      const record = known.get(rid) ?? this.#fetch(collection, rid, known);
      if (record) records.push(record);
    }
    return records;
  }

  remove(collection: string, rid: number): void {
    if (this.#byCollection.get(collection)?.delete(rid)) this.#size -= 1;
  }

  #fetch(collection: Collection, rid: number, known: Map<number, StoredRecord>): StoredRecord | undefined {
    const row = this.#readRow(collection, rid);
    if (!row) return undefined;
    // When the cache is full, most new documents are not cached: often requested ones get in eventually, and reading many
    // pages once does not replace the whole cache.
    if (this.#size >= MAX_DOCUMENTS && Math.random() >= ADMISSION_RATE) return readRecord(row);
    const record = { memo: {}, ...readRecord(row) };
    known.set(rid, record);
    this.#size += 1;
    if (this.#size > MAX_DOCUMENTS) this.#dropOldest();
    return record;
  }

  #readAll(collection: Collection, rids: Iterable<number>): StoredRecord[] {
    const records: StoredRecord[] = [];
    for (const rid of rids) {
      const row = this.#readRow(collection, rid);
      if (row) records.push(readRecord(row));
    }
    return records;
  }

  #readRow(collection: Collection, rid: number): unknown[] | undefined {
    return this.#connection.first(`SELECT dv, doc FROM ${collection.documentTable} WHERE rid = ?`, [rid]);
  }

  /** Evicts the oldest document of the largest collection. */
  #dropOldest(): void {
    let largest: Map<number, StoredRecord> | undefined;
    for (const records of this.#byCollection.values()) if (records.size > (largest?.size ?? 0)) largest = records;
    const oldest = largest?.keys().next().value;
    if (oldest !== undefined && largest?.delete(oldest)) this.#size -= 1;
  }

  clear(): void {
    this.#byCollection.clear();
    this.#size = 0;
  }
}
