import type { AccessScope } from '../../access/index.ts';
import type { CompiledModule, RecordDocument } from '#engine/model';
import type { VisibleRecord } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { planOf, profilePlanOf } from './access-plan.ts';
import { projectRecord } from './project-record.ts';
import { isOwnProfile, canSeeRecord } from './record-access.ts';

/** A saved record as the actor may see it; only its id and version if the save made it invisible to them. */
export async function projectSavedRecord(
  services: RecordServices,
  scope: AccessScope,
  module: CompiledModule,
  document: RecordDocument,
): Promise<VisibleRecord> {
  if (scope.rights.unrestricted) return projectRecord(planOf(scope, module), scope, document);
  if (isOwnProfile(scope, module, document._id)) return projectRecord(profilePlanOf(scope, module), scope, document);
  if (!(await canSeeRecord(services, scope, module, document))) return { _id: document._id, _version: document._version };
  return projectRecord(planOf(scope, module), scope, document);
}
