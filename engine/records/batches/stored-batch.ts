import type { CollectionSchema, CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import type { BatchKind } from '#engine/model/wire';
import { defineKey, readStoredDocument, updateSystemDocument } from '../documents/stored-document.ts';
import type { WriteContext } from '../save/write-context.ts';

export const BATCH_KEYS = { user: defineKey('user'), at: defineKey('at', 'number') } as const;

/** Bulk operations, one document each, with the id of the batch. The saves themselves are in `_changes`. */
export const BATCHES_COLLECTION: CollectionSchema = {
  name: '_batches',
  keys: Object.values(BATCH_KEYS),
  indexes: [{ keys: ['user', 'at'] }, { keys: ['at'] }],
  contains: [],
};

/** A stored bulk operation. */
export interface StoredBatch {
  readonly _id: string;
  readonly kind: BatchKind;
  /** The name that keys have for the module. */
  readonly module: string;
  readonly user: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly records: number;
  readonly refused: number;
}

/** Numbers of records. */
interface BatchCount {
  readonly records: number;
  readonly refused: number;
}

export function readBatch(document: RecordDocument): StoredBatch {
  return document as unknown as StoredBatch;
}

/** The keys of a batch. */
export function batchKeysOf({ user, at }: Pick<StoredBatch, 'user' | 'at'>) {
  return { user, at };
}

/**
 * Notes a bulk operation before it begins, so that one which is interrupted can be found and undone; returns what adds its counts. A single
 * record is not noted, unless its batch is, and nothing that the product does by itself. Errors: of the store, `overloaded`.
 */
export async function noteBatch(
  context: WriteContext,
  { kind, module, requested }: { readonly kind: BatchKind; readonly module: CompiledModule; readonly requested: number },
): Promise<(count: BatchCount) => Promise<void>> {
  const { services, scope, batchId, joinsBatch } = context;
  const user = scope.actor.userId;
  if (user === undefined || (requested < 2 && !joinsBatch)) return () => Promise.resolve();
  const isKnown = joinsBatch && (await readStoredDocument(services.store, BATCHES_COLLECTION, batchId)) !== undefined;
  if (requested < 2 && !isKnown) return () => Promise.resolve();
  const first: Omit<StoredBatch, '_id'> = {
    ...{ kind, user },
    module: scope.snapshot.moduleNames.keyOf(module.name),
    at: services.clock.now(),
    ...{ records: 0, refused: 0 },
  };
  const add = ({ records, refused }: BatchCount): Promise<void> =>
    updateSystemDocument(services.store, BATCHES_COLLECTION.name, batchId, (before) => {
      const { _id, ...was } = before === undefined ? { ...first, _id: batchId } : readBatch(before);
      const keys = batchKeysOf(was);
      const document = { ...was, records: was.records + records, refused: was.refused + refused };
      return { document, keys, previousKeys: before === undefined ? {} : keys };
    });
  if (!isKnown) await add({ records: 0, refused: 0 });
  return add;
}
