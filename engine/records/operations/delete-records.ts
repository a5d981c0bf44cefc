import type { Actor } from '../../access/index.ts';
import type { BulkResult, DeleteInput } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { commitAndAnswer } from '../stages/answer-save.ts';
import { beginCall } from '../stages/begin-call.ts';
import { keyOfPart } from '../stages/idempotency.ts';
import { findModule } from '../stages/reach-module.ts';
import { assertFewIds, runBulk } from '../stages/run-bulk.ts';
import { saveRecord } from '../stages/save-record.ts';

/** Marks records deleted; one that is marked already stays so. */
export async function markRecordsDeleted(kernel: RecordKernel, actor: Actor, input: DeleteInput): Promise<BulkResult> {
  return markEach(kernel, actor, input, 'delete');
}

/** Takes the mark away again. */
export async function restoreRecords(kernel: RecordKernel, actor: Actor, input: DeleteInput): Promise<BulkResult> {
  return markEach(kernel, actor, input, 'restore');
}

async function markEach(kernel: RecordKernel, actor: Actor, input: DeleteInput, kind: 'delete' | 'restore'): Promise<BulkResult> {
  assertFewIds(input.ids);
  const call = await beginCall(kernel, actor, input);
  const module = findModule(call.scope, input.module);
  const items = [...new Set(input.ids)].map((id) => ({ _id: id, value: id }));
  return runBulk(call, module, input.idempotency, items, async (id) => {
    await commitAndAnswer(call, module, keyOfPart(input.idempotency, id), async (attempt) => {
      const [before] = await attempt.unit.load(module, [id]);
      return saveRecord(attempt, { kind, module, actor, trusted: actor.kind === 'system', id, before, fields: {} });
    });
    return id;
  });
}
