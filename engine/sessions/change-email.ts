import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { isEmailAddress } from '#engine/model/field-types';
import { foldText, toText, type RecordDocument } from '#engine/model/values';
import { MusterError } from '../errors/index.ts';
import { commitUnitWithRetry, createDocumentRemoval, createDocumentWrite, readStoredDocument } from '../records/index.ts';
import { EMAIL_CHANGES, TEMPORARY_PASSWORDS, sweepExpired } from './collections.ts';
import type { Sessions } from './contract.ts';
import { assertOwnPassword } from './own-password.ts';
import { assertMailAllowed } from './failed-attempts.ts';
import { readCredential } from './passwords.ts';
import { findUserByEmail, isActive, readUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';

/** How long a code is valid, in milliseconds. */
const LIFETIME = 3_600_000;
/** Wrong codes after which the change must be requested again. */
const MAX_WRONG_CODES = 5;
const CODE_DIGITS = 8;

const hashOf = ({ secret }: SessionContext, userId: string, email: string, code: string): string =>
  createHmac('sha256', secret).update(`email-change:${userId}:${email}:${code}`).digest('base64url');

function emailProblem(code: string, message: string): MusterError {
  return new MusterError('validation_failed', { details: [{ field: 'email', code, message }] });
}

/**
 * Starts the change of the user's own e-mail: sends a code to the new address. Returns the user, for the notice to the present address.
 * An address of another account gets a notice instead of a code, so that nobody learns who has one.
 * Errors: `password_wrong`, `too_many_sign_ins`, `validation_failed`, `too_many_requests`, `mail_failed`.
 */
export async function requestEmailChange(
  context: SessionContext,
  { claims, email: given, password, ...origin }: Parameters<Sessions['requestEmailChange']>[0],
): Promise<RecordDocument> {
  const email = given.trim();
  if (!isEmailAddress(email)) throw emailProblem('email', 'Enter a valid e-mail address.');
  const { user, version } = await assertOwnPassword(context, { ...origin, userId: claims.sub, password, field: 'password' });
  if (foldText(toText(user.email)) === foldText(email)) throw emailProblem('unchanged', 'This is your e-mail already.');
  await assertMailAllowed(context, `email-change ${claims.sub}`);
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  await commitUnitWithRetry(context.store, async () => {
    const before = await readStoredDocument(context.store, EMAIL_CHANGES, claims.sub);
    const expiresAt = context.clock.now() + LIFETIME;
    const fields = { email, hash: hashOf(context, claims.sub, email, code), credential: version, wrong: 0, expiresAt };
    return { unit: { writes: [createDocumentWrite(EMAIL_CHANGES, claims.sub, before, fields)] }, result: undefined };
  });
  await sweepExpired(context.store, EMAIL_CHANGES, context.clock.now());
  // Whether somebody has an account is said to the address alone: the response is the same.
  const owner = await findUserByEmail(context, email);
  await (owner === undefined ? mailCode(context, user, email, code) : mailTaken(context, toText(owner.email)));
  return user;
}

async function mailTaken(context: SessionContext, email: string): Promise<void> {
  await context.mail.send({
    to: [email],
    confidential: true,
    subject: 'Your e-mail is already used in Muster',
    text: [
      'Somebody asked to sign in to Muster with this address. It belongs to your account already, so nothing was changed.',
      '',
      'If it was you, sign in with this address. If not, do nothing.',
    ].join('\n'),
  });
}

async function mailCode(context: SessionContext, user: RecordDocument, email: string, code: string): Promise<void> {
  await context.mail.send({
    to: [email],
    confidential: true,
    subject: 'Confirm your new e-mail for Muster',
    text: [
      `Hello ${toText(user.first_name)}, enter this code in Muster to sign in with this address from now on.`,
      '',
      `Code: ${code}`,
      '',
      'It is good for one hour. If you did not ask for it, do nothing: the address is not used.',
    ].join('\n'),
  });
}

/**
 * Completes the change with the code that was sent to the new address. Returns the user before it. Errors: `email_change_ended`,
 * `email_code_wrong`, `email_taken`, those of saving a record.
 */
export async function confirmEmailChange(
  context: SessionContext,
  { claims, code }: Parameters<Sessions['confirmEmailChange']>[0],
): Promise<{ readonly before: RecordDocument; readonly email: string }> {
  const before = await readUser(context, claims.sub);
  if (!isActive(before)) throw new MusterError('session_expired');
  const email = await checkCode(context, claims.sub, code.replace(/\s/g, ''));
  // The product makes the change: users cannot save their own e-mail. The audit names the user.
  const actor = { kind: 'system', name: 'sessions', userId: claims.sub } as const;
  try {
    await context.records.update(actor, { module: 'users', id: claims.sub, fields: { email } });
  } catch (error) {
    if (error instanceof MusterError && error.code === 'not_unique') throw new MusterError('email_taken', { cause: error });
    throw error;
  }
  await endPendingMails(context, claims.sub);
  return { before, email };
}

type CodeCheck = { readonly email: string } | { readonly problem: 'email_change_ended' | 'email_code_wrong' };

/** Returns the confirmed e-mail. A wrong code is counted; after some of them the change has ended. */
async function checkCode(context: SessionContext, userId: string, code: string): Promise<string> {
  const outcome = await commitUnitWithRetry<CodeCheck>(context.store, async () => {
    const [stored, { version }] = await Promise.all([
      readStoredDocument(context.store, EMAIL_CHANGES, userId),
      readCredential(context, userId),
    ]);
    const isValid = stored !== undefined && stored.credential === version && (stored.expiresAt as number) > context.clock.now();
    if (!isValid) return { unit: undefined, result: { problem: 'email_change_ended' } };
    const email = stored.email as string;
    if (isSame(stored.hash as string, hashOf(context, userId, email, code))) return { unit: undefined, result: { email } };
    const { _id, _version, ...fields } = stored;
    const wrong = (stored.wrong as number) + 1;
    const write =
      wrong < MAX_WRONG_CODES
        ? createDocumentWrite(EMAIL_CHANGES, _id, stored, { ...fields, wrong })
        : createDocumentRemoval(EMAIL_CHANGES, stored);
    return { unit: { writes: [write] }, result: { problem: 'email_code_wrong' } };
  });
  if ('email' in outcome) return outcome.email;
  const { code: name, message } = new MusterError(outcome.problem);
  throw new MusterError(outcome.problem, { details: [{ field: 'code', code: name, message }] });
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** A code is used once, and a temporary password in a mail to the previous address is no longer valid. */
async function endPendingMails({ store }: SessionContext, userId: string): Promise<void> {
  await commitUnitWithRetry(store, async () => {
    const found = await Promise.all(
      [EMAIL_CHANGES, TEMPORARY_PASSWORDS].map(async (collection) => ({
        collection,
        stored: await readStoredDocument(store, collection, userId),
      })),
    );
    const writes = found.flatMap(({ collection, stored }) => (stored === undefined ? [] : [createDocumentRemoval(collection, stored)]));
    return { unit: writes.length === 0 ? undefined : { writes }, result: undefined };
  });
}
