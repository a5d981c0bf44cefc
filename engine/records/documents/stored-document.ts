import { setTimeout as pause } from 'node:timers/promises';
import { MusterError } from '../../errors/index.ts';
import type { StorePort, StoreWrite, UnitOfWork } from '../../ports/index.ts';
import type { CollectionSchema, Key, KeySchema, RecordKeys } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import type { JsonValue, RecordDocument } from '#engine/model/values';

/** A key of a collection; with `isList`, a document may have several values for it. */
export function defineKey(id: string, kind: KeySchema['kind'] = 'text', isList = false): KeySchema {
  return { id, kind, list: isList };
}

type Fields = { readonly [name: string]: JsonValue };

/** Maximum attempts of a change that conflicts with other requests. */
const MAX_TRIES = 30;

/** The keys of a document: its properties with the names of the keys. */
export function documentKeysOf(schema: CollectionSchema, document: RecordDocument): RecordKeys {
  return Object.fromEntries(schema.keys.flatMap((key) => (isSet(document[key.id]) ? [[key.id, document[key.id] as Key]] : [])));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** One document of a package's own collections, or undefined. */
export async function readStoredDocument(store: StorePort, schema: CollectionSchema, id: string): Promise<RecordDocument | undefined> {
  return (await store.get(schema.name, [id]))[0]?.document;
}

/** Which documents are due: those whose key, a time, has come. */
interface DueQuery {
  readonly key: KeySchema;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly limit: number;
  /** Only these; default: all. */
  readonly filter?: FilterNode;
}

/** The documents that are due, the longest due first: one range of the index of the key. */
export async function findDueDocuments(
  store: StorePort,
  { name }: CollectionSchema,
  { key, now, limit, filter }: DueQuery,
): Promise<readonly RecordDocument[]> {
  const due: FilterNode = { kind: 'range', key, lte: now };
  const found = await store.find({
    collection: name,
    filter: filter === undefined ? due : { kind: 'all', nodes: [filter, due] },
    sort: [{ kind: 'key', key, descending: false }],
    limit,
  });
  return found.map(({ document }) => document);
}

/** Commits units together, or each by itself if one of them is stale. Returns those that were committed. */
export async function commitFresh<Unit extends Pick<UnitOfWork, 'writes'>>(
  store: StorePort,
  units: readonly Unit[],
): Promise<readonly Unit[]> {
  if (units.length === 0 || (await store.commit({ writes: units.flatMap(({ writes }) => writes) })).committed) return units;
  const committed: Unit[] = [];
  for (const unit of units) if ((await store.commit({ writes: unit.writes })).committed) committed.push(unit);
  return committed;
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
  build: () => Promise<{ readonly unit: UnitOfWork | undefined; readonly result: T }>,
): Promise<T> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    // A random pause, so that requests that conflicted do not conflict again.
    if (attempt > 1) await pause(Math.random() * Math.min(50, 2 ** attempt));
    const { unit, result } = await build();
    if (!unit || (await store.commit(unit)).committed) return result;
  }
  throw new MusterError('overloaded');
}

const MAX_UPDATE_TRIES = 20;

/** The new state of a system document; `undefined`: it is removed. */
export interface SystemDocumentChange {
  readonly document: { readonly [name: string]: RecordDocument[string] } | undefined;
  readonly keys: RecordKeys;
  readonly previousKeys: RecordKeys;
}

/** Changes one system document, and repeats this from the stored state if another process was first. */
export async function updateSystemDocument(
  store: StorePort,
  collection: string,
  id: string,
  change: (before: RecordDocument | undefined) => SystemDocumentChange,
): Promise<void> {
  for (let tries = 0; tries < MAX_UPDATE_TRIES; tries += 1) {
    const [stored] = await store.get(collection, [id]);
    const before = stored?.document;
    const next = change(before);
    if (before === undefined && next.document === undefined) return;
    if ((await store.commit({ writes: [createSystemDocumentWrite(collection, id, before, next)] })).committed) return;
  }
  throw new MusterError('overloaded');
}

/** The write for the change of a system document. */
export function createSystemDocumentWrite(
  collection: string,
  id: string,
  before: RecordDocument | undefined,
  { document, keys, previousKeys }: SystemDocumentChange,
): StoreWrite {
  const expectedVersion = before?._version ?? 0;
  if (document === undefined) return { kind: 'remove', collection, id, previousKeys, expectedVersion };
  const whole: RecordDocument = { ...document, _id: id, _version: expectedVersion + 1 };
  if (before === undefined) return { kind: 'insert', collection, document: whole, keys, definitionVersion: 0 };
  return { kind: 'update', collection, document: whole, keys, previousKeys, expectedVersion, definitionVersion: 0 };
}

/** Which entries of this package's own collections are removed, and in what portions. */
export interface RemovalOptions {
  readonly collection: string;
  readonly filter: FilterNode;
  /** The keys that an entry was written with. */
  readonly keysOf: (document: RecordDocument) => RecordKeys;
  /** Entries removed in one commit. */
  readonly round: number;
  /** Maximum rounds per run; the rest is removed in the next run. */
  readonly maxRounds: number;
}

/** Removes expired entries in small commits, and returns their number. Errors: of the store. */
export async function removeInRounds(store: StorePort, { collection, filter, keysOf, round, maxRounds }: RemovalOptions): Promise<number> {
  let removed = 0;
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    const old = await store.find({ collection, filter, sort: [], limit: round });
    if (old.length === 0) return removed;
    const writes = old.map(({ document }) => ({
      kind: 'remove' as const,
      collection,
      id: document._id,
      previousKeys: keysOf(document),
      expectedVersion: document._version,
    }));
    // Another process removes entries too, or an entry was used again: the rest is removed in the next run.
    if (!(await store.commit({ writes })).committed) return removed;
    removed += old.length;
  }
  return removed;
}
