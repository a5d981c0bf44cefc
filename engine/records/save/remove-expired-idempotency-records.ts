import type { ClockPort, StorePort } from '../../ports/index.ts';
import { IDEMPOTENCY_COLLECTION, IDEMPOTENCY_KEYS } from '../collections.ts';
import { IDEMPOTENCY_TTL } from './idempotency-records.ts';
import { removeInRounds } from '../documents/remove-in-rounds.ts';

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
