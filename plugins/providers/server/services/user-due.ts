import type { PreSaveContext } from '#engine';
import { isListed } from '#engine/model';
import { mayEnter } from '../../shared/may-enter.ts';

/** What makes a provider one who gets a user: whose they are, where they are written to, whether they may enter. */
const DECIDING = ['assigned_to', 'email_addresses', 'status', 'locker_account_enabled'] as const;

/** Whether someone makes the provider what gets a user, or changes what decides it. */
function isDeciding({ event }: PreSaveContext<'providers'>): boolean {
  if (!event.isAsked() || event.changeSource === 'merge' || event.isBulkLoad) return false;
  const changed = event.changed();
  return event.kind === 'create' || DECIDING.some((field) => changed.has(field));
}

/** Whether this save is the time for a user: there is none, the provider may enter, and is one of those whose providers get one. */
export async function isUserDue(context: PreSaveContext<'providers'>): Promise<boolean> {
  const { draft, unit } = context;
  if ((draft.related_user ?? null) !== null || !mayEnter(draft) || typeof draft.assigned_to !== 'string' || !isDeciding(context)) return false;
  const owner = await unit.get('users', draft.assigned_to);
  return isListed(context.setting('provider_user_creators'), [owner?._id, owner?.email]);
}
