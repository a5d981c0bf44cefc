import type { MongoClient } from 'mongodb';
import type { StoreQuery } from '../../../ports/index.ts';
import type { StoredDocument } from '../schema/stored-document.ts';
import { readSnapshot } from '../server/read-snapshot.ts';
import { openCursor, planQuery, readByIds, type QueryContext } from './run-query.ts';

/**
 * Reads a page at a deep offset by scanning all records before it. The ids come from an index where there is one, so that no
 * skipped record is read. From one snapshot: the server interrupts a long scan, and commits meanwhile would shift the page.
 */
export async function scanDeepPage(client: MongoClient, query: StoreQuery, context: QueryContext): Promise<readonly StoredDocument[]> {
  return (await readSnapshot(client, (session) => scan(query, { ...context, session }))) ?? scan(query, context);
}

async function scan(query: StoreQuery, context: QueryContext): Promise<readonly StoredDocument[]> {
  const found = await openCursor(await planQuery(query, context, 'ids'), query, context, 'ids', query.limit).toArray();
  return found.length === 0
    ? []
    : readByIds(
        query.collection,
        found.map(({ _id }) => _id),
        context,
      );
}
