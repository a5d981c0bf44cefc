import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from 'vitest';
import { readService } from '#tests/support';
import { createEmbeddedQueue } from '../../../engine/adapters/embedded-queue/index.ts';
import { createSqliteStore } from '../../../engine/adapters/sqlite/index.ts';
import { createIds, createSystemClock } from '../../../engine/application/system-ports.ts';
import type { StorePort } from '../../../engine/ports/index.ts';
import { createMongoDatabases } from '../mongo-databases.ts';
import { describeQueueContract } from './describe-queue-contract.ts';
import { SILENT_LOG, type QueueStorage } from './queue-fixture.ts';

function makeStorage(openStore: () => Promise<StorePort>, remove: () => Promise<void>): QueueStorage {
  return {
    open: async ({ clock = createSystemClock(), ...options } = {}) => {
      const store = await openStore();
      const queue = await createEmbeddedQueue({ store, clock, ids: createIds(clock), log: SILENT_LOG, ...options });
      return {
        queue,
        close: async () => {
          await queue.stop();
          await store.close();
        },
      };
    },
    remove,
  };
}

describeQueueContract('embedded-queue on SQLite', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-queue-'));
  return makeStorage(
    () => createSqliteStore({ file: path.join(folder, 'queue.sqlite') }),
    async () => rmSync(folder, { recursive: true, force: true }),
  );
});

const url = readService('MONGODB_URL', 'the queue contract on MongoDB');

describe.skipIf(url === undefined)('MongoDB', () => {
  describeQueueContract('embedded-queue on MongoDB', async () => {
    const databases = createMongoDatabases(url ?? '');
    const first = await databases.make();
    return makeStorage(
      () => databases.openSecondHandle(first),
      async () => {
        await first.close();
        await databases.drop();
      },
    );
  });
});
