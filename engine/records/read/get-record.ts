import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { GetInput, VisibleRecord } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { planOf, profilePlanOf } from '../access/access-plan.ts';
import { auditSensitiveReads } from '../history/audit-sensitive-reads.ts';
import { populateRecords } from './populate.ts';
import { projectRecord } from '../access/project-record.ts';
import { createModuleAccessDeniedError, findModule, isOwnProfile, canSeeRecordSync, canSeeRecord } from '../access/record-access.ts';
import { decodeRecord } from '../encryption/encrypt-record.ts';

/** Reads one record. The actor's own user record is always visible. Errors: `module_access_denied`, `record_not_found`. */
export async function getRecord(services: RecordServices, actor: Actor, input: GetInput): Promise<VisibleRecord> {
  const scope = await services.access.scope(actor);
  const module = findModule(scope, input.module);
  const isOwn = isOwnProfile(scope, module, input.id);
  if (!isOwn && !scope.rights.unrestricted && !scope.rights.module(module.name).access && !scope.rights.namesOnly(module))
    throw createModuleAccessDeniedError(module);
  const [stored] = await services.store.get(module.storage.name, [input.id]);
  if (stored === undefined) throw new MusterError('record_not_found');
  const document = decodeRecord(services, scope, module, stored);
  const seen = isOwn || (canSeeRecordSync(scope, module, document) ?? (await canSeeRecord(services, scope, module, document)));
  if (!seen) throw new MusterError('record_not_found');
  const plan = isOwn && !scope.rights.unrestricted ? profilePlanOf(scope, module) : planOf(scope, module);
  const record = projectRecord(plan, scope, document);
  const noted = auditSensitiveReads(services, scope, plan, [record]);
  if (noted !== undefined) await noted;
  if (input.populate === undefined) return record;
  const [filled] = await populateRecords(services, scope, plan, [record], input.populate);
  return filled ?? record;
}
