import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { GetInput, VisibleRecord } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { planOf, profilePlanOf } from '../stages/access-plan.ts';
import { noteReading } from '../stages/note-reading.ts';
import { populateRecords } from '../stages/populate.ts';
import { projectRecord } from '../stages/project-record.ts';
import { denyModule, findModule, isOwnProfile, seesAtOnce, seesRecord } from '../stages/reach-module.ts';
import { openRecord } from '../stages/seal-record.ts';

/** Reads one record. One's own user record is always within reach. Errors: `module_access_denied`, `record_not_found`. */
export async function getRecord(kernel: RecordKernel, actor: Actor, input: GetInput): Promise<VisibleRecord> {
  const scope = await kernel.access.scope(actor);
  const module = findModule(scope, input.module);
  const isOwn = isOwnProfile(scope, module, input.id);
  if (!isOwn && !scope.rights.unrestricted && !scope.rights.module(module.name).access && !scope.rights.namesOnly(module)) throw denyModule(module);
  const [stored] = await kernel.store.get(module.storage.name, [input.id]);
  if (stored === undefined) throw new MusterError('record_not_found');
  const document = openRecord(kernel, scope, module, stored);
  const seen = isOwn || (seesAtOnce(scope, module, document) ?? (await seesRecord(kernel, scope, module, document)));
  if (!seen) throw new MusterError('record_not_found');
  const plan = isOwn && !scope.rights.unrestricted ? profilePlanOf(scope, module) : planOf(scope, module);
  const record = projectRecord(plan, scope, document);
  const noted = noteReading(kernel, scope, plan, [record]);
  if (noted !== undefined) await noted;
  if (input.populate === undefined) return record;
  const [filled] = await populateRecords(kernel, scope, plan, [record], input.populate);
  return filled ?? record;
}
