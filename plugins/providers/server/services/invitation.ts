import type { PreSaveContext } from '#engine';
import { getPrimaryEmail } from '../../shared/primary-email.ts';
import { hasProviderAccess } from '../../shared/provider-access.ts';

type Context = PreSaveContext<'providers'>;

/** The change source in the audit of a save that invites a provider. No other endpoint uses it. */
export const INVITE_CHANGE_SOURCE = 'provider account invite';

export function isInvitation({ event }: Context): boolean {
  return event.changeSource === INVITE_CHANGE_SOURCE;
}

/** Errors: `provider_has_user`, `provider_may_not_enter`, `provider_without_email`. */
export function assertInvitable(context: Context): void {
  const { draft } = context;
  if ((draft.related_user ?? null) !== null) context.refuse('provider_has_user');
  if (!hasProviderAccess(draft)) context.refuse('provider_may_not_enter');
  if (getPrimaryEmail(draft.email_addresses) === undefined) context.refuse('provider_without_email');
}
