import type { AccessScope } from '../../access/index.ts';
import type { CompiledModule } from '#engine/model';
import type { VisibleRecord } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { MASK, planOf, profilePlanOf, type AccessPlan } from './access-plan.ts';
import { commitAttempt } from './commit-attempt.ts';
import { keepEntry } from './keep-history.ts';
import { isOwnProfile } from './reach-module.ts';
import type { SaveCall } from './save-request.ts';

/** What the audit log names as the source of an entry that tells of a reading. */
export const READING = 'sensitive value read';

/**
 * Writes into the audit log which sensitive values of these records their reader is about to see in clear: one entry a
 * record and field, all of one call in one commit, before anything is answered. The product itself, with no person
 * behind it, is passed over. Errors: of the store, and then nothing must be shown.
 */
export function noteReading(kernel: RecordKernel, scope: AccessScope, plan: AccessPlan, records: readonly VisibleRecord[]): Promise<void> | undefined {
  if (plan.inClear.length === 0 || (scope.actor.kind === 'system' && scope.actor.userId === undefined)) return undefined;
  const seen = records.flatMap((record) => plan.inClear.filter(({ field }) => record[field.name] !== undefined && record[field.name] !== MASK).map(({ field }) => ({ record, field: field.name })));
  return seen.length === 0 ? undefined : keepReadings({ kernel, scope, batchId: kernel.ids.next(), allowDuplicates: false, changeSource: READING, quiet: true, chain: [] }, plan.module, seen);
}

/** The same for one record that a save answers with. */
export async function noteShown(kernel: RecordKernel, scope: AccessScope, module: CompiledModule, record: VisibleRecord): Promise<void> {
  const own = isOwnProfile(scope, module, record._id) && !scope.rights.unrestricted;
  await noteReading(kernel, scope, own ? profilePlanOf(scope, module) : planOf(scope, module), [record]);
}

async function keepReadings(call: SaveCall, module: CompiledModule, seen: readonly { readonly record: VisibleRecord; readonly field: string }[]): Promise<void> {
  await commitAttempt(call, async (attempt) => {
    for (const { record, field } of seen) {
      const name = record[module.nameField];
      keepEntry(attempt, { module, id: record._id, actor: call.scope.actor }, { field, name: typeof name === 'string' ? name : '', before: null, after: null });
    }
  });
}
