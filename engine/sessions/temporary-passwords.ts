import type { RecordDocument } from '#engine/model';
import { TEMPORARY_PASSWORDS } from './collections.ts';
import { commitKept, readKept, sweepKept, writeKept } from './kept-document.ts';
import { fitsPassword, generatePassword, hashPassword } from './passwords.ts';
import { toSessionUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';

/** How long a temporary password is good, by what it was made for. */
const LIFETIMES = { reset: 3_600_000, invite: 7 * 86_400_000 } as const;

export type TemporaryPurpose = keyof typeof LIFETIMES;

/** Makes a temporary password in place of an earlier one and answers it. */
export async function makeTemporaryPassword(context: SessionContext, userId: string, purpose: TemporaryPurpose): Promise<string> {
  const password = generatePassword();
  const hash = await hashPassword(password);
  await commitKept(context.store, async () => {
    const before = await readKept(context.store, TEMPORARY_PASSWORDS, userId);
    const fields = { hash, ticket: context.ids.next(), expiresAt: context.clock.now() + LIFETIMES[purpose] };
    return { unit: { writes: [writeKept(TEMPORARY_PASSWORDS, userId, before, fields)] }, answer: undefined };
  });
  await sweepKept(context.store, TEMPORARY_PASSWORDS, context.clock.now());
  return password;
}

/** The kept temporary password that fits, or undefined; takes the same time either way. */
export async function matchTemporaryPassword(context: SessionContext, userId: string, password: string): Promise<RecordDocument | undefined> {
  const kept = await readKept(context.store, TEMPORARY_PASSWORDS, userId);
  const good = kept !== undefined && (kept.expiresAt as number) > context.clock.now();
  return (await fitsPassword(password, good ? (kept.hash as string) : undefined)) ? kept : undefined;
}

/** E-mails a temporary password with the link that asks for it. */
export async function mailTemporaryPassword(context: SessionContext, user: RecordDocument, password: string, purpose: TemporaryPurpose): Promise<void> {
  const link = new URL('/new-password', context.publicUrl).href;
  const invite = purpose === 'invite';
  const { first_name: name } = toSessionUser(user);
  await context.mail.send({
    to: [user.email as string],
    confidential: true,
    subject: invite ? 'Your Muster account' : 'Your temporary Muster password',
    text: [
      invite ? `Hello ${name}, an account was made for you.` : `Hello ${name}, a new password was asked for.`,
      '',
      `Temporary password: ${password}`,
      `Set your own here: ${link}`,
      '',
      invite ? 'It is good for seven days.' : 'It is good for one hour. If you did not ask for it, do nothing: your password stays as it is.',
    ].join('\n'),
  });
}
