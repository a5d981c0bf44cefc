import type { Collection, Db } from 'mongodb';
import type { StoredDocument } from './stored-document.ts';

/** The parts of a collection's schema that queries and writes use. */
export interface AppliedSchema {
  /** Keys whose trigrams are written with a record. */
  readonly contains: readonly string[];
  /** Those of `contains` whose trigrams every record has, so that queries can use them. */
  readonly backfilled: readonly string[];
  /** Keys with an "absent" value that every record has nevertheless, so that an index serves their order. */
  readonly alwaysPresent: readonly string[];
  /** Keys of unique indexes. */
  readonly unique: readonly (readonly string[])[];
}

/** A document of `_muster_meta`: the schema applied to a collection, versions, or a sequence. */
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

/** The schemas that this store instance applied, or read from the database. */
export class SchemaRegistry {
  readonly #database: Db;
  readonly #schemas = new Map<string, AppliedSchema>();

  constructor(database: Db) {
    this.#database = database;
  }

  get meta(): Collection<MetaDocument> {
    return this.#database.collection<MetaDocument>('_muster_meta');
  }

  /** Claim documents: units with the same lock key conflict by writing the same one. */
  get claims(): Collection<{ readonly _id: number; readonly mark: string }> {
    return this.#database.collection('_muster_claims');
  }

  /** The last write of each slot to each collection: see `QueryCache`. */
  get markers(): Collection<{ readonly _id: string; readonly c: string; readonly t: string; readonly at: Date }> {
    return this.#database.collection('_muster_marks');
  }

  collection(name: string): Collection<StoredDocument> {
    return this.#database.collection<StoredDocument>(name);
  }

  cacheSchema(collection: string, schema: AppliedSchema): void {
    this.#schemas.set(collection, schema);
  }

  /** The schema of a collection; read from the database when this instance has not applied it. */
  async getSchema(collection: string): Promise<AppliedSchema> {
    const known = this.#schemas.get(collection);
    if (known !== undefined) return known;
    const stored = await this.meta.findOne({ _id: `schema:${collection}` });
    if (stored === null) return UNKNOWN;
    const schema = {
      contains: stored.contains ?? [],
      backfilled: stored.backfilled ?? [],
      alwaysPresent: stored.alwaysPresent ?? [],
      unique: stored.unique ?? [],
    };
    this.cacheSchema(collection, schema);
    return schema;
  }
}
