import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { readOutgoing } from '../services/mail-account.ts';

/**
 * A password is moved to the credentials, which only the product reads: nobody sees it again, System Admins included. Only its user and
 * System Admins change an account; it stays that of its user. One with credentials and an outgoing server can send.
 */
export function storeCredentials(context: PreSaveContext<'mailAccounts'>): void {
  const { event, draft, rights } = context;
  if (!event.isEdit()) return;
  const { userId } = event.actor;
  if (event.kind === 'create' && toText(draft.user) === '' && userId !== undefined) draft.user = userId;
  if (!rights.unrestricted && !event.isBulkLoad && draft.user !== userId) context.refuse('mail_account_of_another');
  const password = toText(draft.gmail_password);
  if (password !== '') {
    draft.credentials = JSON.stringify({ password });
    draft.gmail_password = null;
    draft.retry_at = null;
    draft.failures = 0;
  }
  draft.can_send = toText(draft.credentials) !== '' && readOutgoing(draft) !== undefined;
}
