import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { fixtureId } from '#tests/support';
import { isFullRun } from '../support/full-run.ts';
import type { StorePort, StoreQuery } from '../../engine/ports/index.ts';
import { describeFilterContract, describeShortFilterContract } from './filter/describe-filter-contract.ts';
import { by, change, commit, insert, is, item, ITEMS, LEDGER, NAME, numbers, query } from './store/items.ts';
import { describeReadingContract, describeStoreContract } from './store/describe-store-contract.ts';

describe('SQLite', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-contract-'));
  const files = new Map<StorePort, string>();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function open(file: string, queryCache = true): Promise<StorePort> {
    const store = await createSqliteStore({ file, queryCache });
    files.set(store, file);
    return store;
  }

  const make = (queryCache?: boolean): Promise<StorePort> => open(path.join(folder, `${files.size}.sqlite`), queryCache);
  const openSecondHandle = (store: StorePort, queryCache?: boolean): Promise<StorePort> => open(files.get(store) ?? '', queryCache);
  describeFilterContract('SQLite', () => make());
  describeStoreContract('SQLite', () => make(), openSecondHandle);
  const describeFilters = isFullRun ? describeFilterContract : describeShortFilterContract;
  const describeStore = isFullRun ? describeStoreContract : describeReadingContract;
  describeFilters('SQLite without its query cache', () => make(false));
  describeStore(
    'SQLite without its query cache',
    () => make(false),
    (store) => openSecondHandle(store, false),
  );

  it('moves the documents of internal collections into their rows, in a file of an older layout', async () => {
    const file = path.join(folder, 'older.sqlite');
    const items = Array.from({ length: 40 }, (_, number) => item(number, { fName: `name ${number}` }));
    const first = await open(file);
    await first.applySchemas([LEDGER, ITEMS]);
    await commit(first, { writes: items.flatMap((one) => [insert(one, LEDGER.name), insert(one)]) });
    await first.close();
    const database = new Database(file);
    database.exec(`
      CREATE TABLE "_ledger~d" (rid INTEGER PRIMARY KEY, dv INTEGER NOT NULL, doc TEXT NOT NULL);
      INSERT INTO "_ledger~d" SELECT rid, dv, doc FROM "_ledger~r";
      ALTER TABLE "_ledger~r" DROP COLUMN doc;
      ALTER TABLE "_ledger~r" DROP COLUMN dv;
      PRAGMA user_version = 1;
    `);
    database.close();

    const store = await open(file);
    await store.applySchemas([LEDGER, ITEMS]);
    await store.applySchemas([LEDGER, ITEMS]);
    const inLedger = (more: Partial<StoreQuery>): StoreQuery => ({ ...query(undefined, more), collection: LEDGER.name });
    expect((await store.find(inLedger({ sort: [by(NAME)] }))).map(({ document }) => document)).toEqual(
      [...items].sort((a, b) => ((a.keys['fName'] as string) < (b.keys['fName'] as string) ? -1 : 1)).map(({ document }) => document),
    );
    expect(await store.get(LEDGER.name, [fixtureId(7)])).toEqual([{ document: items[7]?.document, definitionVersion: 3 }]);
    const { next, write } = change(items[7] as (typeof items)[number], { fName: 'changed' });
    await commit(store, { writes: [{ ...write, collection: LEDGER.name }, insert(item(50, { fName: 'new' }), LEDGER.name)] });
    await commit(store, {
      writes: [{ kind: 'remove', collection: LEDGER.name, id: fixtureId(8), previousKeys: items[8]?.keys ?? {}, expectedVersion: 1 }],
    });
    expect(await store.get(LEDGER.name, [fixtureId(7)])).toEqual([{ document: next.document, definitionVersion: 4 }]);
    expect((await store.page(inLedger({ limit: 1 }))).total).toBe(40);
    expect(await numbers(store, inLedger({ filter: is(NAME, 'changed', 'new') }))).toEqual([7, 50]);
    expect((await store.find(query())).map(({ document }) => document)).toEqual(items.map(({ document }) => document));
    await store.close();
  });
});
