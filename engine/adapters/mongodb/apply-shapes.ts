import { isDeepStrictEqual } from 'node:util';
import { MongoServerError, type AnyBulkWriteOperation, type Db, type IndexDescription } from 'mongodb';
import type { CollectionShape } from '#engine/model';
import { MusterError } from '../../errors/index.ts';
import { keyName, keyPath } from './key-path.ts';
import type { MetaDocument, ShapeBook } from './shape-book.ts';
import type { StoredDocument } from './stored-document.ts';
import { recordTrigrams } from './trigrams.ts';

/** MongoDB allows 64, one of them on _id. */
export const MOST_INDEXES = 63;
const OURS = 'muster_';
const ALREADY_THERE = 48;
const BATCH = 500;

/** Collections that are made ready at the same time: each waits for the disk. */
const AT_ONCE = 8;

/** Makes what the shapes ask for and takes away the indexes of ours that none does; where all is there already, that is all it asks. */
export async function applyShapes(database: Db, book: ShapeBook, shapes: readonly CollectionShape[]): Promise<void> {
  for (const shape of shapes) assertIndexCount(shape);
  const [listed, known] = await Promise.all([
    database.listCollections({ name: { $in: shapes.map(({ name }) => name) } }, { nameOnly: true }).toArray(),
    book.meta.find({ _id: { $in: shapes.map(({ name }) => shapeId(name)) } }).toArray(),
  ]);
  const present = new Set(listed.map(({ name }) => name));
  const stored = new Map(known.map((document) => [document._id, document]));
  const waiting = [...shapes];
  const work = async (): Promise<void> => {
    for (let shape = waiting.shift(); shape !== undefined; shape = waiting.shift()) {
      await applyIndexes(database, book, shape, present.has(shape.name));
      const known = stored.get(shapeId(shape.name));
      await applyContains(book, shape, known, await findWhole(book, shape, present.has(shape.name), known?.whole ?? []));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function assertIndexCount(shape: CollectionShape): void {
  const wanted = listIndexes(shape).length;
  if (wanted > MOST_INDEXES) throw new MusterError('store_refused', { values: { where: shape.name, cause: `it wants ${wanted} indexes, and MongoDB allows ${MOST_INDEXES}` } });
}

async function applyIndexes(database: Db, book: ShapeBook, shape: CollectionShape, exists: boolean): Promise<void> {
  const wanted = listIndexes(shape);
  const collection = book.collection(shape.name);
  // A transaction may not make a collection on every server; an index makes one on the way.
  if (!exists && wanted.length === 0) return createCollection(database, shape.name);
  const present = exists ? (await collection.indexes()).map((index) => index.name ?? '') : [];
  const names = new Set(wanted.map((index) => index.name));
  for (const name of present) if (name.startsWith(OURS) && !names.has(name)) await dropIndex(database, shape.name, name);
  const missing = wanted.filter((index) => !present.includes(index.name ?? ''));
  if (missing.length > 0) await collection.createIndexes(missing);
}

async function createCollection(database: Db, name: string): Promise<void> {
  try {
    await database.createCollection(name);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === ALREADY_THERE)) throw error;
  }
}

async function dropIndex(database: Db, collection: string, name: string): Promise<void> {
  try {
    await database.collection(collection).dropIndex(name);
  } catch (error) {
    // Another process did it first.
    if (!(error instanceof MongoServerError && error.codeName === 'IndexNotFound')) throw error;
  }
}

function listIndexes(shape: CollectionShape): IndexDescription[] {
  const indexes = new Map<string, IndexDescription>();
  for (const { keys, unique } of shape.indexes) {
    const index = unique === true ? uniqueIndex(keys) : plainIndex(keys);
    indexes.set(index.name ?? '', index);
  }
  if (shape.contains.length > 0) indexes.set(`${OURS}trigrams`, { name: `${OURS}trigrams`, key: { g: 1, _id: 1 } });
  return [...indexes.values()];
}

function plainIndex(keys: readonly string[]): IndexDescription {
  return { name: OURS + keys.map(keyName).join('+'), key: { ...Object.fromEntries(keys.map((keyId) => [keyPath(keyId), 1])), _id: 1 } };
}

/** Records in which one of the keys is missing are left out of it, so that they never collide. */
function uniqueIndex(keys: readonly string[]): IndexDescription {
  return {
    name: `${uniqueName(keys)}`, unique: true,
    key: Object.fromEntries(keys.map((keyId) => [keyPath(keyId), 1])),
    partialFilterExpression: Object.fromEntries(keys.map((keyId) => [keyPath(keyId), { $exists: true }])),
  };
}

/** The name of the unique index over some keys, by which a refusal is known. */
export function uniqueName(keys: readonly string[]): string {
  return `${OURS}unique_${keys.map(keyName).join('+')}`;
}

/**
 * Records written before a key answered "contains" lack its trigrams. From now on they are written, then filled in where
 * they lack, and only then asked for.
 */
async function applyContains(book: ShapeBook, shape: CollectionShape, stored: MetaDocument | undefined, whole: readonly string[]): Promise<void> {
  const _id = shapeId(shape.name);
  const before = stored?.filled ?? [];
  const unique = shape.indexes.filter((index) => index.unique === true).map((index) => index.keys);
  const added = shape.contains.filter((keyId) => !before.includes(keyId));
  const state = { contains: [...shape.contains], unique, whole };
  const done = { ...state, filled: state.contains };
  if (isDeepStrictEqual({ contains: stored?.contains, unique: stored?.unique, whole: stored?.whole, filled: stored?.filled }, done)) return book.remember(shape.name, done);
  if (added.length > 0) {
    const filled = shape.contains.filter((keyId) => before.includes(keyId));
    await book.meta.updateOne({ _id }, { $set: { ...state, filled } }, { upsert: true });
    book.remember(shape.name, { ...state, filled });
    await fillTrigrams(book, shape.name, added);
  }
  await book.meta.updateOne({ _id }, { $set: done }, { upsert: true });
  book.remember(shape.name, done);
}

/**
 * The keys with an "absent" value that all records carry: those that were there from the first record on, and those that
 * came to be in every one. They stay so, for each write carries them.
 */
async function findWhole(book: ShapeBook, shape: CollectionShape, exists: boolean, known: readonly string[]): Promise<string[]> {
  const keys = shape.keys.filter((key) => key.absent !== undefined).map((key) => key.id);
  if (!exists) return keys;
  const gaps = await Promise.all(keys.map(async (id) => !known.includes(id) && (await book.collection(shape.name).findOne({ [keyPath(id)]: null }, { projection: { _id: 1 } })) !== null));
  return keys.filter((_, index) => gaps[index] === false);
}

function shapeId(name: string): string {
  return `shape:${name}`;
}

async function fillTrigrams(book: ShapeBook, name: string, keys: readonly string[]): Promise<void> {
  const collection = book.collection(name);
  let batch: AnyBulkWriteOperation<StoredDocument>[] = [];
  const filter = { $or: keys.map((keyId) => ({ [keyPath(keyId)]: { $exists: true } })) };
  for await (const stored of collection.find(filter, { projection: { k: 1, v: 1 } })) {
    const own = Object.fromEntries(keys.map((keyId) => [keyId, stored.k[keyName(keyId)]]));
    const trigrams = recordTrigrams(own, keys);
    // A record saved meanwhile had its trigrams made by that save, or is met again by the next one.
    if (trigrams !== undefined) batch.push({ updateOne: { filter: { _id: stored._id, v: stored.v }, update: { $addToSet: { g: { $each: trigrams } } } } });
    if (batch.length >= BATCH) {
      await collection.bulkWrite(batch, { ordered: false });
      batch = [];
    }
  }
  if (batch.length > 0) await collection.bulkWrite(batch, { ordered: false });
}
