import type { Application } from './compose.ts';
import { NOTIFICATIONS_COLLECTION } from '../notifications/index.ts';
import type { StorePort, StoreWrite, StoredRecord } from '../ports/index.ts';
import { documentKeysOf, removeInRounds } from '../records/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { makeKeys } from '#engine/model/keys';
import { MATCH_ALL } from '#engine/model/filter';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';

/** Records removed in one commit. */
const CHUNK = 500;

/**
 * Removes the records of an interrupted first seed: those that neither the first admin nor a user created by them directly
 * or indirectly has created. The first admin, the Global team and the roles stay. Returns the number of removed records.
 * Skips the save pipeline, because nobody ever worked with these records.
 */
export async function removeInterruptedSeed(application: Application): Promise<number> {
  const { registry, store } = application;
  const modules = [...registry.current().modules.values()];
  const people = await findPeople(store, modules);
  let removed = 0;
  for (const module of modules) {
    if (module.definition.mirrors !== undefined) continue;
    removed += await clearModule(store, module, people);
  }
  await removeInRounds(store, {
    collection: NOTIFICATIONS_COLLECTION.name,
    filter: MATCH_ALL,
    keysOf: (document) => documentKeysOf(NOTIFICATIONS_COLLECTION, document),
    round: CHUNK,
    maxRounds: Number.POSITIVE_INFINITY,
  });
  return removed;
}

async function clearModule(store: StorePort, module: CompiledModule, people: ReadonlySet<string>): Promise<number> {
  const collection = module.storage.name;
  const isRetained = ({ _id, created_by }: RecordDocument): boolean =>
    _id === GLOBAL_TEAM_ID || people.has(_id) || (typeof created_by === 'string' && people.has(created_by));
  let writes: StoreWrite[] = [];
  let removed = 0;
  const flush = async (): Promise<void> => {
    if (writes.length === 0) return;
    const result = await store.commit({ writes, bumps: ['rights'] });
    if (result.committed) removed += writes.length;
    writes = [];
  };
  for (const { document } of await readAll(store, module)) {
    if (isRetained(document)) continue;
    writes.push({
      kind: 'remove',
      collection,
      id: document._id,
      previousKeys: makeKeys(module, document),
      expectedVersion: document._version,
    });
    if (writes.length === CHUNK) await flush();
  }
  await flush();
  return removed;
}

/** Returns the first user, who is the first admin, and all users that they created directly or indirectly. */
async function findPeople(store: StorePort, modules: readonly CompiledModule[]): Promise<ReadonlySet<string>> {
  const users = modules.find(({ name }) => name === 'users');
  const people = new Set<string>();
  for (const {
    document: { _id, created_by },
  } of users === undefined ? [] : await readAll(store, users)) {
    if (people.size === 0 || (typeof created_by === 'string' && people.has(created_by))) people.add(_id);
  }
  return people;
}

/**
 * Returns all records in the order of their creation. They are read completely before any is removed: a stream and
 * removals of the same collection must not overlap.
 */
async function readAll(store: StorePort, { storage }: CompiledModule): Promise<readonly StoredRecord[]> {
  const all: StoredRecord[] = [];
  for await (const record of store.stream({ collection: storage.name, filter: MATCH_ALL, sort: [], limit: Infinity })) all.push(record);
  return all;
}
