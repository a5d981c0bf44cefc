import type { StorePort } from '../ports/index.ts';
import { createDocumentRemoval } from '../records/index.ts';
import type { CollectionSchema } from '#engine/model';
import { EXPIRES_AT } from './collections.ts';

/** Maximum number of documents removed in one sweep. */
const SWEPT = 100;
/** Only one of this many calls sweeps, starting with the first of a process. */
const SWEEP_EVERY = 25;

const sinceSweep = new WeakMap<CollectionSchema, number>();

/** Removes expired documents now and then; when another process removed or changed one of them first, all are left for a later sweep. */
export async function sweepExpired(store: StorePort, shape: CollectionSchema, now: number): Promise<void> {
  const count = sinceSweep.get(shape) ?? 0;
  sinceSweep.set(shape, (count + 1) % SWEEP_EVERY);
  if (count > 0) return;
  const ended = await store.find({
    collection: shape.name,
    filter: { kind: 'range', key: EXPIRES_AT, lt: now },
    sort: [{ kind: 'key', key: EXPIRES_AT, descending: false }],
    limit: SWEPT,
  });
  if (ended.length > 0) await store.commit({ writes: ended.map(({ document }) => createDocumentRemoval(shape, document)) });
}
