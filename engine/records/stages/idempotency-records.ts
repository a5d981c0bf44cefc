import { createHash } from 'node:crypto';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort, StorePort, StoreWrite } from '../../ports/index.ts';
import type { JsonValue, RecordDocument, RecordKeys } from '#engine/model';
import type { IdempotencyKey } from '../idempotency-key.ts';
import { IDEMPOTENCY_COLLECTION } from '../shapes/collections.ts';

/** How long an answer is kept, in milliseconds. */
export const IDEMPOTENCY_TTL = 24 * 3_600_000;

/** An answer that a write gave before. */
export interface IdempotencyRecord {
  readonly at: number;
  /** Of what the write was asked with: the key with another is refused. */
  readonly digest: string;
  readonly answer: JsonValue;
}

/** What was answered to the same question. Errors: `idempotency_conflict` when the key came with another. */
export function readIdempotentResult(kept: IdempotencyRecord, digest: string): JsonValue {
  if (kept.digest !== digest) throw new MusterError('idempotency_conflict');
  return kept.answer;
}

/** The place of the answer to one key, and what is there. */
export interface IdempotencySlot {
  readonly id: string;
  /** Absent: nothing was answered within the day. */
  readonly record: IdempotencyRecord | undefined;
  /** Puts an answer here; for the unit of the write that gives it, which is stale when another was first. */
  readonly toWrite: (answer: IdempotencyRecord) => StoreWrite;
}

/** Looks up what a key of a user was answered. */
export async function findIdempotencySlot({ store, clock }: { readonly store: StorePort; readonly clock: ClockPort }, userId: string | undefined, { key, path }: Pick<IdempotencyKey, 'key' | 'path'>): Promise<IdempotencySlot> {
  const id = createHash('sha256').update(JSON.stringify([userId ?? null, path, key])).digest('base64url');
  const [stored] = await store.get(IDEMPOTENCY_COLLECTION.name, [id]);
  const old = stored?.document as (RecordDocument & IdempotencyRecord) | undefined;
  return {
    id,
    record: old === undefined || clock.now() - old.at >= IDEMPOTENCY_TTL ? undefined : old,
    toWrite: ({ at, digest, answer }) => {
      const document: RecordDocument = { _id: id, _version: (old?._version ?? 0) + 1, at, digest, answer };
      const write = { collection: IDEMPOTENCY_COLLECTION.name, document, keys: { at } as RecordKeys, definitionVersion: 0 };
      return old === undefined ? { kind: 'insert', ...write } : { kind: 'update', ...write, previousKeys: { at: old.at }, expectedVersion: old._version };
    },
  };
}
