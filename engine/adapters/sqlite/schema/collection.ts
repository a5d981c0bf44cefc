import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import { MusterError } from '../../../errors/index.ts';
import {
  column,
  columnName,
  documentTable,
  idIndexName,
  indexName,
  listTable,
  pendingTable,
  quoteName,
  recordTable,
  recordTableName,
  searchTable,
} from './names.ts';

/** A key with its column and its table in the file. */
export interface StoredKey {
  readonly schema: KeySchema;
  /** Quoted column; lists are stored there as well, for tests of a row. */
  readonly column: string;
  /** Quoted table of the elements; empty for a scalar. */
  readonly listTable: string;
}

export interface StoredIndex {
  /** Quoted. */
  readonly name: string;
  readonly keys: readonly string[];
  readonly unique: boolean;
  /** Only serves conditions that no record without the key meets. */
  readonly sparse: boolean;
}

/** A collection as this adapter stores it, computed once from its schema. */
export interface Collection {
  readonly name: string;
  /** Keys and version of each record. */
  readonly table: string;
  /**
   * Documents, by the same row numbers. For internal collections the same table, because they are seldom searched without
   * reading the documents, and every save writes some.
   */
  readonly documentTable: string;
  readonly hasDocumentTable: boolean;
  /** Reads the definition version and the document of an id. */
  readonly readText: string;
  readonly tableName: string;
  readonly keys: ReadonlyMap<string, StoredKey>;
  readonly keysByColumn: ReadonlyMap<string, string>;
  readonly keyList: readonly StoredKey[];
  /** Indexes over scalar keys; all but the unique ones end with the id. */
  readonly indexes: readonly StoredIndex[];
  readonly idIndex: string;
  /** The key of deleted records; they have an index of their own. */
  readonly deletedKey: StoredKey | undefined;
  readonly searchKeys: readonly StoredKey[];
  readonly searchTable: string;
  readonly pendingTable: string;
}

export function createCollection(schema: CollectionSchema): Collection {
  const keyList = schema.keys.map((key) => ({
    schema: key,
    column: column(key.id),
    listTable: key.list ? listTable(schema.name, key.id) : '',
  }));
  const keys = new Map(keyList.map((key) => [key.schema.id, key]));
  const hasDocumentTable = !schema.name.startsWith('_');
  const table = recordTable(schema.name);
  const documents = hasDocumentTable ? documentTable(schema.name) : table;
  return {
    name: schema.name,
    table,
    documentTable: documents,
    hasDocumentTable,
    readText: `SELECT d.dv, d.doc FROM ${table} t CROSS JOIN ${documents} d ON d.rid = t.rid WHERE t.id = ?`,
    tableName: recordTableName(schema.name),
    keys,
    keysByColumn: new Map(keyList.map((key) => [columnName(key.schema.id), key.schema.id])),
    keyList,
    indexes: schema.indexes
      .filter((index) => index.keys.every((id) => keys.get(id)?.schema.list === false))
      .map((index) => ({
        name: quoteName(indexName(schema.name, index)),
        keys: index.keys,
        unique: index.unique === true,
        sparse: index.sparse === true,
      })),
    idIndex: quoteName(idIndexName(schema.name)),
    deletedKey: keys.get(schema.deletedKey ?? ''),
    searchKeys: keyList.filter((key) => schema.contains.includes(key.schema.id) && key.schema.kind === 'text'),
    searchTable: searchTable(schema.name),
    pendingTable: pendingTable(schema.name),
  };
}

/** The collections that were applied in this process, by name. */
export class CollectionMap {
  readonly #byName = new Map<string, Collection>();

  set(collection: Collection): void {
    this.#byName.set(collection.name, collection);
  }

  all(): Iterable<Collection> {
    return this.#byName.values();
  }

  get(name: string): Collection {
    const collection = this.#byName.get(name);
    if (!collection)
      throw new MusterError('store_refused', { values: { where: name, cause: 'this collection was not applied to the store' } });
    return collection;
  }

  /** The key of a collection. Throws when it is not in the schema, which is a mistake of the caller. */
  key(collection: Collection, id: string): StoredKey {
    const key = collection.keys.get(id);
    if (!key)
      throw new MusterError('store_refused', { values: { where: collection.name, cause: `the key ${id} was not applied to the store` } });
    return key;
  }
}
