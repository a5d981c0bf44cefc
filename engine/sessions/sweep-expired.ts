import type { StorePort } from '../ports/index.ts';
import { createDocumentRemoval } from '../records/index.ts';
import type { CollectionSchema } from '#engine/model';
import { EXPIRES_AT } from './collections.ts';

/** Documents swept at a time. */
const SWEPT = 100;
/** One write in so many sweeps; the first of a process does. */
const SWEEP_EVERY = 25;

const sinceSweep = new WeakMap<CollectionSchema, number>();

/** Now and then takes away documents that ended; when another process took one first, or changed it, all are left for later. */
export async function sweepExpired(store: StorePort, shape: CollectionSchema, now: number): Promise<void> {
  const count = sinceSweep.get(shape) ?? 0;
  sinceSweep.set(shape, (count + 1) % SWEEP_EVERY);
  if (count > 0) return;
  const ended = await store.find({ collection: shape.name, filter: { kind: 'range', key: EXPIRES_AT, lt: now }, sort: [{ kind: 'key', key: EXPIRES_AT, descending: false }], limit: SWEPT });
  if (ended.length > 0) await store.commit({ writes: ended.map(({ document }) => createDocumentRemoval(shape, document)) });
}
