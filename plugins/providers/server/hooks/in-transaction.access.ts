import type { InTransactionContext } from '#engine';
import { hasProviderAccess } from '../../shared/provider-access.ts';

/**
 * Deactivates or activates the user when the provider loses or gets access. Only affects users of the provider area:
 * accounts of staff members and admins are not changed. An undo restores the previous state without this hook.
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
