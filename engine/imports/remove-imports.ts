import { createDocumentRemoval, documentKeysOf, removeInRounds } from '../records/index.ts';
import type { FilterNode } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { ImportContext } from './import-context.ts';
import { CHUNK_IMPORT, IMPORT_CHUNKS, IMPORT_KEYS, IMPORTS, type StoredImport } from './stored-import.ts';
import { removeContents } from './upload-import.ts';

/** Documents removed in one commit: few enough that saves never wait long for it. */
const ROUND = 100;
const MAX_ROUNDS = 100;

/** Imports removed in one run; the rest is removed in the next run. */
const MAX_IMPORTS = 200;

/** Removes the results of all checks and runs of an import so far. */
export async function removeChunks({ store }: Pick<ImportContext, 'store'>, { _id }: Pick<StoredImport, '_id'>): Promise<void> {
  await removeInRounds(store, {
    collection: IMPORT_CHUNKS.name,
    filter: { kind: 'equals', key: CHUNK_IMPORT, values: [_id] },
    keysOf: (document) => documentKeysOf(IMPORT_CHUNKS, document),
    round: ROUND,
    maxRounds: MAX_ROUNDS,
  });
}

/** Removes an import: its results and its file first, so that an interrupted removal can be completed. */
export async function removeImport(context: ImportContext, stored: StoredImport): Promise<boolean> {
  await removeChunks(context, stored);
  await removeContents(context, stored);
  return (await context.store.commit({ writes: [createDocumentRemoval(IMPORTS, stored as unknown as RecordDocument)] })).committed;
}

/** Removes the imports whose time is over, besides those that run. Returns how many. */
export async function removeOldImports(context: ImportContext): Promise<number> {
  const filter: FilterNode = { kind: 'range', key: IMPORT_KEYS.due, lte: context.clock.now() };
  const found = await context.store.find({ collection: IMPORTS.name, filter, sort: [], limit: MAX_IMPORTS });
  let removed = 0;
  for (const { document } of found) {
    const stored = document as unknown as StoredImport;
    if (stored.state === 'running' || stored.state === 'checking') continue;
    if (await removeImport(context, stored)) removed += 1;
  }
  return removed;
}
