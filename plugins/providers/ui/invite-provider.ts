import { callApi, showNotice, type RecordData } from '#ui';
import { tProviders } from './texts.ts';

type InvitedProvider = RecordData & { readonly _warnings?: readonly { readonly text: string }[] };

/**
 * Gives a provider a user and invites them, and says so; returns the id of the user. `attempt` is the same when it is sent again after a
 * lost response, so that nobody gets two users. Throws what refuses it.
 */
export async function inviteProvider(providerId: string, attempt: string): Promise<string | undefined> {
  const provider = await callApi<InvitedProvider>('POST', '/api/users/provider-account-invite', {
    body: { providerId },
    idempotencyKey: `${attempt}.${providerId}`,
  });
  const { name, related_user: user, _warnings: warnings = [] } = provider;
  const [warning] = warnings;
  if (warning === undefined) showNotice({ kind: 'ok', text: tProviders('invited', { name: typeof name === 'string' ? name : '' }) });
  else showNotice({ kind: 'warning', text: warning.text });
  return typeof user === 'string' ? user : undefined;
}
