import { afterAll, describe, expect, it } from 'vitest';
import { fixtureId, readService } from '#tests/support';
import { isFullRun } from '../support/full-run.ts';
import { describeFilterContract, describeShortFilterContract } from './filter/describe-filter-contract.ts';
import { createMongoDatabases } from './mongo-databases.ts';
import { commit, CITY, insert, item, ITEMS, query } from './store/items.ts';
import { describeReadingContract, describeStoreContract } from './store/describe-store-contract.ts';

const url = readService('MONGODB_URL', 'the store contract on MongoDB');

describe.skipIf(url === undefined)('MongoDB', () => {
  const databases = createMongoDatabases(url ?? '');
  afterAll(() => (url === undefined ? undefined : databases.drop()));
  describeFilterContract('MongoDB', () => databases.make());
  describeShortFilterContract('MongoDB, looking up related records one by one', () => databases.make({ relatedLimit: 1 }));
  describeStoreContract('MongoDB', () => databases.make(), databases.openSecondHandle);
  const describeFilters = isFullRun ? describeFilterContract : describeShortFilterContract;
  const describeStore = isFullRun ? describeStoreContract : describeReadingContract;
  describeFilters('MongoDB without its query cache', () => databases.make({ queryCache: false }));
  describeStore(
    'MongoDB without its query cache',
    () => databases.make({ queryCache: false }),
    (store) => databases.openSecondHandle(store, { queryCache: false }),
  );

  it('counts on the server when its query cache is off, and adjusts cached totals when it is on', async () => {
    const store = await databases.make();
    await store.applySchemas([ITEMS]);
    await commit(store, { writes: [1, 2, 3].map((number) => insert(item(number))) });
    const count = async (): Promise<number> => (await store.count(query())).total;
    expect(await count()).toBe(3);
    // A change without a marker, which no process of the product makes: only a count on the server sees it.
    await databases.removeRaw(store, ITEMS.name, fixtureId(3));
    expect(await count()).toBe(3);
    store.setQueryCache(false);
    expect(await count()).toBe(2);
    await commit(store, { writes: [insert(item(4))] });
    expect(await count()).toBe(3);
    store.setQueryCache(true);
    expect(await count()).toBe(3);
    await commit(store, { writes: [insert(item(5))] });
    expect(await count()).toBe(4);
    await store.close();
  });

  it('reports filter_too_costly when the deadline passes', async () => {
    const store = await databases.make();
    await store.applySchemas([ITEMS]);
    await commit(store, { writes: Array.from({ length: 3000 }, (_, number) => insert(item(number, { 'fHome.city': `city ${number}` }))) });
    const heavy = query(
      { kind: 'any', nodes: Array.from({ length: 200 }, (_, number) => ({ kind: 'contains' as const, key: CITY, text: `${number}zz` })) },
      { deadline: 1 },
    );
    await expect(store.find(heavy)).rejects.toMatchObject({ code: 'filter_too_costly' });
    await expect(store.page(heavy)).rejects.toMatchObject({ code: 'filter_too_costly' });
    await expect(
      store.group({ collection: ITEMS.name, filter: heavy.filter, by: [{ kind: 'key', key: CITY }], measures: [], deadline: 1 }),
    ).rejects.toMatchObject({ code: 'filter_too_costly' });
    await store.close();
  });
});
