import { createHash } from 'node:crypto';
import type { AccessScope } from './create-access.ts';
import type { Rights } from './rights.ts';

const digests = new WeakMap<Rights, string>();

/**
 * A digest of all that determines what an actor may see, except the records themselves: two equal digests mean the same rights. Someone with
 * all rights has one that does not depend on the definitions.
 */
export function digestRights(scope: AccessScope): string {
  const { rights, snapshot } = scope;
  if (rights.unrestricted) return 'unrestricted';
  const known = digests.get(rights);
  if (known !== undefined) return known;
  const digest = digestParts([snapshot.version, ...listRights(scope)]);
  digests.set(rights, digest);
  return digest;
}

/**
 * A digest of what decides which records and fields an actor reads: a file that was written with other rights is not given out. The
 * definitions are left out, because they change often without a change of rights.
 */
export function digestReader(scope: AccessScope): string {
  return digestParts(listRights(scope));
}

/** Teams and roles in a fixed order: users have them in any. */
function listRights({ rights, actor }: AccessScope): readonly unknown[] {
  const { userId, userType, active, teams, roles, ofUser } = rights;
  const sorted = [...roles].sort((one, other) => (one.id < other.id ? -1 : 1));
  return [userId, userType, active, [...teams].sort(), sorted, ofUser, actor.scopes ?? null];
}

function digestParts(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
