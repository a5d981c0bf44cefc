import { describe } from 'vitest';
import { describeChangingGroups } from './describe-changing-groups.ts';
import { describeConcurrency } from './describe-concurrency.ts';
import { describeIndexUses } from './describe-index-uses.ts';
import { describePlans } from './describe-plans.ts';
import { describeReads } from './describe-reads.ts';
import { describeSchemas } from './describe-schemas.ts';
import { describeDeepPages } from './describe-deep-pages.ts';
import { describeFeeds } from './describe-feeds.ts';
import { describeTwoHandles } from './describe-two-handles.ts';
import { describeWrites } from './describe-writes.ts';
import type { StoreMaker } from './store-maker.ts';

/**
 * The contract of the store port in addition to filters: reads, units of work, concurrency, collection schemas, query
 * plans, two processes on one store.
 */
export function describeStoreContract(
  name: string,
  makeStore: StoreMaker['make'],
  makeSecondStoreOnSameData: StoreMaker['openSecondHandle'],
): void {
  const maker: StoreMaker = { make: makeStore, openSecondHandle: makeSecondStoreOnSameData };
  describe(`${name}: the store contract`, () => {
    describeReads(maker);
    describeDeepPages(maker);
    describeChangingGroups(maker);
    describeWrites(maker);
    describeConcurrency(maker);
    describeTwoHandles(maker);
    describeFeeds(maker);
    describeSchemas(maker);
    describePlans(maker);
    describeIndexUses(maker);
  });
}

/**
 * The parts of the contract that read what was written: a sample for a store whose query cache is off. The others (units of
 * work, concurrency, feeds, schemas) read little from the cache; they run in a full run.
 */
export function describeReadingContract(
  name: string,
  makeStore: StoreMaker['make'],
  makeSecondStoreOnSameData: StoreMaker['openSecondHandle'],
): void {
  const maker: StoreMaker = { make: makeStore, openSecondHandle: makeSecondStoreOnSameData };
  describe(`${name}: the store contract`, () => {
    describeReads(maker);
    describeDeepPages(maker);
    describeChangingGroups(maker);
    describeTwoHandles(maker);
    describePlans(maker);
  });
}
