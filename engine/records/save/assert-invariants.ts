import { MusterError } from '../../errors/index.ts';
import { GLOBAL_TEAM_ID, type RecordDocument, type RecordDraft } from '#engine/model';
import type { SaveAttempt, SaveRequest } from './save-request.ts';
import { createUnitReader } from './unit-reader.ts';

/**
 * Checks invariants that apply to every actor: the Global team must exist, and so must an active System Admin. The
 * other System Admin that is found is tracked, so that two cannot be removed at the same time. Errors:
 * `global_team_needed`, `last_admin_needed`.
 */
export async function assertInvariants(attempt: SaveAttempt, { module, kind, id, before }: SaveRequest, draft: RecordDraft): Promise<void> {
  if (module.name === 'teams' && id === GLOBAL_TEAM_ID && (kind === 'delete' || kind === 'remove'))
    throw new MusterError('global_team_needed');
  if (module.name !== 'users' || before === undefined || !isWorkingAdmin(before.document)) return;
  if (kind !== 'remove' && isWorkingAdmin(draft)) return;
  const others = await createUnitReader(attempt).find('users', { userType: 'System Admin', active: true, not: { _id: id } }, { limit: 1 });
  if (others.length === 0) throw new MusterError('last_admin_needed');
}

function isWorkingAdmin(user: RecordDocument | RecordDraft): boolean {
  return user['userType'] === 'System Admin' && user['active'] === true && user['deleted'] !== true;
}
