import { MusterError } from '../errors/index.ts';
import type { RecordDocument } from '#engine/model';
import { TEMPORARY_PASSWORDS } from './collections.ts';
import type { Sessions, SignedIn, TemporarilySignedIn } from './contract.ts';
import { makePasswordWrites, readPasswordHash, replacePassword } from './credentials.ts';
import { assertNotBlocked, blockedUntil, clearAttempts, noteAttempt, type Attempt } from './failed-attempts.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { inviteUser, registerUser } from './invite.ts';
import { readKept, removeKept } from './kept-document.ts';
import { assertPassword, fitsPassword, hashPassword } from './passwords.ts';
import { readRefreshToken } from './refresh-token.ts';
import { endSession, isSessionLive, openSession, renewSession } from './session-families.ts';
import { describe, findUserByEmail, isActive, readUser, toSessionUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';
import { mailTemporaryPassword, makeTemporaryPassword, matchTemporaryPassword } from './temporary-passwords.ts';

function maxLengthOf(context: SessionContext): number {
  const setting = context.registry.current().settings.get('password_max_length')?.setting;
  return typeof setting === 'number' ? Math.min(128, Math.max(8, setting)) : 20;
}

async function signIn(context: SessionContext, input: { readonly email: string; readonly password: string; readonly address: string }): Promise<SignedIn> {
  const attempts: Attempt[] = [{ kind: 'email', value: input.email }, { kind: 'address', value: input.address }];
  await assertNotBlocked(context, attempts);
  const user = await findUserByEmail(context, input.email);
  const hash = user ? await readPasswordHash(context, user._id) : undefined;
  const fits = await fitsPassword(input.password, hash);
  if (!fits || !isActive(user)) {
    await noteAttempt(context, attempts);
    throw new MusterError('sign_in_failed');
  }
  await clearAttempts(context, attempts[0] as Attempt);
  return openSession(context, user);
}

async function signInTemporarily(context: SessionContext, input: { readonly email: string; readonly password: string; readonly address: string }): Promise<TemporarilySignedIn> {
  const attempts: Attempt[] = [{ kind: 'email', value: input.email }, { kind: 'address', value: input.address }];
  await assertNotBlocked(context, attempts);
  const user = await findUserByEmail(context, input.email);
  const kept = await matchTemporaryPassword(context, user?._id, input.password);
  if (!user || !kept || !isActive(user)) {
    await noteAttempt(context, attempts);
    throw new MusterError('temporary_sign_in_failed');
  }
  const { _id, email, first_name, last_name, userType } = toSessionUser(user);
  return { user: { _id, email, first_name, last_name, userType }, claims: { sub: _id, sid: kept.ticket as string, scope: 'registration' } };
}

async function completeRegistration(context: SessionContext, input: Parameters<Sessions['completeRegistration']>[0]): Promise<SignedIn> {
  const { sub, sid, scope } = input.claims;
  const [user, kept] = await Promise.all([readUser(context, sub), readKept(context.store, TEMPORARY_PASSWORDS, sub)]);
  if (scope !== 'registration' || !isActive(user) || !kept || kept.ticket !== sid || (kept.expiresAt as number) < context.clock.now()) throw new MusterError('password_not_set');
  assertPassword(input.password, maxLengthOf(context));
  const writes = await makePasswordWrites(context, sub, await hashPassword(input.password));
  return openSession(context, user, [...writes, removeKept(TEMPORARY_PASSWORDS, kept)], true);
}

/** Known or not, the caller is answered at once and the same; the e-mail goes out behind the answer. */
async function requestPasswordReset(context: SessionContext, input: { readonly email: string; readonly address: string }): Promise<void> {
  const attempt: Attempt = { kind: 'reset', value: input.email };
  if ((await blockedUntil(context, attempt)) !== undefined) return;
  await noteAttempt(context, [attempt]);
  const user = await findUserByEmail(context, input.email);
  if (isActive(user)) void sendReset(context, user);
}

async function sendReset(context: SessionContext, user: RecordDocument): Promise<void> {
  try {
    await mailTemporaryPassword(context, user, await makeTemporaryPassword(context, user._id, 'reset'), 'reset');
  } catch (error) {
    context.log.error({ user: user._id, code: error instanceof MusterError ? error.code : 'unknown' }, 'A temporary password could not be sent.');
  }
}

/** Sign-in and all that belongs to a password, over the store's own bookkeeping. */
export function createSessions(context: SessionContext): Sessions {
  return {
    signIn: (input) => signIn(context, input),
    refresh: ({ refreshToken }) => renewSession(context, refreshToken),
    async signOut({ refreshToken, claims }) {
      const sessionId = (refreshToken === undefined ? undefined : readRefreshToken(context.secret, refreshToken)?.sessionId) ?? claims?.sid;
      if (sessionId !== undefined) await endSession(context, sessionId);
    },
    isLive: (claims) => (claims.scope === 'session' ? isSessionLive(context, claims.sid) : Promise.resolve(true)),
    async describeUser(userId) {
      const user = await readUser(context, userId);
      if (!isActive(user)) throw new MusterError('session_expired');
      return describe(context, user);
    },
    requestPasswordReset: (input) => requestPasswordReset(context, input),
    temporarySignIn: (input) => signInTemporarily(context, input),
    completeRegistration: (input) => completeRegistration(context, input),
    invite: (actor, input) => inviteUser(context, actor, input),
    register: (actor, input) => registerUser(context, actor, input, maxLengthOf(context)),
    ensureFirstAdmin: (input) => ensureFirstAdmin(context, input),
    setPassword: ({ userId, password }) => replacePassword(context, userId, password),
  };
}
