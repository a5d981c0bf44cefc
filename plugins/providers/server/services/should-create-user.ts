import type { PreSaveContext } from '#engine';
import { isListed } from '#engine/model';
import { hasProviderAccess } from '../../shared/provider-access.ts';

/** The fields that decide whether a provider gets a user: owner, e-mail, status and locker account. */
const TRIGGER_FIELDS = ['assigned_to', 'email_addresses', 'status', 'locker_account_enabled'] as const;

/** Whether the save creates the provider or changes one of the trigger fields. */
function isTriggered({ event }: PreSaveContext<'providers'>): boolean {
  if (!event.isEdit() || event.changeSource === 'merge' || event.isBulkLoad) return false;
  const changed = event.changed();
  return event.kind === 'create' || TRIGGER_FIELDS.some((field) => changed.has(field));
}

/** Whether this save must create a user: the provider has none, has access, and belongs to an owner whose providers get users. */
export async function shouldCreateUser(context: PreSaveContext<'providers'>): Promise<boolean> {
  const { draft, unit } = context;
  if ((draft.related_user ?? null) !== null || !hasProviderAccess(draft) || typeof draft.assigned_to !== 'string' || !isTriggered(context))
    return false;
  const owner = await unit.get('users', draft.assigned_to);
  return isListed(context.setting('provider_user_creators'), [owner?._id, owner?.email]);
}
