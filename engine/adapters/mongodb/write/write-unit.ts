import { MongoBulkWriteError, type AnyBulkWriteOperation } from 'mongodb';
import type { CommitConflict, StoreWrite, UnitOfWork } from '../../../ports/index.ts';
import { uniqueName } from '../schema/apply-schemas.ts';
import type { QueryContext } from '../query/plan-query.ts';
import { toStored, type StoredDocument } from '../schema/stored-document.ts';

const DUPLICATE = 11000;

/** A write did not find what it relies on: the conflicts, or `look` when they still have to be queried. */
export class UnitConflictError extends Error {
  readonly conflicts: readonly CommitConflict[] | 'look';

  constructor(conflicts: readonly CommitConflict[] | 'look') {
    super('stale');
    this.conflicts = conflicts;
  }
}

/** Writes a unit inside the transaction of the session. Throws {@link UnitConflictError}. */
export async function writeUnit(unit: UnitOfWork, context: QueryContext): Promise<void> {
  for (const [collection, writes] of groupByCollection(unit.writes)) await writeCollection(collection, writes, context);
  if ((unit.bumps ?? []).length > 0) {
    const increments = Object.fromEntries((unit.bumps ?? []).map((area) => [area, 1]));
    await context.schemaRegistry.meta.updateOne(
      { _id: 'versions' },
      { $inc: increments },
      { upsert: true, ...(context.session === undefined ? {} : { session: context.session }) },
    );
  }
}

/** The order of writes matters only within one collection. */
function groupByCollection(writes: readonly StoreWrite[]): Map<string, StoreWrite[]> {
  const groups = new Map<string, StoreWrite[]>();
  for (const write of writes) {
    const group = groups.get(write.collection);
    if (group === undefined) groups.set(write.collection, [write]);
    else group.push(write);
  }
  return groups;
}

async function writeCollection(collection: string, writes: readonly StoreWrite[], context: QueryContext): Promise<void> {
  const { contains, unique } = await context.schemaRegistry.getSchema(collection);
  const operations = writes.map((write) => toOperation(write, contains));
  const changing = writes.filter((write) => write.kind !== 'insert').length;
  try {
    const result = await context.schemaRegistry
      .collection(collection)
      .bulkWrite(operations, { ordered: true, ...(context.session === undefined ? {} : { session: context.session }) });
    if (result.matchedCount + result.deletedCount !== changing) throw new UnitConflictError('look');
  } catch (error) {
    throw readDuplicate(error, collection, writes, unique) ?? error;
  }
}

function toOperation(write: StoreWrite, contains: readonly string[]): AnyBulkWriteOperation<StoredDocument> {
  switch (write.kind) {
    case 'insert':
      return { insertOne: { document: toStored(write.document, write.keys, write.definitionVersion, contains) } };
    case 'update': {
      const { _id, ...replacement } = toStored(write.document, write.keys, write.definitionVersion, contains);
      return { replaceOne: { filter: { _id, v: write.expectedVersion }, replacement } };
    }
    case 'remove':
      return { deleteOne: { filter: { _id: write.id, v: write.expectedVersion } } };
  }
}

/** Converts a duplicate key error to the conflict of the port. */
function readDuplicate(
  error: unknown,
  collection: string,
  writes: readonly StoreWrite[],
  unique: readonly (readonly string[])[],
): UnitConflictError | undefined {
  if (!(error instanceof MongoBulkWriteError)) return undefined;
  const [failed] = [error.writeErrors].flat();
  const write = failed === undefined ? undefined : writes[failed.index];
  if (failed === undefined || write === undefined || failed.code !== DUPLICATE) return undefined;
  const id = write.kind === 'remove' ? write.id : write.document._id;
  const keys = unique.find((one) => (failed.errmsg ?? '').includes(` index: ${uniqueName(one)} `));
  return new UnitConflictError([keys === undefined ? { kind: 'exists', collection, id } : { kind: 'unique', collection, id, keys }]);
}
