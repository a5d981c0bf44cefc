import type { CollectionSchema } from '#engine/model/compiled';
import { createBullmqQueue } from '../../engine/adapters/bullmq/index.ts';
import { createEmbeddedQueue } from '../../engine/adapters/embedded-queue/index.ts';
import { createMongoStore } from '../../engine/adapters/mongodb/index.ts';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { createIds, createSystemClock } from '../../engine/application/system-ports.ts';
import type { LogPort, QueuePort, StorePort } from '../../engine/ports/index.ts';

/** How a process of the test opens the queue. */
export interface QueueLocation {
  readonly adapter: 'sqlite' | 'mongodb' | 'bullmq';
  /** File or address. */
  readonly where: string;
  /** Name of the database, or start of the keys. */
  readonly name: string;
  /** SQLite file of the records that handlers save. */
  readonly savesFile: string;
  /** Milliseconds. */
  readonly lease: number;
  readonly lossLimit: number;
}

export const QUEUE = 'killed';

/** What the handlers save: one record of each job. */
export const SAVES: CollectionSchema = { name: '_saves', keys: [], indexes: [], contains: [] };

const LOG: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Opens the queue and the store of the saves. */
export async function openQueue({ adapter, where, name, savesFile, lease }: QueueLocation): Promise<{
  readonly queue: QueuePort;
  readonly saves: StorePort;
  readonly close: () => Promise<void>;
}> {
  const clock = createSystemClock();
  const common = { ids: createIds(clock), log: LOG, lease };
  const store =
    adapter === 'sqlite'
      ? await createSqliteStore({ file: where })
      : adapter === 'mongodb'
        ? await createMongoStore({ url: where, databaseName: name })
        : undefined;
  const queue = store
    ? await createEmbeddedQueue({ ...common, store, clock })
    : await createBullmqQueue({ ...common, url: where, prefix: name });
  const saves = await createSqliteStore({ file: savesFile });
  await saves.applySchemas([SAVES]);
  return {
    queue,
    saves,
    close: async () => {
      await queue.stop();
      await store?.close();
      await saves.close();
    },
  };
}

/** Saves the record of a job with the job's id as the idempotency key. Returns false when it was saved before. */
export async function saveOnce(saves: StorePort, id: string): Promise<boolean> {
  const document = { _id: id, _version: 1 };
  const write = { kind: 'insert' as const, collection: SAVES.name, document, keys: {}, definitionVersion: 1 };
  return (await saves.commit({ writes: [write] })).committed;
}
