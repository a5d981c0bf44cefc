import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { readStoredDocument, type WriteOptions, type WriteResult } from '../records/index.ts';
import type { JsonObject } from '#engine/model/values';
import { TEMPORARY_PASSWORDS } from './collections.ts';
import { readCredential, setFirstPassword, assertPassword, derivePassword } from './passwords.ts';
import { isActive, readUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';
import { saveInvitePassword, mailTemporaryPassword, makeTemporaryPassword, markMailed } from './temporary-passwords.ts';

async function createUser(
  context: SessionContext,
  actor: Actor,
  input: WriteOptions & { readonly fields: JsonObject },
): Promise<WriteResult> {
  try {
    return await context.records.create(actor, { ...input, module: 'users' });
  } catch (error) {
    if (error instanceof MusterError && error.code === 'not_unique') throw new MusterError('email_taken', { cause: error });
    throw error;
  }
}

/**
 * Creates a user without a password and sends an invite with a temporary one. The user is created even when the e-mail cannot be sent; the
 * result then has a warning.
 */
export async function inviteUser(
  context: SessionContext,
  actor: Actor,
  input: WriteOptions & { readonly fields: JsonObject },
): Promise<WriteResult> {
  const result = await createUser(context, actor, input);
  const user = await readUser(context, result.record._id);
  if (!user || (result.replayed === true && !(await needsInvite(context, user._id)))) return result;
  try {
    await mailTemporaryPassword(context, user, await makeTemporaryPassword(context, user._id, 'invite'), 'invite');
    return result;
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    return { ...result, warnings: [...result.warnings, { code: error.code, text: `The user was created. ${error.message}` }] };
  }
}

/**
 * Sends an invite and can be retried: the password is derived from the key, so that an invite that was sent but not marked as sent stays
 * valid when it is sent again.
 */
export async function sendInvite(
  context: SessionContext,
  { userId, key }: { readonly userId: string; readonly key: string },
): Promise<void> {
  const user = await readUser(context, userId);
  if (!isActive(user) || (await readCredential(context, userId)).version > 0) return;
  const password = derivePassword(context.secret, `invite ${key}`);
  if (!(await saveInvitePassword(context, userId, key, password))) return;
  await mailTemporaryPassword(context, user, password, 'invite');
  await markMailed(context, userId, key);
}

/** System Admin only: creates a user who can sign in at once. */
export async function registerUser(
  context: SessionContext,
  actor: Actor,
  input: WriteOptions & { readonly fields: JsonObject; readonly password: string },
  maxLength: number,
): Promise<WriteResult> {
  const { password, fields, ...rest } = input;
  const requester = actor.userId === undefined ? undefined : await readUser(context, actor.userId);
  if (actor.kind !== 'system' && requester?.userType !== 'System Admin') throw new MusterError('admin_only');
  assertPassword(password, maxLength);
  const result = await createUser(context, actor, { ...rest, fields: { ...fields, active: true } });
  // Also for a replayed result: the first request may have been interrupted between the two steps.
  await setFirstPassword(context, result.record._id, password);
  return result;
}

/** The user has neither a password nor an invite: the request that created them was interrupted. */
async function needsInvite(context: SessionContext, userId: string): Promise<boolean> {
  if ((await readCredential(context, userId)).version > 0) return false;
  return (await readStoredDocument(context.store, TEMPORARY_PASSWORDS, userId)) === undefined;
}
