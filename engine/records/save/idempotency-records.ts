import { createHash } from 'node:crypto';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort, StorePort, StoreWrite } from '../../ports/index.ts';
import type { CollectionSchema, RecordKeys } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import { defineKey, removeInRounds } from '../documents/stored-document.ts';

export const IDEMPOTENCY_KEYS = { at: defineKey('at', 'number') } as const;

/** Results of writes with an idempotency key, stored for 24 hours. */
export const IDEMPOTENCY_COLLECTION: CollectionSchema = {
  name: '_idempotency',
  keys: Object.values(IDEMPOTENCY_KEYS),
  indexes: [{ keys: ['at'] }],
  contains: [],
};

/** Makes a repeated write safe: the same key returns the first result again; with another body it is rejected. */
export interface IdempotencyKey {
  /** As the caller sent it. */
  readonly key: string;
  /** The endpoint of the request, such as 'POST /api/tickets'. */
  readonly path: string;
  /** Digest for comparing the bodies of two requests. */
  readonly bodyDigest: string;
}

/** How long a result is stored, in milliseconds. */
const IDEMPOTENCY_TTL = 24 * 3_600_000;

/** The stored result of a write. */
export interface IdempotencyRecord {
  readonly at: number;
  /** Digest of the request body: the key is rejected with another one. */
  readonly digest: string;
  readonly result: JsonValue;
  /** Digest of the user's rights when the result was stored; absent: stored before rights were recorded, so they count as changed. */
  readonly rights?: string | undefined;
  /** Records that the result was made from, as far as the user could see them; absent: none, or the result names its records itself. */
  readonly sources?: readonly ResultSource[] | undefined;
}

/** A record that a stored result was made from. */
export type ResultSource = {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record. */
  readonly id: string;
  /** The record was assigned to the user, who may see more fields of it than of others. */
  readonly isOwn: boolean;
};

/** Collects the records that a result is made from. */
export type SourceCollector = (sources: readonly ResultSource[]) => void;

/** The property of the stored document that has the result: its name is older than that of the type, and stays. */
const RESULT = 'answer';

type StoredResult = Omit<IdempotencyRecord, 'result'> & { readonly [RESULT]: JsonValue };

/** Returns the stored result of the same request. Errors: `idempotency_conflict` if the key was used with another body. */
export function readIdempotentResult(stored: IdempotencyRecord, digest: string): JsonValue {
  if (stored.digest !== digest) throw new MusterError('idempotency_conflict');
  return stored.result;
}

/** The document id of a key's result, and the stored record. */
export interface IdempotencySlot {
  readonly id: string;
  /** Absent: no result within the last 24 hours. */
  readonly record: IdempotencyRecord | undefined;
  /** Creates the write of a result, for the unit of the write that produces it. The unit is stale if another request was first. */
  readonly toWrite: (record: IdempotencyRecord) => StoreWrite;
}

/** Finds the stored result of a user's key. */
export async function findIdempotencySlot(
  { store, clock }: { readonly store: StorePort; readonly clock: ClockPort },
  userId: string | undefined,
  { key, path }: Pick<IdempotencyKey, 'key' | 'path'>,
): Promise<IdempotencySlot> {
  const id = createHash('sha256')
    .update(JSON.stringify([userId ?? null, path, key]))
    .digest('base64url');
  const [stored] = await store.get(IDEMPOTENCY_COLLECTION.name, [id]);
  const old = stored?.document as (RecordDocument & StoredResult) | undefined;
  return {
    id,
    record:
      old === undefined || clock.now() - old.at >= IDEMPOTENCY_TTL
        ? undefined
        : { at: old.at, digest: old.digest, result: old[RESULT], rights: old.rights, sources: old.sources },
    toWrite: ({ at, digest, result, rights, sources }) => {
      const document: RecordDocument = {
        _id: id,
        _version: (old?._version ?? 0) + 1,
        at,
        digest,
        [RESULT]: result,
        ...(rights === undefined ? {} : { rights }),
        ...(sources === undefined || sources.length === 0 ? {} : { sources }),
      };
      const write = { collection: IDEMPOTENCY_COLLECTION.name, document, keys: { at } as RecordKeys, definitionVersion: 0 };
      return old === undefined
        ? { kind: 'insert', ...write }
        : { kind: 'update', ...write, previousKeys: { at: old.at }, expectedVersion: old._version };
    },
  };
}

const ROUND = 500;

/** Removes expired idempotency records; part of the product's housekeeping. Returns their number. */
export async function removeExpiredIdempotencyRecords({
  store,
  clock,
}: {
  readonly store: StorePort;
  readonly clock: ClockPort;
}): Promise<number> {
  return removeInRounds(store, {
    collection: IDEMPOTENCY_COLLECTION.name,
    filter: { kind: 'range', key: IDEMPOTENCY_KEYS.at, lt: clock.now() - IDEMPOTENCY_TTL },
    keysOf: (document) => ({ at: document['at'] as number }),
    round: ROUND,
    maxRounds: Infinity,
  });
}
