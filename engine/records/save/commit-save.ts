import type { CompiledModule, JsonValue, RecordDocument } from '#engine/model';
import type { VisibleRecord, WriteOptions, WriteResult } from '../contract.ts';
import { MASK, planOf } from '../access/access-plan.ts';
import { commitWithRetry } from './commit-with-retry.ts';
import { checkIdempotency } from './idempotency.ts';
import { auditSavedRecordRead } from '../history/audit-sensitive-reads.ts';
import type { SaveAttempt, WriteContext, SavedRecord } from './save-request.ts';
import { encryptedFieldsOf } from '../encryption/encrypt-record.ts';
import { projectSavedRecord } from '../access/project-saved-record.ts';

/** Commits one save and returns its result. A known idempotency key returns its stored result. */
export async function commitSave(
  context: WriteContext,
  module: CompiledModule,
  key: WriteOptions['idempotency'],
  save: (attempt: SaveAttempt) => Promise<SavedRecord>,
): Promise<WriteResult> {
  const { result, attempt } = await commitWithRetry(context, async (made): Promise<SavedRecord | WriteResult> => {
    const { earlier, save: saveResult } = await checkIdempotency(context, key, module);
    if (earlier !== undefined) return replayResult(context, module, earlier as unknown as WriteResult);
    const saved = await save(made);
    if (key !== undefined) saveResult(made, (await toWriteResult(made, module, saved.document)) as unknown as JsonValue);
    return saved;
  });
  const answer = 'record' in result ? result : await toWriteResult(attempt, module, result.document);
  if (encryptedFieldsOf(module).length > 0) await auditSavedRecordRead(context.services, context.scope, module, answer.record);
  return answer;
}

function replayResult(context: WriteContext, module: CompiledModule, answer: WriteResult): WriteResult {
  return { ...answer, record: maskReplayed(context, module, answer.record), replayed: true };
}

/** Masks sensitive values in a replayed result if the actor has lost the right to see them. */
function maskReplayed({ scope }: WriteContext, module: CompiledModule, record: VisibleRecord): VisibleRecord {
  const masked = encryptedFieldsOf(module).filter(
    ({ name }) => record[name] !== undefined && planOf(scope, module).fields.get(name)?.masked === true,
  );
  return masked.length === 0 ? record : { ...record, ...Object.fromEntries(masked.map(({ name }) => [name, MASK])) };
}

async function toWriteResult(attempt: SaveAttempt, module: CompiledModule, document: RecordDocument): Promise<WriteResult> {
  return {
    record: await projectSavedRecord(attempt.services, attempt.scope, module, document),
    batchId: attempt.batchId,
    warnings: attempt.warnings,
  };
}
