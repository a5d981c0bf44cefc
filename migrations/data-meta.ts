import type { StorePort } from '../engine/ports/index.ts';
import type { CollectionSchema } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';

/** Metadata about the data of a store: one document. */
export const META_COLLECTION: CollectionSchema = { name: '_meta', keys: [], indexes: [], contains: [] };

const DOCUMENT_ID = 'data';

/** `pending`: the first seed has not started. `interrupted`: it was stopped before its end. `none`: not requested. */
export type SeedState = 'pending' | 'running' | 'interrupted' | 'done' | 'none';

export interface DataMeta {
  /** Version of the document, for the check that no other process changed it. */
  readonly version: number;
  readonly dataVersion: number;
  readonly seed: SeedState;
  /** End of the lease of a running seed: milliseconds since the epoch, 0 when none runs. */
  readonly seedLease: number;
  /** The ids between which the records of the first seed lie; absent: there was none, or an earlier version ran it. */
  readonly seedRange?: { readonly from: string; readonly until: string } | undefined;
}

/** Undefined: the store is new. */
export async function readMeta(store: StorePort): Promise<DataMeta | undefined> {
  const [stored] = await store.get(META_COLLECTION.name, [DOCUMENT_ID]);
  if (stored === undefined) return undefined;
  const { _version, dataVersion, seed, seedLease, seedRange } = stored.document;
  return {
    version: _version,
    dataVersion: Number(dataVersion),
    seed: seed as SeedState,
    seedLease: Number(seedLease ?? 0),
    seedRange: (seedRange ?? undefined) as DataMeta['seedRange'],
  };
}

/** False when another process changed it first. */
export async function writeMeta(store: StorePort, before: DataMeta | undefined, after: Omit<DataMeta, 'version'>): Promise<boolean> {
  const version = (before?.version ?? 0) + 1;
  const document: RecordDocument = {
    _id: DOCUMENT_ID,
    _version: version,
    dataVersion: after.dataVersion,
    seed: after.seed,
    seedLease: after.seedLease,
    ...(after.seedRange === undefined ? {} : { seedRange: { ...after.seedRange } }),
  };
  const shared = { collection: META_COLLECTION.name, document, keys: {}, definitionVersion: 0 } as const;
  const write =
    before === undefined
      ? { kind: 'insert' as const, ...shared }
      : { kind: 'update' as const, ...shared, previousKeys: {}, expectedVersion: before.version };
  const versionChecks = before === undefined ? [{ collection: META_COLLECTION.name, id: DOCUMENT_ID, version: null }] : [];
  return (await store.commit({ writes: [write], versionChecks })).committed;
}

/** Changes the state of the first seed, and remembers the ids of its records; false when another process changed it first. */
export function writeSeedState(
  store: StorePort,
  before: DataMeta,
  to: SeedState,
  { lease = 0, range = before.seedRange }: { readonly lease?: number; readonly range?: DataMeta['seedRange'] } = {},
): Promise<boolean> {
  return writeMeta(store, before, { dataVersion: before.dataVersion, seed: to, seedLease: lease, seedRange: range });
}
