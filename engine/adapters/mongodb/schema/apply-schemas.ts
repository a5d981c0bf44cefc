import { isDeepStrictEqual } from 'node:util';
import { MongoServerError, type AnyBulkWriteOperation, type Db, type IndexDescription } from 'mongodb';
import type { CollectionSchema, IndexSchema } from '#engine/model/compiled';
import { MusterError } from '../../../errors/index.ts';
import type { MissingIndex } from '../../../ports/index.ts';
import { keyName, keyPath } from './key-path.ts';
import type { MetaDocument, SchemaRegistry } from './schema-registry.ts';
import type { StoredDocument } from './stored-document.ts';
import { recordTrigrams } from '../search/trigrams.ts';

/** MongoDB allows 64, one of them on _id. */
export const MAX_INDEXES_PER_COLLECTION = 63;
const INDEX_PREFIX = 'muster_';
const TRIGRAM_INDEX = `${INDEX_PREFIX}trigrams`;
const NAMESPACE_EXISTS = 48;
const BATCH = 500;

/** Schemas that are applied at the same time: each waits for the disk. */
const MAX_CONCURRENT_COLLECTIONS = 8;

/** Creates what the schemas need and drops our indexes that are in no schema. When nothing has changed it only reads. */
export async function applySchemas(database: Db, schemaRegistry: SchemaRegistry, schemas: readonly CollectionSchema[]): Promise<void> {
  for (const schema of schemas) assertIndexCount(schema);
  const [listed, known] = await Promise.all([
    database.listCollections({ name: { $in: schemas.map(({ name }) => name) } }, { nameOnly: true }).toArray(),
    schemaRegistry.meta.find({ _id: { $in: schemas.map(({ name }) => schemaDocumentId(name)) } }).toArray(),
  ]);
  const present = new Set(listed.map(({ name }) => name));
  const stored = new Map(known.map((document) => [document._id, document]));
  const waiting = [...schemas];
  const work = async (): Promise<void> => {
    for (let schema = waiting.shift(); schema !== undefined; schema = waiting.shift()) {
      await applyIndexes(database, schemaRegistry, schema, present.has(schema.name));
      const known = stored.get(schemaDocumentId(schema.name));
      await applySearchKeys(
        schemaRegistry,
        schema,
        known,
        await findAlwaysPresent(schemaRegistry, schema, present.has(schema.name), known?.alwaysPresent ?? []),
      );
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_COLLECTIONS }, work));
}

/** Of a store that is only read: the search keys that its records have. Nothing is created. */
export async function readSchemas(schemaRegistry: SchemaRegistry, schemas: readonly CollectionSchema[]): Promise<void> {
  await Promise.all(schemas.map(({ name }) => schemaRegistry.getSchema(name)));
}

/** The indexes of the schemas that the database does not have; without keys: the collection is missing. */
export async function findMissingIndexes(
  database: Db,
  schemaRegistry: SchemaRegistry,
  schemas: Iterable<CollectionSchema>,
): Promise<readonly MissingIndex[]> {
  const present = new Set((await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  const missing: MissingIndex[] = [];
  for (const schema of schemas) {
    if (!present.has(schema.name)) {
      missing.push({ collection: schema.name, keys: [] });
      continue;
    }
    const names = new Set((await schemaRegistry.collection(schema.name).indexes()).map(({ name }) => name));
    const indexes = schema.indexes.filter((index) => !names.has(indexName(index))).map(({ keys }) => keys);
    if (schema.contains.length > 0 && !names.has(TRIGRAM_INDEX)) indexes.push(schema.contains);
    missing.push(...indexes.map((keys) => ({ collection: schema.name, keys })));
  }
  return missing;
}

function assertIndexCount(schema: CollectionSchema): void {
  const wanted = listIndexes(schema).length;
  if (wanted > MAX_INDEXES_PER_COLLECTION)
    throw new MusterError('store_refused', {
      values: { where: schema.name, cause: `it wants ${wanted} indexes, and MongoDB allows ${MAX_INDEXES_PER_COLLECTION}` },
    });
}

async function applyIndexes(database: Db, schemaRegistry: SchemaRegistry, schema: CollectionSchema, exists: boolean): Promise<void> {
  const wanted = listIndexes(schema);
  const collection = schemaRegistry.collection(schema.name);
  // Not every server can create a collection in a transaction. Creating an index creates the collection too.
  if (!exists && wanted.length === 0) return createCollection(database, schema.name);
  const present = exists ? (await collection.indexes()).map((index) => index.name ?? '') : [];
  const names = new Set(wanted.map((index) => index.name));
  for (const name of present) if (name.startsWith(INDEX_PREFIX) && !names.has(name)) await dropIndex(database, schema.name, name);
  const missing = wanted.filter((index) => !present.includes(index.name ?? ''));
  if (missing.length > 0) await collection.createIndexes(missing);
}

async function createCollection(database: Db, name: string): Promise<void> {
  try {
    await database.createCollection(name);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === NAMESPACE_EXISTS)) throw error;
  }
}

async function dropIndex(database: Db, collection: string, name: string): Promise<void> {
  try {
    await database.collection(collection).dropIndex(name);
  } catch (error) {
    // Another process dropped it first.
    if (!(error instanceof MongoServerError && error.codeName === 'IndexNotFound')) throw error;
  }
}

