import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { RecordOperations } from '../../records/index.ts';
import type { PublishReview } from '../../registry/index.ts';
import type { RoleDefinition } from '#engine/model/definitions';

type RecordFinder = Pick<RecordOperations, 'find'>;

/** A removed role that users still have. */
export interface RoleUse {
  readonly role: RoleDefinition;
  readonly count: number;
}

/** The number of users with a role; of active ones if `isActive`. */
export async function countUsersOf(records: RecordFinder, role: string, isActive = false): Promise<number> {
  const filter = { roles: role, ...(isActive ? { active: true } : {}) };
  return (await records.find(SYSTEM_ACTOR, { module: 'users', filter, limit: 1, fields: ['name'] })).total;
}

/** The roles that a change removes and users still have. */
export async function findRoleUses(records: RecordFinder, { before, after }: PublishReview): Promise<readonly RoleUse[]> {
  const uses: RoleUse[] = [];
  for (const role of before.roles.values()) if (!after.roles.has(role.id)) uses.push({ role, count: await countUsersOf(records, role.id) });
  return uses.filter(({ count }) => count > 0);
}

/** Errors: `definition_in_use`. */
export async function assertRolesUnused(records: RecordFinder, review: PublishReview): Promise<void> {
  const uses = await findRoleUses(records, review);
  if (uses.length > 0)
    throw new MusterError('definition_in_use', { data: { references: uses.map(({ count }) => ({ from: 'users', count })) } });
}
