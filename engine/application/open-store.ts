import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createSqliteStore } from '../adapters/sqlite/index.ts';
import type { Configuration } from './configuration.ts';
import type { StorePort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';

/** Opens the configured store: MongoDB, or the embedded one in the data folder. */
export async function openStore({
  mongodbUrl,
  dataFolder,
  queryCache = true,
}: Pick<Configuration, 'mongodbUrl' | 'dataFolder' | 'queryCache'>): Promise<StorePort> {
  if (mongodbUrl !== undefined) {
    // Its driver is large, so it is loaded only when it is used.
    const { createMongoStore } = await import('../adapters/mongodb/index.ts');
    return createMongoStore({ url: mongodbUrl, queryCache });
  }
  mkdirSync(dataFolder, { recursive: true });
  return createSqliteStore({ file: path.join(dataFolder, 'muster.sqlite'), queryCache });
}

/** Switches the query cache of a store: off if the environment or the setting `query_cache` says so. */
export function applyCacheSetting(
  store: StorePort,
  { queryCache = true }: Pick<Configuration, 'queryCache'>,
  snapshot: DefinitionSnapshot,
): void {
  store.setQueryCache(queryCache && snapshot.settings.get('query_cache')?.setting !== false);
}
