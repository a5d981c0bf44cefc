import type { AggregationCursor, FindCursor, MongoClient } from 'mongodb';
import type { StoreQuery } from '../../../ports/index.ts';
import type { StoredDocument } from '../schema/stored-document.ts';
import { readSnapshot } from '../server/read-snapshot.ts';
import { DEFAULT_DEADLINE, ID, planQuery, readByIds, RECORD, type FindRange, type QueryContext, type ServerQuery } from './plan-query.ts';

/** The records or ids of a query, from one state of the store. */
export async function readQuery(
  client: MongoClient,
  query: StoreQuery,
  context: QueryContext,
  wanted: 'records' | 'ids',
  batchSize: number,
): Promise<readonly StoredDocument[]> {
  const planned = await planQuery(query, context, wanted);
  const [first, ...others] = rangesOf(planned);
  if (others.length === 0) return readPlanned(planned, query, context, wanted, batchSize);
  // Most pages end within the first range. Two finds need one snapshot: a record that gets or loses its key between them would be missing.
  const page = await openCursor(narrow(planned, first), query, context, wanted, batchSize).toArray();
  if (page.length >= query.limit) return page;
  const read = (own: QueryContext): Promise<StoredDocument[]> => readPlanned(planned, query, own, wanted, batchSize);
  return (await readSnapshot(client, (session) => read({ ...context, session }))) ?? read(context);
}

/** The records or ids of a planned query. The session of the context decides of which state. */
export async function readPlanned(
  planned: ServerQuery,
  query: StoreQuery,
  context: QueryContext,
  wanted: 'records' | 'ids',
  batchSize: number,
): Promise<StoredDocument[]> {
  let found: StoredDocument[] = [];
  for await (const cursor of openCursors(planned, query, context, wanted, batchSize)) {
    const part = await cursor.read.toArray();
    cursor.report(part.length);
    found = found.length === 0 ? part : found.concat(part);
  }
  return found;
}

/** Reads the records of a planned query one by one. */
export async function* walkPlanned(
  planned: ServerQuery,
  query: StoreQuery,
  context: QueryContext,
  batchSize: number,
): AsyncGenerator<StoredDocument> {
  for await (const { read, report } of openCursors(planned, query, context, 'records', batchSize)) {
    let records = 0;
    try {
      for await (const stored of read) {
        records += 1;
        yield stored;
      }
    } finally {
      await read.close();
    }
    report(records);
  }
}

type RecordCursor = AggregationCursor<StoredDocument> | FindCursor<StoredDocument>;

/** The cursors of a planned query, one range after the other. `report` takes how many records a cursor had. */
async function* openCursors(
  planned: ServerQuery,
  query: StoreQuery,
  context: QueryContext,
  wanted: 'records' | 'ids',
  batchSize: number,
): AsyncGenerator<{ readonly read: RecordCursor; readonly report: (records: number) => void }> {
  if (planned.kind === 'aggregate') {
    yield { read: openCursor(planned, query, context, wanted, batchSize), report: () => undefined };
    return;
  }
  let { skip, limit } = planned;
  for (const [index, range] of planned.ranges.entries()) {
    let records = 0;
    const read = openCursor({ ...planned, skip, limit, ranges: [range] }, query, context, wanted, batchSize);
    yield { read, report: (count) => (records = count) };
    limit -= records;
    if (limit <= 0 || index === planned.ranges.length - 1) return;
    skip = records > 0 || skip === 0 ? 0 : skip - (await countRange(range, skip, query, context));
  }
}

/** How many records a range has, at most `limit`. */
function countRange(range: FindRange, limit: number, query: StoreQuery, context: QueryContext): Promise<number> {
  return context.schemaRegistry
    .collection(query.collection)
    .countDocuments(range.filter, { limit, maxTimeMS: query.deadline ?? DEFAULT_DEADLINE, ...sessionOf(context) });
}

/** The ranges of a planned query that are read one after the other; none for a pipeline. */
export function rangesOf(planned: ServerQuery): readonly FindRange[] {
  return planned.kind === 'find' ? planned.ranges : [];
}

/** The same query for one of its ranges. */
export function narrow(planned: ServerQuery, range: FindRange | undefined): ServerQuery {
  return planned.kind === 'find' && range !== undefined ? { ...planned, ranges: [range] } : planned;
}

/** Opens the cursor of a pipeline, or of a find with a single range. */
export function openCursor(
  planned: ServerQuery,
  query: StoreQuery,
  context: QueryContext,
  wanted: 'records' | 'ids',
  batchSize: number,
): RecordCursor {
  const collection = context.schemaRegistry.collection(query.collection);
  const options = { batchSize, allowDiskUse: true, maxTimeMS: query.deadline ?? DEFAULT_DEADLINE, ...sessionOf(context) };
  if (planned.kind === 'aggregate') return collection.aggregate<StoredDocument>([...planned.pipeline], options);
  const cursor = collection.find<StoredDocument>(planned.ranges[0]?.filter ?? {}, {
    ...options,
    projection: planned.projection ?? (wanted === 'ids' ? ID : RECORD),
  });
  if (planned.sort !== undefined) cursor.sort(planned.sort);
  if (planned.skip > 0) cursor.skip(planned.skip);
  return Number.isFinite(planned.limit) ? cursor.limit(planned.limit) : cursor;
}

function sessionOf({ session }: QueryContext): Pick<QueryContext, 'session'> {
  return session === undefined ? {} : { session };
}

/**
 * Reads a page at a deep offset by scanning all records before it. The ids come from an index where there is one, so that no
 * skipped record is read. From one snapshot: the server interrupts a long scan, and commits meanwhile would shift the page.
 */
export async function scanDeepPage(client: MongoClient, query: StoreQuery, context: QueryContext): Promise<readonly StoredDocument[]> {
  return (await readSnapshot(client, (session) => scan(query, { ...context, session }))) ?? scan(query, context);
}

async function scan(query: StoreQuery, context: QueryContext): Promise<readonly StoredDocument[]> {
  const found = await readPlanned(await planQuery(query, context, 'ids'), query, context, 'ids', query.limit);
  return found.length === 0
    ? []
    : readByIds(
        query.collection,
        found.map(({ _id }) => _id),
        context,
      );
}
