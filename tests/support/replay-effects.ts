import { changeKeysOf, CHANGES_COLLECTION, type ChangeEntry } from '../../engine/records/index.ts';
import { MATCH_ALL } from '#engine/model/filter';
import type { TestServer } from './start-server.ts';

/**
 * Makes the effects of every save of a record due again, as if the process had crashed after they ran and before they
 * were marked as completed.
 */
export function createReplayEffects(server: () => TestServer): (module: string, id: string) => Promise<void> {
  return async (module, id) => {
    const { store, outbox } = server().application;
    // No effect is running then, so that no entry is changed meanwhile.
    await outbox.drain();
    const found = await store.find({
      collection: CHANGES_COLLECTION.name,
      filter: MATCH_ALL,
      sort: [],
      limit: 10_000,
    });
    const entries = found
      .map((one) => one.document as unknown as ChangeEntry)
      .filter((one) => one.module === module && one.record_id === id);
    if (entries.length === 0) throw new Error(`No save of ${module}/${id} was kept`);
    for (const entry of entries) {
      const document = { ...entry, _version: entry._version + 1, pending: 1 };
      const result = await store.commit({
        writes: [
          {
            kind: 'update',
            collection: CHANGES_COLLECTION.name,
            document: document as never,
            keys: changeKeysOf(document),
            previousKeys: changeKeysOf(entry),
            expectedVersion: entry._version,
            definitionVersion: 0,
          },
        ],
      });
      if (!result.committed) throw new Error(`A save of ${module}/${id} was changed meanwhile`);
    }
  };
}
