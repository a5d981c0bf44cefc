import { expect, inject } from 'vitest';
import type { StoredRecord } from '../../engine/ports/index.ts';
import type { TestServer } from './start-server.ts';

/** Runs a job now, even if it is not due or has finished permanently, and waits for its end. `id` is 'plugin/name'. */
export async function runJob(server: TestServer, id: string): Promise<void> {
  const { scheduler, store } = server.application;
  const read = async (): Promise<StoredRecord | undefined> => (await store.get('_jobs', [id]))[0];
  // The server's scheduler runs jobs too: wait until its current runs have finished.
  await expect
    .poll(
      async () => {
        await scheduler.tick();
        const state = await read();
        if (state === undefined || state.document['runningUntil'] !== null) return false;
        const { document, definitionVersion } = state;
        const due = { ...document, _version: document._version + 1, nextAt: 0 };
        return (
          await store.commit({
            writes: [
              {
                kind: 'update',
                collection: '_jobs',
                document: due,
                keys: {},
                previousKeys: {},
                expectedVersion: document._version,
                definitionVersion,
              },
            ],
          })
        ).committed;
      },
      { timeout: 30_000 * inject('timeoutFactor') },
    )
    .toBe(true);
  await expect
    .poll(
      async () => {
        await scheduler.tick();
        const state = await read();
        return state?.document['runningUntil'] === null && state.document['nextAt'] !== 0;
      },
      { timeout: 30_000 * inject('timeoutFactor') },
    )
    .toBe(true);
}
