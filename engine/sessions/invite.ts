import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { readStoredDocument, type WriteOptions, type WriteResult } from '../records/index.ts';
import type { JsonObject } from '#engine/model';
import { TEMPORARY_PASSWORDS } from './collections.ts';
import { readCredential, setFirstPassword } from './credentials.ts';
import { assertPassword, derivePassword } from './passwords.ts';
import { isActive, readUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';
import { saveInvitePassword, mailTemporaryPassword, makeTemporaryPassword, markMailed } from './temporary-passwords.ts';

async function createUser(context: SessionContext, actor: Actor, input: WriteOptions & { readonly fields: JsonObject }): Promise<WriteResult> {
  try {
    return await context.records.create(actor, { ...input, module: 'users' });
  } catch (error) {
    if (error instanceof MusterError && error.code === 'not_unique') throw new MusterError('email_taken', { cause: error });
    throw error;
  }
}

/** A user without a password, and an invite with a temporary one. The user stands even when the e-mail cannot be sent: then the answer says so. */
export async function inviteUser(context: SessionContext, actor: Actor, input: WriteOptions & { readonly fields: JsonObject }): Promise<WriteResult> {
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
 * An invite that may be asked for again: the key makes its password, so that one that went out and was not noted as sent is
 * good still when it goes out again.
 */
export async function sendInvite(context: SessionContext, { userId, key }: { readonly userId: string; readonly key: string }): Promise<void> {
  const user = await readUser(context, userId);
  if (!isActive(user) || (await readCredential(context, userId)).version > 0) return;
  const password = derivePassword(context.secret, `invite ${key}`);
  if (!(await saveInvitePassword(context, userId, key, password))) return;
  await mailTemporaryPassword(context, user, password, 'invite');
  await markMailed(context, userId, key);
}

/** System Admin: a user who can sign in at once. */
export async function registerUser(context: SessionContext, actor: Actor, input: WriteOptions & { readonly fields: JsonObject; readonly password: string }, maxLength: number): Promise<WriteResult> {
  const { password, fields, ...rest } = input;
  const requester = actor.userId === undefined ? undefined : await readUser(context, actor.userId);
  if (actor.kind !== 'system' && requester?.userType !== 'System Admin') throw new MusterError('admin_only');
  assertPassword(password, maxLength);
  const result = await createUser(context, actor, { ...rest, fields: { ...fields, active: true } });
  // Also when the answer is a repeated one: the request before may have been cut off between the two steps.
  await setFirstPassword(context, result.record._id, password);
  return result;
}

/** Neither a password nor an invite yet: the request that made the user was cut off. */
async function needsInvite(context: SessionContext, userId: string): Promise<boolean> {
  if ((await readCredential(context, userId)).version > 0) return false;
  return (await readStoredDocument(context.store, TEMPORARY_PASSWORDS, userId)) === undefined;
}
