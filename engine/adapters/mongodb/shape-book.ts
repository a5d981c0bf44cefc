import type { Collection, Db } from 'mongodb';
import type { StoredDocument } from './stored-document.ts';

/** What queries and writes need to know of a collection's shape. */
export interface KnownShape {
  /** Keys whose trigrams are written with a record. */
  readonly contains: readonly string[];
  /** Those of them whose trigrams every record carries, so that they can be asked for. */
  readonly filled: readonly string[];
  /** Keys with an "absent" value that every record carries all the same, so that an index serves their order. */
  readonly whole: readonly string[];
  /** Keys of unique indexes. */
  readonly unique: readonly (readonly string[])[];
}

/** A document of `_meta`: the shape applied to a collection, versions, or a sequence. */
export interface MetaDocument {
  readonly _id: string;
  readonly contains?: readonly string[];
  readonly filled?: readonly string[];
  readonly whole?: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly definitions?: number;
  readonly rights?: number;
  readonly last?: number;
}

const UNKNOWN: KnownShape = { contains: [], filled: [], whole: [], unique: [] };

/** The shapes that this handle applied, or found applied by others. */
export class ShapeBook {
  readonly #database: Db;
  readonly #shapes = new Map<string, KnownShape>();

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
  get marks(): Collection<{ readonly _id: string; readonly c: string; readonly t: string; readonly at: Date }> {
    return this.#database.collection('_muster_marks');
  }

  collection(name: string): Collection<StoredDocument> {
    return this.#database.collection<StoredDocument>(name);
  }

  remember(collection: string, shape: KnownShape): void {
    this.#shapes.set(collection, shape);
  }

  /** The shape of a collection; read from the store where this handle has not applied one itself. */
  async shapeOf(collection: string): Promise<KnownShape> {
    const known = this.#shapes.get(collection);
    if (known !== undefined) return known;
    const stored = await this.meta.findOne({ _id: `shape:${collection}` });
    if (stored === null) return UNKNOWN;
    const shape = { contains: stored.contains ?? [], filled: stored.filled ?? [], whole: stored.whole ?? [], unique: stored.unique ?? [] };
    this.remember(collection, shape);
    return shape;
  }
}
