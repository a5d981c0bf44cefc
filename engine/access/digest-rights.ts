import { createHash } from 'node:crypto';
import type { AccessScope } from './create-access.ts';
import type { Rights } from './rights.ts';

const digests = new WeakMap<Rights, string>();

/**
 * A digest of all that determines what an actor may see, except the records themselves: two equal digests mean the same rights. Someone with
 * all rights has one that does not depend on the definitions.
 */
export function digestRights({ rights, actor, snapshot }: AccessScope): string {
  if (rights.unrestricted) return 'unrestricted';
  const known = digests.get(rights);
  if (known !== undefined) return known;
  const { userId, userType, active, teams, roles, ofUser } = rights;
  const parts = [snapshot.version, userId, userType, active, [...teams].sort(), roles, ofUser, actor.scopes ?? null];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  digests.set(rights, digest);
  return digest;
}
