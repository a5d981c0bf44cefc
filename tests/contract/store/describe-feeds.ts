import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InsertedDocument, StoreFeed, StorePort } from '../../../engine/ports/index.ts';
import type { StoreMaker } from './store-maker.ts';
import { change, commit, insert, item, ITEMS, remove, type Item } from './items.ts';

/** The entries that a subscriber received, in order. */
interface ReceivedEntries {
  readonly inserted: InsertedDocument[];
  lost: number;
}

function until(isSo: () => boolean): Promise<void> {
  return expect.poll(isSo, { interval: 5 }).toBe(true);
}

/** Inserts are sent to the subscribers in the order of their commits, regardless of the process that committed. */
export function describeFeeds(maker: StoreMaker): void {
  describe('feeds', () => {
    let one: StorePort;
    let two: StorePort;
    let feeds: StoreFeed[];
    const follow = async (store: StorePort): Promise<{ readonly received: ReceivedEntries; readonly feed: StoreFeed }> => {
      const received: ReceivedEntries = { inserted: [], lost: 0 };
      const feed = await store.watchInserts(ITEMS.name, {
        onInserts: (inserted) => void received.inserted.push(...inserted),
        onGap: () => void (received.lost += 1),
      });
      feeds.push(feed);
      return { received, feed };
    };
    const namesOf = (inserted: readonly InsertedDocument[] | undefined): readonly unknown[] | undefined =>
      inserted?.map(({ document }) => document._id);
    const items = (from: number, count: number): readonly Item[] =>
      Array.from({ length: count }, (_, at) => item(from + at, { fStatus: 'open' }));
    beforeEach(async () => {
      feeds = [];
      one = await maker.make();
      await one.applySchemas([ITEMS]);
      two = await maker.openSecondHandle(one);
      await two.applySchemas([ITEMS]);
    });
    afterEach(async () => {
      for (const feed of feeds) await feed.stop();
      await two?.close();
      await one?.close();
    });

    it('send inserts of every process in the same order, and neither updates nor removals', async () => {
      const [here, there] = [await follow(one), await follow(two)];
      const made = items(0, 12);
      for (const [at, one_] of made.entries()) await commit(at % 2 === 0 ? one : two, { writes: [insert(one_)] });
      const changed = change(made[0] as Item, { fStatus: 'shut' });
      await commit(one, { writes: [changed.write] });
      await commit(two, { writes: [remove(changed.next)] });
      const last = items(50, 1);
      await commit(one, { writes: last.map((one_) => insert(one_)) });
      const expected = [...made, ...last].map(({ document }) => document._id);
      for (const { received } of [here, there]) {
        await until(() => received.inserted.length >= expected.length);
        expect(namesOf(received.inserted)).toEqual(expected);
        expect(received.lost).toBe(0);
      }
      expect(here.received.inserted.map(({ position }) => position)).toEqual(there.received.inserted.map(({ position }) => position));
    });

    it('return the inserts since a position, in any process, or undefined above the limit or for an unknown position', async () => {
      const { received, feed } = await follow(one);
      const start = feed.position;
      await commit(one, { writes: items(0, 3).map((made) => insert(made)) });
      await commit(two, { writes: items(3, 3).map((made) => insert(made)) });
      await until(() => received.inserted.length === 6);
      const all = namesOf(received.inserted);
      for (const store of [one, two]) {
        expect(namesOf(await store.insertedSince(ITEMS.name, start, 10))).toEqual(all);
        expect(namesOf(await store.insertedSince(ITEMS.name, received.inserted[2]?.position ?? '', 10))).toEqual(all?.slice(3));
        expect(await store.insertedSince(ITEMS.name, received.inserted.at(-1)?.position ?? '', 10)).toEqual([]);
        expect(await store.insertedSince(ITEMS.name, start, 5)).toBeUndefined();
        for (const wrong of ['', 'nonsense', '-1', '99999999999999', '00zz'])
          expect(await store.insertedSince(ITEMS.name, wrong, 10)).toBeUndefined();
      }
    });

    it('send nothing after they were stopped, while other subscribers still receive inserts and commits', async () => {
      const { received, feed } = await follow(one);
      const { received: receivedByOther } = await follow(one);
      let [commits, commitsOn] = [0, 0];
      const stop = one.onCommit(() => (commits += 1));
      one.onCommit(() => (commitsOn += 1));
      await commit(one, { writes: items(0, 1).map((made) => insert(made)) });
      await until(() => received.inserted.length === 1 && commits > 0);
      stop();
      await feed.stop();
      const [before, beforeOn] = [commits, commitsOn];
      await commit(one, { writes: items(1, 1).map((made) => insert(made)) });
      // The subscribers that were not stopped received this commit, and receive the next one.
      await until(() => receivedByOther.inserted.length === 2 && commitsOn > beforeOn);
      const betweenOn = commitsOn;
      await commit(one, { writes: items(2, 1).map((made) => insert(made)) });
      await until(() => receivedByOther.inserted.length === 3 && commitsOn > betweenOn);
      expect([received.inserted.length, commits]).toEqual([1, before]);
    });
  });
}
