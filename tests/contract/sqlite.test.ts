import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe } from 'vitest';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { describeFilterContract } from './filter/describe-filter-contract.ts';
import { describeStoreContract } from './store/describe-store-contract.ts';

describe('SQLite', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-contract-'));
  const files = new Map<StorePort, string>();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function open(file: string): Promise<StorePort> {
    const store = await createSqliteStore({ file });
    files.set(store, file);
    return store;
  }

  const make = (): Promise<StorePort> => open(path.join(folder, `${files.size}.sqlite`));
  const openSecondHandle = (store: StorePort): Promise<StorePort> => open(files.get(store) ?? '');
  describeFilterContract('SQLite', make);
  describeStoreContract('SQLite', make, openSecondHandle);
});
