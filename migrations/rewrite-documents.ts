import { MATCH_ALL, type FilterNode } from '#engine/model/filter';
import type { CollectionSchema, RecordKeys } from '#engine/model/compiled';
import type { JsonValue } from '#engine/model/values';
import type { StorePort, StoredRecord, StoreWrite } from '../engine/ports/index.ts';

/** Definitions that admins published, and the last valid ones. */
export const DEFINITION_COLLECTIONS: readonly CollectionSchema[] = ['_definitions_good', '_changesets'].map((name) => ({
  name,
  keys: [],
  indexes: [],
  contains: [],
}));

/** Documents changed in one commit. */
const BATCH_SIZE = 500;

/** Writes all documents of a collection that need it. `toWrite` returns what is to be written for a document: nothing if it is up to date. */
export async function rewriteDocuments(
  store: StorePort,
  collection: string,
  toWrite: (record: StoredRecord) => StoreWrite | readonly StoreWrite[] | undefined,
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const found = await store.find({ collection, filter: following(after), sort: [], limit: BATCH_SIZE });
    if (found.length === 0) return;
    const writes = found.flatMap((record) => toWrite(record) ?? []);
    // Another process changed one of them: the same batch is read again.
    if (writes.length > 0 && !(await store.commit({ writes })).committed) continue;
    after = found.at(-1)?.document._id;
  }
}

/** The write that replaces a document and leaves its keys as they are; undefined if nothing changes. */
export function replaceDocument(
  collection: string,
  { document, definitionVersion }: StoredRecord,
  replaced: JsonValue,
  keys: RecordKeys = {},
): StoreWrite | undefined {
  if (JSON.stringify(replaced) === JSON.stringify(document)) return undefined;
  const { _version } = document;
  return {
    kind: 'update',
    collection,
    document: { ...(replaced as typeof document), _version: _version + 1 },
    keys,
    previousKeys: keys,
    expectedVersion: _version,
    definitionVersion,
  };
}

function following(after: string | undefined): FilterNode {
  return after === undefined ? MATCH_ALL : { kind: 'idRange', gt: after };
}
