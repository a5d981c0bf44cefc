import { createHash } from 'node:crypto';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort, StorePort, StoreWrite } from '../../ports/index.ts';
import type { JsonValue, RecordDocument, RecordKeys } from '#engine/model';
import type { IdempotencyKey } from '../idempotency-key.ts';
import { IDEMPOTENCY_COLLECTION } from '../collections.ts';

/** How long a result is stored, in milliseconds. */
export const IDEMPOTENCY_TTL = 24 * 3_600_000;

/** The stored result of a write. */
export interface IdempotencyRecord {
  readonly at: number;
  /** Digest of the request body: the key is rejected with another one. */
  readonly digest: string;
  readonly answer: JsonValue;
}

/** Returns the stored result of the same request. Errors: `idempotency_conflict` if the key was used with another body. */
export function readIdempotentResult(kept: IdempotencyRecord, digest: string): JsonValue {
  if (kept.digest !== digest) throw new MusterError('idempotency_conflict');
  return kept.answer;
}

/** The document id of a key's result, and the stored record. */
export interface IdempotencySlot {
  readonly id: string;
  /** Absent: no result within the last 24 hours. */
  readonly record: IdempotencyRecord | undefined;
  /** Creates the write of a result, for the unit of the write that produces it. The unit is stale if another request was first. */
  readonly toWrite: (answer: IdempotencyRecord) => StoreWrite;
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
  const old = stored?.document as (RecordDocument & IdempotencyRecord) | undefined;
  return {
    id,
    record: old === undefined || clock.now() - old.at >= IDEMPOTENCY_TTL ? undefined : old,
    toWrite: ({ at, digest, answer }) => {
      const document: RecordDocument = { _id: id, _version: (old?._version ?? 0) + 1, at, digest, answer };
      const write = { collection: IDEMPOTENCY_COLLECTION.name, document, keys: { at } as RecordKeys, definitionVersion: 0 };
      return old === undefined
        ? { kind: 'insert', ...write }
        : { kind: 'update', ...write, previousKeys: { at: old.at }, expectedVersion: old._version };
    },
  };
}
