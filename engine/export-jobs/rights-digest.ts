import { createHash } from 'node:crypto';
import type { AccessScope } from '../access/index.ts';

/**
 * What decides which records and fields a user reads: a file that was written with other rights is not given out. The definitions are left
 * out, because they change often without a change of rights.
 */
export function digestReader({ rights, actor }: AccessScope): string {
  const { userId, userType, teams, roles, ofUser } = rights;
  const sorted = [...roles].sort((a, b) => (a.id < b.id ? -1 : 1));
  const parts = [userId, userType, [...teams].sort(), sorted, ofUser, actor.scopes ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
