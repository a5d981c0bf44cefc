import { createDeniedError, createModuleAccessDeniedError, type Rights } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument, RecordDraft } from '#engine/model/values';
import { planOf, profilePlanOf, type AccessPlan } from '../access/access-plan.ts';
import { projectSavedRecord } from '../access/project-record.ts';
import { assertModuleRight, canSeeRecord, canSeeRecordSync, hasRecordRight, isOwnProfile } from '../access/record-access.ts';
import { auditSavedRecordRead } from '../history/audit-sensitive-reads.ts';
import { isUneditedSince } from '../calculations/edited-version.ts';
import type { SaveKind } from '../hooks.ts';
import { createUnitReader } from './unit-reader.ts';
import type { SaveAttempt, SaveRequest } from './write-context.ts';

const VERBS: { readonly [kind in SaveKind]: string } = {
  create: 'create',
  update: 'edit',
  delete: 'delete',
  restore: 'restore',
  remove: 'delete',
};

/** The access plan that applies to a save. */
export function planForSave({ scope }: SaveAttempt, { module, id, trusted }: SaveRequest): AccessPlan {
  return !trusted && isOwnProfile(scope, module, id) ? profilePlanOf(scope, module) : planOf(scope, module);
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
  if (!scope.rights.module(module.name).access) throw createModuleAccessDeniedError(scope.rights, module);
  if (before === undefined) throw new MusterError('record_not_found');
  if (!(canSeeRecordSync(scope, module, before.document) ?? (await canSeeRecord(attempt.services, scope, module, before.document))))
    throw new MusterError('record_not_found');
  // A user who can change a System Admin's record could take over that account.
  const isAdmin = module.name === 'users' && before.document['userType'] === 'System Admin';
  if (isAdmin || !hasRecordRight(scope, module, before.document, kind === 'update' ? 'edit' : 'delete')) {
    const right = kind === 'update' ? 'edit' : 'delete';
    const isAllowed = (rights: Rights): boolean =>
      rights.unrestricted || (!isAdmin && hasRecordRight({ ...scope, rights }, module, before.document, right));
    throw createDeniedError(
      scope.rights,
      module,
      'write',
      isAllowed,
      () => new MusterError('action_not_allowed', { values: { action: VERBS[kind] } }),
    );
  }
}

/**
 * Checks that the record exists, has the version that the actor read, and is marked deleted before it is removed.
 * Errors: `record_not_found`, `version_conflict` with the current record, `not_deleted`.
 */
export async function assertExpectedState(attempt: SaveAttempt, { module, kind, before, expectedVersion }: SaveRequest): Promise<void> {
  if (kind === 'create') return;
  if (before === undefined) throw new MusterError('record_not_found');
  if (expectedVersion !== undefined && !isUneditedSince(before.document, expectedVersion))
    throw await createVersionConflict(attempt, module, before.document);
  if (kind === 'remove' && before.document['deleted'] !== true) throw new MusterError('not_deleted');
}

async function createVersionConflict(
  { services, scope }: SaveAttempt,
  module: CompiledModule,
  document: RecordDocument,
): Promise<MusterError> {
  const current = await projectSavedRecord(services, scope, module, document);
  await auditSavedRecordRead(services, scope, module, current);
  return new MusterError('version_conflict', { data: { current } });
}

/**
 * Checks invariants that apply to every actor: the Global team must exist, a team that is deleted must be unused, and an active System
 * Admin must exist. The other System Admin that is found is tracked, so that two cannot be removed at the same time. Errors:
 * `global_team_needed`, `team_in_use`, `last_admin_needed`.
 */
export async function assertInvariants(attempt: SaveAttempt, { module, kind, id, before }: SaveRequest, draft: RecordDraft): Promise<void> {
  if (module.name === 'teams' && id === GLOBAL_TEAM_ID && (kind === 'delete' || kind === 'remove'))
    throw new MusterError('global_team_needed');
  if (module.name === 'teams' && kind === 'delete') await assertTeamUnused(attempt, id);
  if (module.name !== 'users' || before === undefined || !isWorkingAdmin(before.document)) return;
  if (kind !== 'remove' && isWorkingAdmin(draft)) return;
  const others = await createUnitReader(attempt).find('users', { userType: 'System Admin', active: true, not: { _id: id } }, { limit: 1 });
  if (others.length === 0) throw new MusterError('last_admin_needed');
}

/** The members of a team see its records through it. Deleted records do not count. Errors: `team_in_use`. */
async function assertTeamUnused(attempt: SaveAttempt, id: string): Promise<void> {
  const reader = createUnitReader(attempt);
  const users: string[] = [];
  for (const { name, label, fields } of attempt.scope.snapshot.modules.values()) {
    if (fields.get('teams')?.refs.includes('teams') !== true) continue;
    if ((await reader.find(name, { teams: id }, { limit: 1 })).length > 0) users.push(label);
  }
  if (users.length > 0) throw new MusterError('team_in_use', { values: { modules: users.join(', ') }, data: { modules: users } });
}

function isWorkingAdmin(user: RecordDocument | RecordDraft): boolean {
  return user['userType'] === 'System Admin' && user['active'] === true && user['deleted'] !== true;
}
