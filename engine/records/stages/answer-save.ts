import type { CompiledModule, JsonValue, RecordDocument } from '#engine/model';
import type { VisibleRecord, WriteOptions, WriteResult } from '../contract.ts';
import { MASK, planOf } from './access-plan.ts';
import { commitAttempt } from './commit-attempt.ts';
import { findAnswer } from './idempotency.ts';
import { noteShown } from './note-reading.ts';
import type { SaveAttempt, SaveCall, SavedRecord } from './save-request.ts';
import { sealedFieldsOf } from './seal-record.ts';
import { showSaved } from './show-saved.ts';

/** Commits one save and answers it; an idempotency key that was seen before answers as it did then. */
export async function commitAndAnswer(call: SaveCall, module: CompiledModule, key: WriteOptions['idempotency'], save: (attempt: SaveAttempt) => Promise<SavedRecord>): Promise<WriteResult> {
  const { result, attempt } = await commitAttempt(call, async (made): Promise<SavedRecord | WriteResult> => {
    const { earlier, keep } = await findAnswer(call, key, module);
    if (earlier !== undefined) return answerAgain(call, module, earlier as unknown as WriteResult);
    const saved = await save(made);
    if (key !== undefined) keep(made, (await answerSave(made, module, saved.document)) as unknown as JsonValue);
    return saved;
  });
  const answer = 'record' in result ? result : await answerSave(attempt, module, result.document);
  if (sealedFieldsOf(module).length > 0) await noteShown(call.kernel, call.scope, module, answer.record);
  return answer;
}

function answerAgain(call: SaveCall, module: CompiledModule, answer: WriteResult): WriteResult {
  return { ...answer, record: maskAgain(call, module, answer.record), replayed: true };
}

/** Who lost the right to sensitive values since sees the mask in an answer that is given again. */
function maskAgain({ scope }: SaveCall, module: CompiledModule, record: VisibleRecord): VisibleRecord {
  const masked = sealedFieldsOf(module).filter(({ name }) => record[name] !== undefined && planOf(scope, module).fields.get(name)?.masked === true);
  return masked.length === 0 ? record : { ...record, ...Object.fromEntries(masked.map(({ name }) => [name, MASK])) };
}

async function answerSave(attempt: SaveAttempt, module: CompiledModule, document: RecordDocument): Promise<WriteResult> {
  return { record: await showSaved(attempt.kernel, attempt.scope, module, document), batchId: attempt.batchId, warnings: attempt.warnings };
}
