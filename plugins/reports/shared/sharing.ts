import type { JsonValue } from '#engine/model';
import { readId, readIds, type Stored } from './stored-report.ts';

/** Who may see a report, beside its owner: nobody, everyone who may use reports, or the users with one of some roles. */
export type Sharing = 'private' | 'everyone' | 'roles';

/** Id of the owner of a report or chart; '': it has none. */
export function readOwner(record: Stored | { readonly assigned_to?: unknown }): string {
  return readId(record.assigned_to as JsonValue | undefined);
}

/** Ids of the roles that a report is shared with. */
export function readSharedRoles(record: { readonly shared_roles?: unknown }): readonly string[] {
  return readIds(record.shared_roles as JsonValue | undefined);
}

/** How a report is shared. */
export function readSharing(record: Stored): Sharing {
  if (record['shared'] === true) return 'everyone';
  return readSharedRoles(record).length > 0 ? 'roles' : 'private';
}
