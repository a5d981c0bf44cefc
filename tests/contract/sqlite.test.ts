import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe } from 'vitest';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { describeFilterContract, describeShortFilterContract } from './filter/describe-filter-contract.ts';
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
  describeShortFilterContract('SQLite without its query cache', () => make(false));
  describeReadingContract(
    'SQLite without its query cache',
    () => make(false),
    (store) => openSecondHandle(store, false),
  );
});
