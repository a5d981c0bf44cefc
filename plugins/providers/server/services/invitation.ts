import type { PreSaveContext } from '#engine';
import { mainEmail } from '../../shared/main-email.ts';
import { mayEnter } from '../../shared/may-enter.ts';

type Context = PreSaveContext<'providers'>;

/** What the audit names as the source of a save by which somebody invites a provider; no save that comes by another call has it. */
export const INVITATION = 'provider account invite';

export function isInvitation({ event }: Context): boolean {
  return event.changeSource === INVITATION;
}

/** Errors: `provider_has_user`, `provider_may_not_enter`, `provider_without_email`. */
export function assertInvitable(context: Context): void {
  const { draft } = context;
  if ((draft.related_user ?? null) !== null) context.refuse('provider_has_user');
  if (!mayEnter(draft)) context.refuse('provider_may_not_enter');
  if (mainEmail(draft.email_addresses) === undefined) context.refuse('provider_without_email');
}
