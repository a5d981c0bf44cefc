import type { ClockPort, StorePort } from '../../ports/index.ts';
import { IDEMPOTENCY_COLLECTION, IDEMPOTENCY_KEYS } from '../shapes/collections.ts';
import { ANSWER_KEPT_FOR } from '../stages/idempotency.ts';

const ROUND = 500;

/** Removes the answers of idempotency keys that are past their day; for the product's housekeeping. Answers how many. */
export async function removeExpiredAnswers({ store, clock }: { readonly store: StorePort; readonly clock: ClockPort }): Promise<number> {
  const collection = IDEMPOTENCY_COLLECTION.name;
  let removed = 0;
  for (;;) {
    const filter = { kind: 'range', key: IDEMPOTENCY_KEYS.at, lt: clock.now() - ANSWER_KEPT_FOR } as const;
    const old = await store.find({ collection, filter, sort: [], limit: ROUND });
    if (old.length === 0) return removed;
    const writes = old.map(({ document }) => ({ kind: 'remove' as const, collection, id: document._id, previousKeys: { at: document['at'] as number }, expectedVersion: document._version }));
    // Another process that keeps house too, or a key used anew: what is left is for the next time.
    if (!(await store.commit({ writes })).committed) return removed;
    removed += old.length;
  }
}
