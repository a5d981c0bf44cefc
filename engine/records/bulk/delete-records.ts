import type { Actor } from '../../access/index.ts';
import type { BulkResult, DeleteInput } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { commitSave } from '../save/commit-save.ts';
import { beginWrite } from '../save/begin-write.ts';
import { deriveIdempotencyKey } from '../save/idempotency.ts';
import { findModule } from '../access/record-access.ts';
import { assertIdLimit, runBulk } from './run-bulk.ts';
import { saveRecord } from '../save/save-record.ts';

/** Marks records deleted. Records that are already marked stay unchanged. */
export async function markRecordsDeleted(services: RecordServices, actor: Actor, input: DeleteInput): Promise<BulkResult> {
  return markEach(services, actor, input, 'delete');
}

/** Removes the deletion mark. */
export async function restoreRecords(services: RecordServices, actor: Actor, input: DeleteInput): Promise<BulkResult> {
  return markEach(services, actor, input, 'restore');
}

async function markEach(services: RecordServices, actor: Actor, input: DeleteInput, kind: 'delete' | 'restore'): Promise<BulkResult> {
  assertIdLimit(input.ids);
  const context = await beginWrite(services, actor, input);
  const module = findModule(context.scope, input.module);
  const items = [...new Set(input.ids)].map((id) => ({ _id: id, value: id }));
  return runBulk(context, module, input.idempotency, items, async (id) => {
    await commitSave(context, module, deriveIdempotencyKey(input.idempotency, id), async (attempt) => {
      const [before] = await attempt.unit.load(module, [id]);
      return saveRecord(attempt, { kind, module, actor, trusted: actor.kind === 'system', id, before, fields: {} });
    });
    return id;
  });
}
