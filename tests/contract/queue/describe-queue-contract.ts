import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { describeAdding } from './describe-adding.ts';
import { describeAttempts } from './describe-attempts.ts';
import { describeCancelling } from './describe-cancelling.ts';
import { describeChildren } from './describe-children.ts';
import { describeListing } from './describe-listing.ts';
import { describeSharing } from './describe-sharing.ts';
import type { QueueStorage, QueueSuite } from './queue-fixture.ts';

/** The contract of the queue port, which every adapter fulfils. */
export function describeQueueContract(name: string, makeStorage: () => Promise<QueueStorage>): void {
  describe(`${name}: the queue contract`, () => {
    let storage: QueueStorage;
    let closers: (() => Promise<void>)[] = [];
    let names = 0;
    beforeAll(async () => {
      storage = await makeStorage();
    });
    afterEach(async () => {
      await Promise.all(closers.map((close) => close()));
      closers = [];
    });
    afterAll(() => storage.remove());
    const suite: QueueSuite = {
      open: async (options) => {
        const { queue, close } = await storage.open(options);
        closers.push(close);
        return queue;
      },
      newName: () => `suite/queue-${(names += 1)}`,
    };
    describeAdding(suite);
    describeAttempts(suite);
    describeCancelling(suite);
    describeChildren(suite);
    describeListing(suite);
    describeSharing(suite);
  });
}
