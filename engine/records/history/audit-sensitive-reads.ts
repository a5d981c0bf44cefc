import type { AccessScope, Actor } from '../../access/index.ts';
import { toText } from '#engine/model/values';
import type { CompiledModule } from '#engine/model/compiled';
import { MASK, planOf, profilePlanOf, type AccessPlan } from '../access/access-plan.ts';
import { isOwnProfile } from '../access/record-access.ts';
import type { VisibleRecord } from '../read/read-contract.ts';
import { commitUnitWithRetry } from '../documents/stored-document.ts';
import type { ReadServices } from '../record-services.ts';
import { createAuditWrite, createRecordAuditRow } from './audit-entry.ts';

/** The source of an audit entry about a read of a sensitive value. */
export const SENSITIVE_READ_SOURCE = 'sensitive value read';

/**
 * Writes to the audit log which sensitive values of these records the reader is about to see in plaintext: one entry
 * per record and field, all of one request in one commit, before the response is sent. Reads of the product itself,
 * without a user, are not audited. Errors: of the store; then nothing may be shown.
 */
export function auditSensitiveReads(
  services: ReadServices,
  scope: AccessScope,
  plan: AccessPlan,
  records: readonly VisibleRecord[],
): Promise<void> | undefined {
  if (plan.plaintextFields.length === 0 || (scope.actor.kind === 'system' && scope.actor.userId === undefined)) return undefined;
  const seen = records.flatMap((record) => {
    const fields = plan.plaintextFields
      .map(({ field }) => field.name)
      .filter((name) => record[name] !== undefined && record[name] !== MASK);
    return fields.length === 0 ? [] : [{ record, fields }];
  });
  return seen.length === 0 ? undefined : writeReadEntries(services, scope.actor, plan.module, seen);
}

/** The same for the record that a save returns. */
export async function auditSavedRecordRead(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  record: VisibleRecord,
): Promise<void> {
  const own = isOwnProfile(scope, module, record._id) && !scope.rights.unrestricted;
  await auditSensitiveReads(services, scope, own ? profilePlanOf(scope, module) : planOf(scope, module), [record]);
}

function writeReadEntries(
  { store, clock, ids }: ReadServices,
  actor: Actor,
  module: CompiledModule,
  seen: readonly { readonly record: VisibleRecord; readonly fields: readonly string[] }[],
): Promise<void> {
  const batchId = ids.next();
  return commitUnitWithRetry(store, async () => {
    const now = clock.now();
    const names = { definitionVersion: module.definitionVersion };
    const origin = { at: new Date(now).toISOString(), batchId, changeSource: SENSITIVE_READ_SOURCE, actor, ...names };
    const writes = seen.map(({ record, fields }) => {
      const changes = fields.map((field) => ({ field, before: null, after: null }));
      const row = createRecordAuditRow({ _id: ids.next(), ...origin }, module, record._id, {
        name: toText(record[module.nameField]),
        changes,
      });
      return createAuditWrite(row, now);
    });
    return { unit: { writes }, result: undefined };
  });
}
