import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { JsonValue } from '#engine/model';
import type { AddAuditInput, AuditEntry } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { MASK } from '../stages/access-plan.ts';
import { beginCall } from '../stages/begin-call.ts';
import { commitAttempt } from '../stages/commit-attempt.ts';
import { keepEntry } from '../stages/keep-history.ts';
import { findAnswer } from '../stages/idempotency.ts';
import { factsOf } from '../stages/module-facts.ts';
import { findModule } from '../stages/reach-module.ts';
import { assertFewIds } from '../stages/run-bulk.ts';

/** Adds audit entries about changes that were made elsewhere. Errors: `admin_only`, `module_not_found`, `too_many_ids`, `idempotency_conflict`. */
export async function addAudit(kernel: RecordKernel, actor: Actor, input: AddAuditInput): Promise<readonly AuditEntry[]> {
  assertFewIds(input.entries);
  const call = await beginCall(kernel, actor, {});
  if (!call.scope.rights.unrestricted) throw new MusterError('admin_only');
  const { result } = await commitAttempt(call, async (attempt) => {
    const { earlier, keep } = await findAnswer(attempt, input.idempotency, 'any');
    if (earlier !== undefined) return earlier as unknown as readonly AuditEntry[];
    const entries: AuditEntry[] = [];
    for (const note of input.entries) {
      const module = findModule(call.scope, note.module);
      const [record] = await attempt.unit.load(module, [note.recordId]);
      const name = record?.document[module.nameField];
      const hides = note.field !== null && factsOf(module).sensitive.has(note.field);
      const line = { field: note.field, name: typeof name === 'string' ? name : '', before: hides ? MASK : note.previous_value, after: hides ? MASK : note.new_value };
      const document = keepEntry({ ...attempt, changeSource: note.changeSource ?? attempt.changeSource }, { module, id: note.recordId, actor }, line);
      const { _version, ...entry } = document;
      entries.push(entry as unknown as AuditEntry);
    }
    keep(attempt, entries as unknown as JsonValue);
    return entries;
  });
  return result;
}
