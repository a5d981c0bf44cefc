import { createDocumentRemoval } from '../records/index.ts';
import type { FilterNode } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { ExportContext } from './export-context.ts';
import { EXPORT_KEYS, EXPORTS_COLLECTION, type StoredExport } from './stored-export.ts';

/** Exports removed in one run; the rest is removed in the next run. */
const MAX_EXPORTS = 500;

/** Removes an export: its file first, so that an interrupted removal can be completed. */
export async function removeExport({ store, contents }: Pick<ExportContext, 'store' | 'contents'>, stored: StoredExport): Promise<boolean> {
  if (stored.content !== null) await contents.remove(stored.content);
  return (await store.commit({ writes: [createDocumentRemoval(EXPORTS_COLLECTION, stored as unknown as RecordDocument)] })).committed;
}

/** Removes the exports whose time is over, with their files. Returns how many. */
export async function removeOldExports(context: Pick<ExportContext, 'store' | 'contents' | 'clock'>): Promise<number> {
  const filter: FilterNode = { kind: 'range', key: EXPORT_KEYS.due, lte: context.clock.now() };
  const found = await context.store.find({ collection: EXPORTS_COLLECTION.name, filter, sort: [], limit: MAX_EXPORTS });
  let removed = 0;
  for (const { document } of found) if (await removeExport(context, document as unknown as StoredExport)) removed += 1;
  return removed;
}
