import { MusterError } from '../../errors/index.ts';
import type { SaveKind } from '../hooks.ts';
import { planOf, profilePlanOf, type AccessPlan } from '../access/access-plan.ts';
import {
  assertModuleRight,
  createModuleAccessDeniedError,
  isOwnProfile,
  hasRecordRight,
  canSeeRecordSync,
  canSeeRecord,
} from '../access/record-access.ts';
import type { SaveAttempt, SaveRequest } from './save-request.ts';

const VERBS: { readonly [kind in SaveKind]: string } = {
  create: 'create',
  update: 'edit',
  delete: 'delete',
  restore: 'restore',
  remove: 'delete',
};

/** The access plan that applies to a save. */
export function planForSave({ scope }: SaveAttempt, { module, id, trusted }: SaveRequest): AccessPlan {
  return !trusted && isOwnProfile(scope, module, id) && !scope.rights.unrestricted ? profilePlanOf(scope, module) : planOf(scope, module);
}

/**
 * Checks whether the actor may perform this action on this record. Errors: `module_access_denied`,
 * `action_not_allowed`, and `record_not_found` if the record is not visible to them.
 */
export async function authoriseSave(attempt: SaveAttempt, request: SaveRequest): Promise<void> {
  const { scope } = attempt;
  const { module, kind, before } = request;
  if (module.definition.mirrors !== undefined && scope.actor.kind !== 'system') {
    throw new MusterError('action_not_allowed', { message: `${module.label} are made from definitions; change the definition.` });
  }
  if (scope.rights.unrestricted) return;
  if (kind === 'create') return assertModuleRight(scope, module, 'create');
  if (isOwnProfile(scope, module, request.id) && kind === 'update') return;
  if (!scope.rights.module(module.name).access) throw createModuleAccessDeniedError(module);
  if (before === undefined) throw new MusterError('record_not_found');
  if (!(canSeeRecordSync(scope, module, before.document) ?? (await canSeeRecord(attempt.services, scope, module, before.document))))
    throw new MusterError('record_not_found');
  // A user who can change a System Admin's record could take over that account.
  const isAdmin = module.name === 'users' && before.document['userType'] === 'System Admin';
  if (isAdmin || !hasRecordRight(scope, module, before.document, kind === 'update' ? 'edit' : 'delete')) {
    throw new MusterError('action_not_allowed', { values: { action: VERBS[kind] } });
  }
}