function listIndexes(schema: CollectionSchema): IndexDescription[] {
  const indexes = new Map<string, IndexDescription>();
  for (const index of schema.indexes) indexes.set(indexName(index), describeIndex(index));
  if (schema.contains.length > 0) indexes.set(TRIGRAM_INDEX, { name: TRIGRAM_INDEX, key: { g: 1, _id: 1 } });
  return [...indexes.values()];
}

function describeIndex(index: IndexSchema): IndexDescription {
  const { keys, unique = false, sparse = false } = index;
  const paths = Object.fromEntries(keys.map((keyId) => [keyPath(keyId), 1]));
  return {
    name: indexName(index),
    key: unique ? paths : { ...paths, _id: 1 },
    ...(unique ? { unique } : {}),
    // Records without one of the keys are not in the index, so that they never conflict.
    ...(unique || sparse ? { partialFilterExpression: Object.fromEntries(keys.map((keyId) => [keyPath(keyId), { $exists: true }])) } : {}),
  };
}

/** Name of an index. */
export function indexName({ keys, unique, sparse }: IndexSchema): string {
  return unique === true ? uniqueName(keys) : `${INDEX_PREFIX}${keys.map(keyName).join('+')}${sparse === true ? '_sparse' : ''}`;
}

/** Name of the unique index on these keys, which identifies it in a duplicate key error. */
export function uniqueName(keys: readonly string[]): string {
  return `${INDEX_PREFIX}unique_${keys.map(keyName).join('+')}`;
}

/**
 * Records written before a key supported "contains" have no trigrams for it. From now on writes include the trigrams,
 * then older records are backfilled, and only then do queries use them.
 */
async function applySearchKeys(
  schemaRegistry: SchemaRegistry,
  schema: CollectionSchema,
  stored: MetaDocument | undefined,
  alwaysPresent: readonly string[],
): Promise<void> {
  const _id = schemaDocumentId(schema.name);
  const before = stored?.backfilled ?? [];
  const unique = schema.indexes.filter((index) => index.unique === true).map((index) => index.keys);
  const added = schema.contains.filter((keyId) => !before.includes(keyId));
  const state = { contains: [...schema.contains], unique, alwaysPresent };
  const done = { ...state, backfilled: state.contains };
  if (
    isDeepStrictEqual(
      { contains: stored?.contains, unique: stored?.unique, alwaysPresent: stored?.alwaysPresent, backfilled: stored?.backfilled },
      done,
    )
  )
    return schemaRegistry.cacheSchema(schema.name, done);
  if (added.length > 0) {
    const backfilled = schema.contains.filter((keyId) => before.includes(keyId));
    await schemaRegistry.meta.updateOne({ _id }, { $set: { ...state, backfilled } }, { upsert: true });
    schemaRegistry.cacheSchema(schema.name, { ...state, backfilled });
    await fillTrigrams(schemaRegistry, schema.name, added);
  }
  await schemaRegistry.meta.updateOne({ _id }, { $set: done }, { upsert: true });
  schemaRegistry.cacheSchema(schema.name, done);
}

/**
 * Keys with an "absent" value that all records have: keys that existed before the first record, and keys that are by now
 * in every record. This stays true, because each write includes them.
 */
async function findAlwaysPresent(
  schemaRegistry: SchemaRegistry,
  schema: CollectionSchema,
  exists: boolean,
  known: readonly string[],
): Promise<string[]> {
  const keys = schema.keys.filter((key) => key.absent !== undefined).map((key) => key.id);
  if (!exists) return keys;
  const gaps = await Promise.all(
    keys.map(
      async (id) =>
        !known.includes(id) &&
        (await schemaRegistry.collection(schema.name).findOne({ [keyPath(id)]: null }, { projection: { _id: 1 } })) !== null,
    ),
  );
  return keys.filter((_, index) => gaps[index] === false);
}

function schemaDocumentId(name: string): string {
  return `schema:${name}`;
}

async function fillTrigrams(schemaRegistry: SchemaRegistry, name: string, keys: readonly string[]): Promise<void> {
  const collection = schemaRegistry.collection(name);
  let batch: AnyBulkWriteOperation<StoredDocument>[] = [];
  const filter = { $or: keys.map((keyId) => ({ [keyPath(keyId)]: { $exists: true } })) };
  for await (const stored of collection.find(filter, { projection: { k: 1, v: 1 } })) {
    const own = Object.fromEntries(keys.map((keyId) => [keyId, stored.k[keyName(keyId)]]));
    const trigrams = recordTrigrams(own, keys);
    // A record that was saved meanwhile has another `v` and is skipped: its trigrams come from that save or from the next one.
    if (trigrams !== undefined)
      batch.push({ updateOne: { filter: { _id: stored._id, v: stored.v }, update: { $addToSet: { g: { $each: trigrams } } } } });
    if (batch.length >= BATCH) {
      await collection.bulkWrite(batch, { ordered: false });
      batch = [];
    }
  }
  if (batch.length > 0) await collection.bulkWrite(batch, { ordered: false });
}
