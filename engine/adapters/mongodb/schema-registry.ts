import type { Collection, Db } from 'mongodb';
import type { StoredDocument } from './stored-document.ts';

/** What queries and writes need to know of a collection's shape. */
export interface AppliedSchema {
  /** Keys whose trigrams are written with a record. */
  readonly contains: readonly string[];
  /** Those of them whose trigrams every record carries, so that they can be asked for. */
  readonly backfilled: readonly string[];
  /** Keys with an "absent" value that every record carries all the same, so that an index serves their order. */
  readonly alwaysPresent: readonly string[];
  /** Keys of unique indexes. */
  readonly unique: readonly (readonly string[])[];
}

/** A document of `_meta`: the shape applied to a collection, versions, or a sequence. */
export interface MetaDocument {
  readonly _id: string;
  readonly contains?: readonly string[];
  readonly backfilled?: readonly string[];
  readonly alwaysPresent?: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly definitions?: number;
  readonly rights?: number;
  readonly last?: number;
}

const UNKNOWN: AppliedSchema = { contains: [], backfilled: [], alwaysPresent: [], unique: [] };

/** The shapes that this handle applied, or found applied by others. */
export class SchemaRegistry {
  readonly #database: Db;
  readonly #schemas = new Map<string, AppliedSchema>();

  constructor(database: Db) {
    this.#database = database;
  }

  get meta(): Collection<MetaDocument> {
    return this.#database.collection<MetaDocument>('_muster_meta');
  }

  /** Claim documents, by which units with the same lock key conflict. */
  get claims(): Collection<{ readonly _id: number; readonly mark: string }> {
    return this.#database.collection('_muster_claims');
  }

  /** Who wrote to which collection last: see the change book. */
  get markers(): Collection<{ readonly _id: string; readonly c: string; readonly t: string; readonly at: Date }> {
    return this.#database.collection('_muster_marks');
  }

  collection(name: string): Collection<StoredDocument> {
    return this.#database.collection<StoredDocument>(name);
  }

  cacheSchema(collection: string, schema: AppliedSchema): void {
    this.#schemas.set(collection, schema);
  }

  /** The shape of a collection; read from the store where this handle has not applied one itself. */
  async getSchema(collection: string): Promise<AppliedSchema> {
    const known = this.#schemas.get(collection);
    if (known !== undefined) return known;
    const stored = await this.meta.findOne({ _id: `schema:${collection}` });
    if (stored === null) return UNKNOWN;
    const schema = { contains: stored.contains ?? [], backfilled: stored.backfilled ?? [], alwaysPresent: stored.alwaysPresent ?? [], unique: stored.unique ?? [] };
    this.cacheSchema(collection, schema);
    return schema;
  }
}
