import type { InSaveContext } from '#engine';
import { mayEnter } from '../../shared/may-enter.ts';

/**
 * A provider who may not enter any more, or may again, takes the user along. Nobody but a user of the provider area is
 * touched: a staff member's or an admin's account is no provider's to close. An undo puts back what there was by itself.
 */
export async function switchUser(context: InSaveContext<'providers'>): Promise<void> {
  const { event, record, unit } = context;
  if (event.kind !== 'update' || event.changeSource === 'undo' || event.before === undefined || record.related_user === undefined) return;
  const active = mayEnter(record);
  if (mayEnter(event.before) === active) return;
  const user = await unit.get('users', record.related_user);
  if (user === undefined || user.deleted === true || user.userType !== 'Provider' || (user.active === true) === active) return;
  await context.update('users', user._id, { active });
}
