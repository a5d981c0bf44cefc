import type { Application } from './compose.ts';
import type { StoreWrite, StoredRecord } from '../ports/index.ts';
import { GLOBAL_TEAM_ID, makeKeys, type CompiledModule } from '#engine/model';

/** Records removed in one commit. */
const CHUNK = 500;

/**
 * Takes away what a first seed made before it was cut off: the records that no person made. The first admin, the Global
 * team and the roles stay. Answers how many went. Beside the pipeline, for nobody ever worked with these records.
 */
export async function clearSeed(application: Application): Promise<number> {
  const { registry } = application;
  let removed = 0;
  for (const module of registry.current().modules.values()) {
    if (module.definition.mirrors !== undefined) continue;
    removed += await clearModule(application, module);
  }
  return removed;
}

async function clearModule({ store }: Application, module: CompiledModule): Promise<number> {
  const collection = module.storage.name;
  const kept = new Set([GLOBAL_TEAM_ID, ...(module.name === 'users' ? await firstIds(store, collection) : [])]);
  let writes: StoreWrite[] = [];
  let removed = 0;
  const flush = async (): Promise<void> => {
    if (writes.length === 0) return;
    const result = await store.commit({ writes, bumps: ['rights'] });
    if (result.committed) removed += writes.length;
    writes = [];
  };
  const made = await collect(store.stream({ collection, filter: { kind: 'constant', value: true }, sort: [], limit: Infinity }));
  for (const { document } of made) {
    if (kept.has(document._id) || typeof document['created_by'] === 'string') continue;
    writes.push({ kind: 'remove', collection, id: document._id, previousKeys: makeKeys(module, document), expectedVersion: document._version });
    if (writes.length === CHUNK) await flush();
  }
  await flush();
  return removed;
}

/** The first user is the first admin. */
async function firstIds(store: Application['store'], collection: string): Promise<readonly string[]> {
  return store.findIds({ collection, filter: { kind: 'constant', value: true }, sort: [], limit: 1 });
}

/** Read whole before anything goes: a stream and removals of the same collection do not meet. */
async function collect(stream: AsyncIterable<StoredRecord>): Promise<readonly StoredRecord[]> {
  const all: StoredRecord[] = [];
  for await (const record of stream) all.push(record);
  return all;
}
