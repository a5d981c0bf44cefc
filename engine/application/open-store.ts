import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createMongoStore } from '../adapters/mongodb/index.ts';
import { createSqliteStore } from '../adapters/sqlite/index.ts';
import type { Configuration } from './configuration.ts';
import type { StorePort } from '../ports/index.ts';

/** The store that the configuration names: MongoDB, or the embedded one in the data folder. */
export async function openStore({ mongodbUrl, dataFolder }: Pick<Configuration, 'mongodbUrl' | 'dataFolder'>): Promise<StorePort> {
  if (mongodbUrl !== undefined) return createMongoStore({ url: mongodbUrl });
  mkdirSync(dataFolder, { recursive: true });
  return createSqliteStore({ file: path.join(dataFolder, 'muster.sqlite') });
}
