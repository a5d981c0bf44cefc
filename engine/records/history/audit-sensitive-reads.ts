import type { AccessScope } from '../../access/index.ts';
import type { CompiledModule } from '#engine/model';
import { MASK, planOf, profilePlanOf, type AccessPlan } from '../access/access-plan.ts';
import { isOwnProfile } from '../access/record-access.ts';
import type { VisibleRecord } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { commitWithRetry, type WriteContext } from '../save/write-context.ts';
import { addAuditEntry } from './audit-entry.ts';

/** The source of an audit entry about a read of a sensitive value. */
export const SENSITIVE_READ_SOURCE = 'sensitive value read';

/**
 * Writes to the audit log which sensitive values of these records the reader is about to see in plaintext: one entry
 * per record and field, all of one request in one commit, before the response is sent. Reads of the product itself,
 * without a user, are not audited. Errors: of the store; then nothing may be shown.
 */
export function auditSensitiveReads(
  services: RecordServices,
  scope: AccessScope,
  plan: AccessPlan,
  records: readonly VisibleRecord[],
): Promise<void> | undefined {
  if (plan.plaintextFields.length === 0 || (scope.actor.kind === 'system' && scope.actor.userId === undefined)) return undefined;
  const seen = records.flatMap((record) =>
    plan.plaintextFields
      .filter(({ field }) => record[field.name] !== undefined && record[field.name] !== MASK)
      .map(({ field }) => ({ record, field: field.name })),
  );
  return seen.length === 0
    ? undefined
    : writeReadEntries(
        {
          services,
          scope,
          batchId: services.ids.next(),
          allowDuplicates: false,
          changeSource: SENSITIVE_READ_SOURCE,
          quiet: true,
          chain: [],
        },
        plan.module,
        seen,
      );
}

/** The same for the record that a save returns. */
export async function auditSavedRecordRead(
  services: RecordServices,
  scope: AccessScope,
  module: CompiledModule,
  record: VisibleRecord,
): Promise<void> {
  const own = isOwnProfile(scope, module, record._id) && !scope.rights.unrestricted;
  await auditSensitiveReads(services, scope, own ? profilePlanOf(scope, module) : planOf(scope, module), [record]);
}

async function writeReadEntries(
  context: WriteContext,
  module: CompiledModule,
  seen: readonly { readonly record: VisibleRecord; readonly field: string }[],
): Promise<void> {
  await commitWithRetry(context, async (attempt) => {
    for (const { record, field } of seen) {
      const name = record[module.nameField];
      addAuditEntry(
        attempt,
        { module, id: record._id, actor: context.scope.actor },
        { field, name: typeof name === 'string' ? name : '', before: null, after: null },
      );
    }
  });
}
