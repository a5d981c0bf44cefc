import type { RecordDocument } from '#engine/model/values';
import { commitUnitWithRetry, readStoredDocument, createDocumentWrite } from '../records/index.ts';
import { TEMPORARY_PASSWORDS, sweepExpired } from './collections.ts';
import { verifyPassword, generatePassword, hashPassword } from './passwords.ts';
import { toSessionUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';

/** How long a temporary password is valid, by purpose, in milliseconds. */
const LIFETIMES = { reset: 3_600_000, invite: 7 * 86_400_000 } as const;

export type TemporaryPurpose = keyof typeof LIFETIMES;

/** Creates a temporary password that replaces an earlier one, and returns it. */
export async function makeTemporaryPassword(context: SessionContext, userId: string, purpose: TemporaryPurpose): Promise<string> {
  const password = generatePassword();
  const hash = await hashPassword(password);
  await commitUnitWithRetry(context.store, async () => {
    const before = await readStoredDocument(context.store, TEMPORARY_PASSWORDS, userId);
    const fields = { hash, ticket: context.ids.next(), expiresAt: context.clock.now() + LIFETIMES[purpose] };
    return { unit: { writes: [createDocumentWrite(TEMPORARY_PASSWORDS, userId, before, fields)] }, result: undefined };
  });
  await sweepExpired(context.store, TEMPORARY_PASSWORDS, context.clock.now());
  return password;
}

/**
 * Saves the password of the invite with this key, unless it is already saved. False when there is nothing to send: that invite was already
 * mailed, or the user has another temporary password.
 */
export async function saveInvitePassword(context: SessionContext, userId: string, key: string, password: string): Promise<boolean> {
  const hash = await hashPassword(password);
  return commitUnitWithRetry(context.store, async () => {
    const before = await readStoredDocument(context.store, TEMPORARY_PASSWORDS, userId);
    const isValid = before !== undefined && (before.expiresAt as number) > context.clock.now();
    if (isValid && (before.key !== key || before.mailed === true)) return { unit: undefined, result: false };
    // A valid password that someone may be signing in with stays unchanged, including its ticket.
    if (isValid && (await verifyPassword(context, password, before.hash as string))) return { unit: undefined, result: true };
    const fields = { hash, key, ticket: context.ids.next(), expiresAt: context.clock.now() + LIFETIMES.invite };
    return { unit: { writes: [createDocumentWrite(TEMPORARY_PASSWORDS, userId, before, fields)] }, result: true };
  });
}

/** Records that the password of a key was mailed; it may have been used in the meantime. */
export function markMailed(context: SessionContext, userId: string, key: string): Promise<void> {
  return commitUnitWithRetry(context.store, async () => {
    const before = await readStoredDocument(context.store, TEMPORARY_PASSWORDS, userId);
    if (before === undefined || before.key !== key) return { unit: undefined, result: undefined };
    const { _id, _version, ...fields } = before;
    return { unit: { writes: [createDocumentWrite(TEMPORARY_PASSWORDS, _id, before, { ...fields, mailed: true })] }, result: undefined };
  });
}

/** The stored temporary password if it matches, or undefined; takes the same time either way. */
export async function verifyTemporaryPassword(
  context: SessionContext,
  userId: string,
  password: string,
): Promise<RecordDocument | undefined> {
  const stored = await readStoredDocument(context.store, TEMPORARY_PASSWORDS, userId);
  const good = stored !== undefined && (stored.expiresAt as number) > context.clock.now();
  return (await verifyPassword(context, password, good ? (stored.hash as string) : undefined)) ? stored : undefined;
}

/** E-mails a temporary password with a link to the page where it is entered. */
export async function mailTemporaryPassword(
  context: SessionContext,
  user: RecordDocument,
  password: string,
  purpose: TemporaryPurpose,
): Promise<void> {
  const link = new URL('/new-password', context.publicUrl).href;
  const invite = purpose === 'invite';
  const { first_name: name } = toSessionUser(user);
  await context.mail.send({
    to: [user.email as string],
    confidential: true,
    subject: invite ? 'Your Muster account' : 'Your temporary Muster password',
    text: [
      invite ? `Hello ${name}, an account was made for you.` : `Hello ${name}, a new password was requested.`,
      '',
      `Temporary password: ${password}`,
      `Set your own here: ${link}`,
      '',
      invite
        ? 'It is good for seven days.'
        : 'It is good for one hour. If you did not ask for it, do nothing: your password stays as it is.',
    ].join('\n'),
  });
}
