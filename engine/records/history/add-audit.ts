import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { toText, type JsonValue } from '#engine/model/values';
import { MASK } from '../access/access-plan.ts';
import { findModule } from '../access/record-access.ts';
import { assertIdLimit } from '../bulk/run-bulk.ts';
import type { AddAuditInput, AuditEntry } from './audit-contract.ts';
import { metadataOf } from '../module-metadata.ts';
import type { RecordServices } from '../record-services.ts';
import { checkIdempotency } from '../save/idempotency.ts';
import { commitWithRetry } from '../save/commit-with-retry.ts';
import { beginWrite } from '../save/write-context.ts';
import { addAuditRow, entriesOf } from './audit-entry.ts';

/**
 * Adds audit entries about changes that were made outside the product. Errors: `admin_only`, `module_not_found`,
 * `too_many_ids`, `idempotency_conflict`.
 */
export async function addAudit(services: RecordServices, actor: Actor, input: AddAuditInput): Promise<readonly AuditEntry[]> {
  assertIdLimit(input.entries);
  const context = await beginWrite(services, actor, {});
  if (!context.scope.rights.unrestricted) throw new MusterError('admin_only');
  const { result } = await commitWithRetry(context, async (attempt) => {
    const { earlier, save } = await checkIdempotency(attempt, input.idempotency, 'any');
    if (earlier !== undefined) return earlier as unknown as readonly AuditEntry[];
    const entries: AuditEntry[] = [];
    for (const note of input.entries) {
      const module = findModule(context.scope, note.module);
      const [record] = await attempt.unit.load(module, [note.recordId]);
      const name = record?.document[module.nameField];
      const hides = note.field !== null && metadataOf(module).sensitive.has(note.field);
      const change = {
        field: note.field,
        before: hides ? MASK : note.previous_value,
        after: hides ? MASK : note.new_value,
      };
      const row = addAuditRow(
        { ...attempt, changeSource: note.changeSource ?? attempt.changeSource },
        { module, id: note.recordId, actor },
        { name: toText(name), changes: [change] },
      );
      entries.push(...entriesOf(row).map((entry) => ({ ...entry, module: module.name })));
    }
    save(attempt, entries as unknown as JsonValue);
    return entries;
  });
  return result;
}
