import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createSqliteStore } from '../adapters/sqlite/index.ts';
import type { Configuration } from './configuration.ts';
import type { StorePort } from '../ports/index.ts';

/** Opens the configured store: MongoDB, or the embedded one in the data folder. */
export async function openStore({ mongodbUrl, dataFolder }: Pick<Configuration, 'mongodbUrl' | 'dataFolder'>): Promise<StorePort> {
  if (mongodbUrl !== undefined) {
    // Its driver is large, so it is loaded only when it is used.
    const { createMongoStore } = await import('../adapters/mongodb/index.ts');
    return createMongoStore({ url: mongodbUrl });
  }
  mkdirSync(dataFolder, { recursive: true });
  return createSqliteStore({ file: path.join(dataFolder, 'muster.sqlite') });
}
