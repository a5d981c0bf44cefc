import { MusterError } from '../errors/index.ts';
import type { RecordDocument } from '#engine/model/values';
import { assertNotBlocked, attemptsOf, clearAttempts, recordAttempt, type AttemptInput } from './failed-attempts.ts';
import { readCredential, verifyPassword } from './passwords.ts';
import { isActive, readUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';

/**
 * Checks the password of a signed-in user; returns the user and the version of the password. A wrong one counts as a failed sign-in. Errors:
 * `password_wrong`, `too_many_sign_ins`, `session_expired`.
 */
export async function assertOwnPassword(
  context: SessionContext,
  input: { readonly userId: string; readonly password: string; readonly field: string } & Omit<AttemptInput, 'email'>,
): Promise<{ readonly user: RecordDocument; readonly version: number }> {
  const user = await readUser(context, input.userId);
  if (!isActive(user)) throw new MusterError('session_expired');
  const attempts = attemptsOf(context, { ...input, email: user.email as string });
  await assertNotBlocked(context, attempts);
  const { hash, version } = await readCredential(context, input.userId);
  if (await verifyPassword(context, input.password, hash)) {
    await clearAttempts(context, attempts);
    return { user, version };
  }
  await recordAttempt(context, attempts);
  const error = new MusterError('password_wrong');
  throw new MusterError('password_wrong', { details: [{ field: input.field, code: error.code, message: error.message }] });
}
