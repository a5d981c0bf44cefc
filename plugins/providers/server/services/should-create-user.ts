import type { PreSaveContext } from '#engine';
import { isListed } from '#engine/model';
import { hasProviderAccess } from '../../shared/provider-access.ts';

/** What makes a provider one who gets a user: whose they are, where they are written to, whether they may enter. */
const TRIGGER_FIELDS = ['assigned_to', 'email_addresses', 'status', 'locker_account_enabled'] as const;

/** Whether someone makes the provider what gets a user, or changes what decides it. */
function isTriggered({ event }: PreSaveContext<'providers'>): boolean {
  if (!event.isEdit() || event.changeSource === 'merge' || event.isBulkLoad) return false;
  const changed = event.changed();
  return event.kind === 'create' || TRIGGER_FIELDS.some((field) => changed.has(field));
}

/** Whether this save is the time for a user: there is none, the provider may enter, and is one of those whose providers get one. */
export async function shouldCreateUser(context: PreSaveContext<'providers'>): Promise<boolean> {
  const { draft, unit } = context;
  if ((draft.related_user ?? null) !== null || !hasProviderAccess(draft) || typeof draft.assigned_to !== 'string' || !isTriggered(context)) return false;
  const owner = await unit.get('users', draft.assigned_to);
  return isListed(context.setting('provider_user_creators'), [owner?._id, owner?.email]);
}
