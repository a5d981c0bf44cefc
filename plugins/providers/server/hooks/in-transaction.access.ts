import type { InTransactionContext } from '#engine';
import { hasProviderAccess } from '../../shared/provider-access.ts';

/**
 * A provider who may not enter any more, or may again, takes the user along. Nobody but a user of the provider area is
 * touched: a staff member's or an admin's account is no provider's to close. An undo puts back what there was by itself.
 */
export async function syncUserActive(context: InTransactionContext<'providers'>): Promise<void> {
  const { event, record, unit } = context;
  if (event.kind !== 'update' || event.changeSource === 'undo' || event.before === undefined || record.related_user === undefined) return;
  const active = hasProviderAccess(record);
  if (hasProviderAccess(event.before) === active) return;
  const user = await unit.get('users', record.related_user);
  if (user === undefined || user.deleted === true || user.userType !== 'Provider' || (user.active === true) === active) return;
  await context.update('users', user._id, { active });
}
