import type { MongoClient } from 'mongodb';
import type { StoredRecord, StoreQuery } from '../../../ports/index.ts';
import { planQuery, type QueryContext } from './plan-query.ts';
import { walkPlanned } from './read-query.ts';
import { fromStored } from '../schema/stored-document.ts';
import { isSnapshotGone, translateError } from '../server/translate-error.ts';

const BATCH = 500;
const HOUR = 3_600_000;

/**
 * Streams all records of a query in order, from one snapshot. When the server no longer has the snapshot, the stream
 * continues at the same offset in the current state.
 */
export async function* streamRecords(client: MongoClient, query: StoreQuery, context: QueryContext): AsyncGenerator<StoredRecord> {
  let given = 0;
  for (let snapshot = true; ; snapshot = false) {
    const session = client.startSession(snapshot ? { snapshot: true } : {});
    try {
      const rest: StoreQuery = {
        ...query,
        offset: (query.offset ?? 0) + given,
        limit: query.limit - given,
        deadline: query.deadline ?? HOUR,
      };
      if (rest.limit <= 0) return;
      const own = { ...context, session };
      for await (const stored of walkPlanned(await planQuery(rest, own, 'records'), rest, own, BATCH)) {
        given += 1;
        yield fromStored(stored);
      }
      return;
    } catch (error) {
      if (!snapshot || !isSnapshotGone(error)) throw translateError(error);
    } finally {
      await session.endSession();
    }
  }
}
