import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import { textIn, textsIn, type Stored } from '../shared/stored.ts';

/** What decides which dashboards of others somebody is given. */
export interface Person {
  readonly userType: string;
  /** Ids of the roles. */
  readonly roles: readonly string[];
}

/** Who asks; undefined: they are no active user. */
export async function readPerson({ records }: Pick<PluginContext, 'records'>, userId: string): Promise<Person | undefined> {
  const filter = { _id: userId, active: true };
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'users', filter, fields: ['userType', 'roles'], limit: 1 });
  const [user] = data as readonly Stored[];
  return user && { userType: textIn(user, 'userType'), roles: textsIn(user, 'roles') };
}

/**
 * How well a dashboard fits a person: 3 for one of their roles, 2 for their user type, 1 for one that is for everybody; 0: it is not for
 * them. Roles count within the user types.
 */
export function rateFit(dashboard: Stored, { userType, roles }: Person): number {
  const [types, wanted] = [textsIn(dashboard, 'user_types'), textsIn(dashboard, 'roles')];
  if (types.length > 0 && !types.includes(userType)) return 0;
  if (wanted.length > 0) return wanted.some((role) => roles.includes(role)) ? 3 : 0;
  return types.length > 0 ? 2 : 1;
}
