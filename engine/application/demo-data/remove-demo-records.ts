import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { notOf } from '#engine/model/filter';
import { makeKeys } from '#engine/model/keys';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { StorePort, StoredRecord } from '../../ports/index.ts';
import type { RecordOperations } from '../../records/index.ts';
import { listDemoRecords, type DemoRecords } from './demo-records.ts';

/** Records removed in one commit. */
const CHUNK = 500;

export interface RemovalServices {
  readonly store: StorePort;
  readonly records: Pick<RecordOperations, 'update'>;
}

export interface RemovalProgress {
  readonly signal: AbortSignal;
  readonly report: (progress: { readonly done: number; readonly of: number }) => Promise<void>;
}

/** What a removal did. */
export interface RemovalResult {
  readonly removed: number;
  /** Records of people that referred to removed ones, and do no more. */
  readonly cleared: number;
  /** Records of people whose references could not be cleared, because a rule requires them. */
  readonly refused: number;
}

/**
 * Removes the records of the first seed. What people made stays; its references to removed records are cleared first, each by a save.
 * The removal itself skips the save pipeline: no rule of a plugin keeps a part of an invented company. It can be interrupted and run
 * again. Errors: the reason of `signal`; those of the store.
 */
export async function removeDemoRecords(services: RemovalServices, demo: DemoRecords, progress: RemovalProgress): Promise<RemovalResult> {
  const references = await clearReferences(services, demo, progress.signal);
  const found: (readonly [CompiledModule, readonly StoredRecord[]])[] = [];
  for (const module of demo.modules) found.push([module, await listDemoRecords(services.store, demo, module)]);
  const of = found.reduce((sum, [, records]) => sum + records.length, 0);
  let removed = 0;
  for (const [module, records] of found)
    for (let start = 0; start < records.length; start += CHUNK) {
      progress.signal.throwIfAborted();
      removed += await removeChunk(services.store, module, records.slice(start, start + CHUNK));
      await progress.report({ done: removed, of });
    }
  return { removed, ...references };
}

/** Removes the records of a chunk; one that was saved in the meantime is left for the next run. */
async function removeChunk(store: StorePort, module: CompiledModule, records: readonly StoredRecord[]): Promise<number> {
  const writes = records.map(({ document }) => ({
    kind: 'remove' as const,
    collection: module.storage.name,
    id: document._id,
    previousKeys: makeKeys(module, document),
    expectedVersion: document._version,
  }));
  if ((await store.commit({ writes, bumps: ['rights'] })).committed) return writes.length;
  let removed = 0;
  for (const write of writes) if ((await store.commit({ writes: [write], bumps: ['rights'] })).committed) removed += 1;
  return removed;
}

/** Clears the references of people's records to those of the seed. */
async function clearReferences({ store, records }: RemovalServices, demo: DemoRecords, signal: AbortSignal) {
  let cleared = 0;
  let refused = 0;
  for (const module of demo.modules) {
    const fields = [...module.fields.values()].filter((field) => isReference(module, field));
    if (fields.length === 0) continue;
    for (const { document } of await listOthers(store, demo, module)) {
      signal.throwIfAborted();
      const changes = listChanges(fields, document, demo.mayBeDemo);
      if (changes === undefined) continue;
      const isCleared = await records.update(SYSTEM_ACTOR, { module: module.name, id: document._id, fields: changes }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof MusterError && error.status < 500) return false;
          throw error;
        },
      );
      if (isCleared) cleared += 1;
      else refused += 1;
    }
  }
  return { cleared, refused };
}

/** Records that people made. There are few: the seed is removed when work begins. */
async function listOthers(store: StorePort, demo: DemoRecords, { storage }: CompiledModule): Promise<readonly StoredRecord[]> {
  const found: StoredRecord[] = [];
  for await (const record of store.stream({ collection: storage.name, filter: notOf(demo.candidates), sort: [], limit: Infinity }))
    found.push(record);
  for await (const record of store.stream({ collection: storage.name, filter: demo.candidates, sort: [], limit: Infinity }))
    if (!demo.isDemo(record.document)) found.push(record);
  return found;
}

/** A field that people fill with references; who created or changed a record stays in it, like the history. */
function isReference({ relations }: CompiledModule, { name, definition }: CompiledField): boolean {
  const isForward = [...relations.values()].some(({ direction, fieldName }) => direction === 'forward' && fieldName === name);
  return isForward && name !== 'created_by' && name !== 'modified_by' && definition.readOnly !== true;
}

/** The values without references to records of the seed; undefined: there are none. */
function listChanges(
  fields: readonly CompiledField[],
  document: { readonly [name: string]: JsonValue | undefined },
  isDemo: (id: string) => boolean,
): JsonObject | undefined {
  const changes = fields.flatMap(({ name }): (readonly [string, JsonValue])[] => {
    const value = document[name];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) return isDemo(idOf(value)) ? [[name, null]] : [];
    const links = value as readonly JsonValue[];
    const remaining = links.filter((link) => !isDemo(idOf(link)));
    return remaining.length < links.length ? [[name, remaining]] : [];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

/** The id of a reference; one of a field that may refer to several modules is `{ module, id }`. */
function idOf(link: JsonValue): string {
  if (typeof link === 'string') return link;
  const id = typeof link === 'object' && link !== null && !Array.isArray(link) ? (link as JsonObject)['id'] : undefined;
  return typeof id === 'string' ? id : '';
}
