import type { CollectionShape, KeyShape } from '#engine/model';
import { MusterError } from '../../errors/index.ts';
import { column, columnName, documentTable, idIndexName, indexName, listTable, pendingTable, quoteName, recordTable, recordTableName, searchTable } from './names.ts';

/** A key beside its place in the file. */
export interface StoredKey {
  readonly shape: KeyShape;
  /** Quoted column; a list is kept there as well, for tests of a row. */
  readonly column: string;
  /** Quoted table of the elements; empty for a scalar. */
  readonly listTable: string;
}

export interface StoredIndex {
  /** Quoted. */
  readonly name: string;
  readonly keys: readonly string[];
  readonly unique: boolean;
}

/** A collection as this adapter stores it, worked out once from its shape. */
export interface Collection {
  readonly name: string;
  /** Keys and version of each record. */
  readonly table: string;
  /** Documents, by the same row numbers. */
  readonly documentTable: string;
  readonly tableName: string;
  readonly keys: ReadonlyMap<string, StoredKey>;
  readonly keysByColumn: ReadonlyMap<string, string>;
  readonly keyList: readonly StoredKey[];
  /** Indexes over scalar keys; all but the unique ones end with the id. */
  readonly indexes: readonly StoredIndex[];
  readonly idIndex: string;
  readonly searchKeys: readonly StoredKey[];
  readonly searchTable: string;
  readonly pendingTable: string;
}

export function createCollection(shape: CollectionShape): Collection {
  const keyList = shape.keys.map((key) => ({ shape: key, column: column(key.id), listTable: key.list ? listTable(shape.name, key.id) : '' }));
  const keys = new Map(keyList.map((key) => [key.shape.id, key]));
  return {
    name: shape.name,
    table: recordTable(shape.name),
    documentTable: documentTable(shape.name),
    tableName: recordTableName(shape.name),
    keys,
    keysByColumn: new Map(keyList.map((key) => [columnName(key.shape.id), key.shape.id])),
    keyList,
    indexes: shape.indexes.filter((index) => index.keys.every((id) => keys.get(id)?.shape.list === false)).map((index) => ({
      name: quoteName(indexName(shape.name, index.keys, index.unique === true)),
      keys: index.keys,
      unique: index.unique === true,
    })),
    idIndex: quoteName(idIndexName(shape.name)),
    searchKeys: keyList.filter((key) => shape.contains.includes(key.shape.id) && key.shape.kind === 'text'),
    searchTable: searchTable(shape.name),
    pendingTable: pendingTable(shape.name),
  };
}

/** The collections that this process knows, by name. */
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
    if (!collection) throw new MusterError('store_refused', { values: { where: name, cause: 'this collection was not applied to the store' } });
    return collection;
  }

  /** The key of a collection; one that its shape lacks is a mistake of the caller. */
  key(collection: Collection, id: string): StoredKey {
    const key = collection.keys.get(id);
    if (!key) throw new MusterError('store_refused', { values: { where: collection.name, cause: `the key ${id} was not applied to the store` } });
    return key;
  }
}
