import { GLOBAL_TEAM_ID, type CompiledModule, type RecordDocument } from '#engine/model';
import { isOwnProfile, canSeeRecordSync } from './record-access.ts';
import type { SaveAttempt } from '../save/save-request.ts';

/**
 * The ids of the given live records that the actor may not see. Queries the store at most once, and only for records
 * that cannot be checked in memory.
 */
export async function findInvisible(
  { services, scope }: Pick<SaveAttempt, 'services' | 'scope'>,
  module: CompiledModule,
  records: readonly RecordDocument[],
): Promise<ReadonlySet<string>> {
  const { rights } = scope;
  // All staff may read the names of users, teams and roles.
  const access =
    rights.unrestricted || (rights.isStaff && module.definition.namesReadable === true) ? undefined : rights.visibilityFilter(module);
  if (access === undefined) return new Set();
  const isOwn = (id: string): boolean =>
    isOwnProfile(scope, module, id) || (module.name === 'teams' && (id === GLOBAL_TEAM_ID || rights.teams.includes(id)));
  const unseen = new Set<string>();
  const open: string[] = [];
  for (const record of records) {
    if (isOwn(record._id)) continue;
    const answer = canSeeRecordSync(scope, module, record);
    if (answer === false) unseen.add(record._id);
    else if (answer === undefined) open.push(record._id);
  }
  if (open.length === 0) return unseen;
  const seen = new Set(
    await services.store.findIds({
      collection: module.storage.name,
      filter: { kind: 'ids', ids: open },
      sort: [],
      limit: open.length,
      access,
    }),
  );
  return new Set([...unseen, ...open.filter((id) => !seen.has(id))]);
}
