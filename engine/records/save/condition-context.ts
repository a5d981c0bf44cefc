import type { ConditionContext } from '#engine/model/conditions';
import { zoneClock } from '#engine/model/time';
import type { RecordDocument } from '#engine/model/values';
import { timeZoneOf, type AccessScope } from '../../access/index.ts';

/** What the conditions of a save see in addition to the record. */
export function conditionContext(
  scope: Pick<AccessScope, 'rights' | 'snapshot'>,
  now: number,
  before: RecordDocument | undefined,
): ConditionContext {
  const { userId, userType, roles, teams } = scope.rights;
  const timeZone = timeZoneOf(scope.snapshot);
  return {
    today: zoneClock(timeZone).dayOf(now),
    timeZone,
    now: new Date(now).toISOString(),
    ...(userId === undefined ? {} : { user: { _id: userId, userType, roles: roles.map(({ name }) => name), teams } }),
    ...(before === undefined ? {} : { old: before }),
  };
}
