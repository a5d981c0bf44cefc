import type { ClockPort, StorePort } from '../../ports/index.ts';
import { IDEMPOTENCY_COLLECTION, IDEMPOTENCY_KEYS } from '../shapes/collections.ts';
import { ANSWER_KEPT_FOR } from '../stages/kept-answers.ts';
import { removeInRounds } from '../stages/remove-in-rounds.ts';

const ROUND = 500;

/** Removes the answers of idempotency keys that are past their day; for the product's housekeeping. Answers how many. */
export async function removeExpiredAnswers({ store, clock }: { readonly store: StorePort; readonly clock: ClockPort }): Promise<number> {
  return removeInRounds(store, {
    collection: IDEMPOTENCY_COLLECTION.name,
    filter: { kind: 'range', key: IDEMPOTENCY_KEYS.at, lt: clock.now() - ANSWER_KEPT_FOR },
    keysOf: (document) => ({ at: document['at'] as number }),
    round: ROUND, mostRounds: Infinity,
  });
}
