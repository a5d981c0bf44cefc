import { describe } from 'vitest';
import type { StorePort } from '../../../engine/ports/index.ts';
import { describeConcurrency } from './describe-concurrency.ts';
import { describePlans } from './describe-plans.ts';
import { describeReads } from './describe-reads.ts';
import { describeSchemas } from './describe-schemas.ts';
import { describeFeeds } from './describe-feeds.ts';
import { describeTwoHandles } from './describe-two-handles.ts';
import { describeWrites } from './describe-writes.ts';

/** Opens stores for the suite, which closes all that it opens. */
export interface StoreMaker {
  /** An empty store on data of its own. */
  readonly make: () => Promise<StorePort>;
  /** A second handle, as another process has one, on the data of a store that `make` opened. */
  readonly openSecondHandle: (store: StorePort) => Promise<StorePort>;
}

/** What the store port promises beside filters: reads, units of work, concurrency, shapes, plans, two processes on one store. */
export function describeStoreContract(name: string, makeStore: StoreMaker['make'], makeSecondStoreOnSameData: StoreMaker['openSecondHandle']): void {
  const maker: StoreMaker = { make: makeStore, openSecondHandle: makeSecondStoreOnSameData };
  describe(`${name}: the store contract`, () => {
    describeReads(maker);
    describeWrites(maker);
    describeConcurrency(maker);
    describeTwoHandles(maker);
    describeFeeds(maker);
    describeSchemas(maker);
    describePlans(maker);
  });
}
