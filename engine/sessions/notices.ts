import { MusterError } from '../errors/index.ts';
import { toText, type RecordDocument } from '#engine/model/values';
import type { SessionContext } from './session-context.ts';

/** Tells people about changes of how they sign in, at the address that they had before. */
type Notice =
  | { readonly kind: 'password'; readonly endedTokens: number }
  | { readonly kind: 'email_requested' | 'email_changed'; readonly email: string };

function subjectOf({ kind }: Notice): string {
  if (kind === 'password') return 'Your Muster password was changed';
  return kind === 'email_changed' ? 'Your Muster e-mail was changed' : 'A new e-mail was requested for your Muster account';
}

function linesOf(notice: Notice): readonly string[] {
  switch (notice.kind) {
    case 'password':
      return [
        'A new password was set for your account. All other sessions have ended.',
        ...(notice.endedTokens > 0 ? [`Your API tokens were revoked (${notice.endedTokens}).`] : []),
      ];
    case 'email_requested':
      return [`Someone who is signed in as you asked to change your e-mail to ${notice.email}.`, 'It changes when the code is entered.'];
    case 'email_changed':
      return [`You now sign in with ${notice.email}. This address is no longer used.`];
  }
}

/**
 * Sends a notice to the address in this user record. Errors are logged: the change is made whether the notice can be sent or not. Never
 * rejects.
 */
export async function sendNotice(context: SessionContext, user: RecordDocument, notice: Notice): Promise<void> {
  const reset = new URL('/forgot-password', context.publicUrl).href;
  try {
    await context.mail.send({
      to: [toText(user.email)],
      subject: subjectOf(notice),
      text: [
        `Hello ${toText(user.first_name)},`,
        '',
        ...linesOf(notice),
        '',
        `If this was not you, set a new password at once: ${reset}`,
        ...(notice.kind === 'email_changed' ? ['Ask an administrator if you can no longer sign in.'] : []),
      ].join('\n'),
    });
  } catch (error) {
    context.log.error(
      { user: user._id, notice: notice.kind, code: error instanceof MusterError ? error.code : 'unknown' },
      'a notice could not be sent',
    );
  }
}
