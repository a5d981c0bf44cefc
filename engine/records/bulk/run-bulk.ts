import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue } from '#engine/model/values';
import type { BatchKind } from '#engine/model/wire';
import { noteBatch } from '../batches/stored-batch.ts';
import { calculationsOf } from '../calculations/calculation-plan.ts';
import type { WriteOptions } from '../contract.ts';
import type { BulkResult, RefusedRecord } from './bulk-contract.ts';
import { checkIdempotency, type IdempotencyCheck } from '../save/idempotency.ts';
import { commitWithRetry } from '../save/commit-with-retry.ts';
import type { WriteContext } from '../save/write-context.ts';

/** Maximum number of ids per request. */
const MAX_BULK_IDS = 2000;

/** Maximum number of concurrent saves: a store that groups commits writes some of them together while others are prepared. */
const MAX_CONCURRENT_SAVES = 1024;

/** The same for records that roll-ups count: each save writes the record that counts it, so that many at the same time would only wait. */
const MAX_COUNTED_SAVES = 8;

/** One item of a bulk write: `_id` identifies it in the result if it is rejected. */
export interface BulkItem<Value> {
  readonly _id: string;
  readonly value: Value;
}

/** What all items of a bulk write share. */
interface BulkWrite {
  readonly kind: BatchKind;
  readonly module: CompiledModule;
  readonly key?: WriteOptions['idempotency'];
}

/** Errors: `too_many_ids`. */
export function assertIdLimit(ids: readonly unknown[], limit = MAX_BULK_IDS): void {
  if (ids.length > limit) throw new MusterError('too_many_ids', { values: { limit } });
}

/**
 * Runs a save for each item, each on its own, and lists those that were rejected. Returns the ids of saved items in the
 * order of the items.
 */
export async function runBulk<Value>(
  context: WriteContext,
  { kind, module, key }: BulkWrite,
  items: readonly BulkItem<Value>[],
  save: (value: Value) => Promise<string>,
): Promise<BulkResult> {
  const known = await checkIdempotency(context, key, module);
  if (known.earlier !== undefined) return replayResult(known);
  const addCount = await noteBatch(context, { kind, module, requested: items.length });
  const isCounted = (calculationsOf(context.scope.snapshot).get(module.name)?.collectors.length ?? 0) > 0;
  const outcomes = await runAll(items, isCounted ? MAX_COUNTED_SAVES : MAX_CONCURRENT_SAVES, save);
  const result: BulkResult = {
    done: outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [outcome] : [])),
    refused: outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [] : [outcome])),
    batchId: context.batchId,
  };
  await addCount({ records: result.done.length, refused: result.refused.length });
  return key === undefined ? result : storeFirstResult(context, module, key, result);
}

/** Two concurrent requests with one key share each save; both return the result that was stored first. */
async function storeFirstResult(
  context: WriteContext,
  module: CompiledModule,
  key: WriteOptions['idempotency'],
  result: BulkResult,
): Promise<BulkResult> {
  const { result: committed } = await commitWithRetry(context, async (attempt) => {
    const known = await checkIdempotency(attempt, key, module);
    if (known.earlier !== undefined) return replayResult(known);
    known.save(attempt, result as unknown as JsonValue);
    return result;
  });
  return committed;
}

/** An earlier result. Texts and details of refusals may name what an actor whose rights have changed may no longer see. */
function replayResult({ earlier, hasSameRights }: IdempotencyCheck): BulkResult {
  const result = earlier as unknown as BulkResult;
  if (hasSameRights) return result;
  return { ...result, refused: result.refused.map(({ _id, code }) => ({ _id, code, error: 'This record was not saved.' })) };
}

async function runAll<Value>(
  items: readonly BulkItem<Value>[],
  concurrency: number,
  save: (value: Value) => Promise<string>,
): Promise<readonly (string | RefusedRecord)[]> {
  const outcomes: (string | RefusedRecord)[] = new Array<string | RefusedRecord>(items.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index] as BulkItem<Value>;
      outcomes[index] = await runOne(item, save);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
  return outcomes;
}

async function runOne<Value>(item: BulkItem<Value>, save: (value: Value) => Promise<string>): Promise<string | RefusedRecord> {
  try {
    return await save(item.value);
  } catch (error) {
    if (!(error instanceof MusterError) || !error.isPublic) throw error;
    return { _id: item._id, code: error.code, error: error.message, ...(error.details.length === 0 ? {} : { details: error.details }) };
  }
}
