import { setTimeout as pause } from 'node:timers/promises';
import { MusterError } from '../../errors/index.ts';
import type { StorePort, StoreWrite, UnitOfWork } from '../../ports/index.ts';
import type { CollectionSchema, JsonValue, Key, RecordDocument, RecordKeys } from '#engine/model';

type Fields = { readonly [name: string]: JsonValue };

/** Maximum attempts of a change that conflicts with other requests. */
const MAX_TRIES = 30;

/** The keys of a document: its properties with the names of the keys. */
export function documentKeysOf(schema: CollectionSchema, document: RecordDocument): RecordKeys {
  return Object.fromEntries(schema.keys.flatMap((key) => (document[key.id] === undefined ? [] : [[key.id, document[key.id] as Key]])));
}

/** One document of a package's own collections, or undefined. */
export async function readStoredDocument(store: StorePort, schema: CollectionSchema, id: string): Promise<RecordDocument | undefined> {
  return (await store.get(schema.name, [id]))[0]?.document;
}

/** The write that replaces the stored document (or inserts one) with `fields`. */
export function createDocumentWrite(schema: CollectionSchema, id: string, before: RecordDocument | undefined, fields: Fields): StoreWrite {
  const document: RecordDocument = { ...fields, _id: id, _version: (before?._version ?? 0) + 1 };
  if (!before) return { kind: 'insert', collection: schema.name, document, keys: documentKeysOf(schema, document), definitionVersion: 0 };
  return {
    kind: 'update',
    collection: schema.name,
    document,
    keys: documentKeysOf(schema, document),
    previousKeys: documentKeysOf(schema, before),
    expectedVersion: before._version,
    definitionVersion: 0,
  };
}

/** The write that removes a document. */
export function createDocumentRemoval(schema: CollectionSchema, before: RecordDocument): StoreWrite {
  return {
    kind: 'remove',
    collection: schema.name,
    id: before._id,
    previousKeys: documentKeysOf(schema, before),
    expectedVersion: before._version,
  };
}

/** Builds and commits a unit, and repeats both if its reads are stale; `build` may return no unit if there is nothing to do. */
export async function commitUnitWithRetry<T>(
  store: StorePort,
  build: () => Promise<{ readonly unit: UnitOfWork | undefined; readonly answer: T }>,
): Promise<T> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    // A random pause, so that requests that conflicted do not conflict again.
    if (attempt > 1) await pause(Math.random() * Math.min(50, 2 ** attempt));
    const { unit, answer } = await build();
    if (!unit || (await store.commit(unit)).committed) return answer;
  }
  throw new MusterError('overloaded');
}
