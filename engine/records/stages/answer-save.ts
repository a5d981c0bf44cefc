import type { CompiledModule, JsonValue, RecordDocument } from '#engine/model';
import type { WriteOptions, WriteResult } from '../contract.ts';
import { commitAttempt } from './commit-attempt.ts';
import { findAnswer, keepAnswer } from './idempotency.ts';
import type { SaveAttempt, SaveCall, SavedRecord } from './save-request.ts';
import { showSaved } from './show-saved.ts';

/** Commits one save and answers it; an idempotency key that was seen before answers as it did then. */
export async function commitAndAnswer(call: SaveCall, module: CompiledModule, key: WriteOptions['idempotency'], save: (attempt: SaveAttempt) => Promise<SavedRecord>): Promise<WriteResult> {
  const { result, attempt } = await commitAttempt(call, async (made): Promise<SavedRecord | WriteResult> => {
    const earlier = await findEarlier(call, key);
    if (earlier !== undefined) return earlier;
    const saved = await save(made);
    if (key !== undefined) await keepAnswer(made, key, (await answerSave(made, module, saved.document)) as unknown as JsonValue);
    return saved;
  });
  return 'record' in result ? result : answerSave(attempt, module, result.document);
}

async function findEarlier(call: SaveCall, key: WriteOptions['idempotency']): Promise<WriteResult | undefined> {
  if (key === undefined) return undefined;
  const answer = await findAnswer(call, key);
  return answer === undefined ? undefined : { ...(answer as unknown as WriteResult), replayed: true };
}

async function answerSave(attempt: SaveAttempt, module: CompiledModule, document: RecordDocument): Promise<WriteResult> {
  return { record: await showSaved(attempt.kernel, attempt.scope, module, document), batchId: attempt.batchId, warnings: attempt.warnings };
}
