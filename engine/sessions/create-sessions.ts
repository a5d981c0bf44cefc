import { MusterError } from '../errors/index.ts';
import { commitUnitWithRetry, readStoredDocument } from '../records/index.ts';
import type { RecordDocument } from '#engine/model/values';
import { createApiTokens } from './api-tokens.ts';
import { confirmEmailChange, requestEmailChange } from './change-email.ts';
import { buildPasswordChange, changePassword, type NewPassword } from './change-password.ts';
import { createSignInQueue, type SignInQueue } from './sign-in-queue.ts';
import { TEMPORARY_PASSWORDS } from './collections.ts';
import type { Sessions, SignedIn, TemporarilySignedIn } from './contract.ts';
import { addToDevice } from './known-devices.ts';
import { sendNotice } from './notices.ts';
import { endAllSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { readCredential, replacePassword, assertPassword, maxLengthOf, verifyPassword, hashPassword } from './passwords.ts';
import {
  assertNotBlocked,
  attemptId,
  attemptsOf,
  blockedUntil,
  clearAttempts,
  recordAttempt,
  type Attempt,
  type AttemptInput,
} from './failed-attempts.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { startImpersonation, stopImpersonation } from './impersonation.ts';
import { inviteUser, registerUser, sendInvite } from './invite.ts';
import { readRefreshToken } from './refresh-tokens.ts';
import { recordSignIn, tryRecordSignIn } from './sign-in-dates.ts';
import { endSession, isSessionLive, openSession, renewSession, toSignedIn } from './session-families.ts';
import { describeUserWithTeams, findUserByEmail, isActive, readUser, toSessionUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';
import { createUserAccounts } from './user-accounts.ts';
import { mailTemporaryPassword, makeTemporaryPassword, verifyTemporaryPassword } from './temporary-passwords.ts';

type SignInInput = Parameters<Sessions['signIn']>[0];

/** Used as the user id for an unknown e-mail, so that it costs the same reads as a known one. */
const NOBODY = 'nobody';

async function signIn(context: SessionContext, input: SignInInput): Promise<SignedIn> {
  const attempts = attemptsOf(context, input);
  await assertNotBlocked(context, attempts);
  const user = await findUserByEmail(context, input.email);
  const { hash, version } = await readCredential(context, user?._id ?? NOBODY);
  const fits = await verifyPassword(context, input.password, hash);
  if (!fits || !isActive(user)) {
    await recordAttempt(context, attempts);
    throw new MusterError('sign_in_failed');
  }
  await clearAttempts(context, attempts);
  const signedIn = await openSession(context, user, { credential: version, userAgent: input.userAgent });
  await tryRecordSignIn(context, user._id);
  return withDevice(context, input, signedIn);
}

async function signInTemporarily(context: SessionContext, input: SignInInput): Promise<TemporarilySignedIn> {
  const attempts = attemptsOf(context, input);
  await assertNotBlocked(context, attempts);
  const user = await findUserByEmail(context, input.email);
  const stored = await verifyTemporaryPassword(context, user?._id ?? NOBODY, input.password);
  if (!user || !stored || !isActive(user)) {
    await recordAttempt(context, attempts);
    throw new MusterError('temporary_sign_in_failed');
  }
  const { _id, email, first_name, last_name, userType } = toSessionUser(user);
  return {
    user: { _id, email, first_name, last_name, userType },
    claims: { sub: _id, sid: stored.ticket as string, scope: 'registration' },
  };
}

/** Adds the cookie with which this device is recognised the next time. */
function withDevice({ secret }: SessionContext, { device }: { readonly device?: string | undefined }, signedIn: SignedIn): SignedIn {
  return { ...signedIn, device: addToDevice(secret, device, signedIn.user.email) };
}

async function completeRegistration(
  context: SessionContext,
  { claims, password, endApiTokens = true, userAgent }: Parameters<Sessions['completeRegistration']>[0],
): Promise<NewPassword> {
  const { sub, sid, scope } = claims;
  let hash: string | undefined;
  const { user, session, ...changed } = await commitUnitWithRetry(context.store, async () => {
    const [found, stored] = await Promise.all([readUser(context, sub), readStoredDocument(context.store, TEMPORARY_PASSWORDS, sub)]);
    if (
      scope !== 'registration' ||
      !isActive(found) ||
      !stored ||
      stored.ticket !== sid ||
      (stored.expiresAt as number) < context.clock.now()
    )
      throw new MusterError('password_not_set');
    assertPassword(password, maxLengthOf(context));
    hash ??= await hashPassword(password);
    const { writes, ...made } = await buildPasswordChange(context, { userId: sub, hash, endApiTokens, userAgent, temporary: stored });
    return { unit: { writes, bumps: ['rights' as const] }, result: { ...made, user: found } };
  });
  await tryRecordSignIn(context, sub);
  return { ...changed, signedIn: await toSignedIn(context, { user }, session), user };
}

/** Returns at once with the same result for known and unknown e-mails; the e-mail is sent after the response. */
async function requestPasswordReset(
  context: SessionContext,
  { email }: { readonly email: string },
): Promise<(() => Promise<void>) | undefined> {
  const attempt: Attempt = { kind: 'mail', value: email };
  if ((await blockedUntil(context, attempt)) !== undefined) return undefined;
  await recordAttempt(context, [attempt]);
  const user = await findUserByEmail(context, email);
  return isActive(user) ? () => sendReset(context, user) : undefined;
}

async function sendReset(context: SessionContext, user: RecordDocument): Promise<void> {
  try {
    await mailTemporaryPassword(context, user, await makeTemporaryPassword(context, user._id, 'reset'), 'reset');
  } catch (error) {
    context.log.error(
      { user: user._id, code: error instanceof MusterError ? error.code : 'unknown' },
      'a temporary password could not be sent',
    );
  }
}

async function signOut(context: SessionContext, { refreshToken, claims }: Parameters<Sessions['signOut']>[0]): Promise<void> {
  const ofCookie = refreshToken === undefined ? undefined : readRefreshToken(context.secret, refreshToken)?.sessionId;
  for (const sessionId of new Set([ofCookie, claims?.sid])) if (sessionId !== undefined) await endSession(context, sessionId);
}

async function describeUser(context: SessionContext, userId: string, impersonatorId?: string): ReturnType<Sessions['describeUser']> {
  const [user, impersonator] = await Promise.all([
    readUser(context, userId),
    impersonatorId === undefined ? undefined : readUser(context, impersonatorId),
  ]);
  if (!isActive(user)) throw new MusterError('session_expired');
  return describeUserWithTeams(context, user, impersonator);
}

/** Creates the sessions service over the collections of this package. */
export function createSessions(context: SessionContext): Sessions {
  const queue = createSignInQueue();
  const enqueue = <T>(input: AttemptInput, run: () => Promise<T>): Promise<T> => enqueueAttempt(context, queue, input, run);
  const sending = new Set<Promise<void>>();
  /** For e-mails that are sent after the response. */
  const send = (mail: Promise<void>): void => {
    sending.add(mail);
    void mail.then(() => sending.delete(mail));
  };
  const finishPassword = (
    input: { readonly device?: string | undefined },
    { signedIn, user, isFirst, endedTokens }: NewPassword,
  ): SignedIn => {
    if (!isFirst) send(sendNotice(context, user, { kind: 'password', endedTokens }));
    return withDevice(context, input, signedIn);
  };
  const apiTokens = createApiTokens(context);
  return {
    apiTokens,
    userAccounts: createUserAccounts(context),
    signIn: (input) => enqueue(input, () => signIn(context, input)),
    refresh: (input) => renewSession(context, input),
    signOut: (input) => signOut(context, input),
    isLive(claims) {
      if (claims.scope === 'session') return isSessionLive(context, claims);
      return claims.scope === 'api' ? apiTokens.isLive(claims.sid) : Promise.resolve(true);
    },
    describeUser: (userId, impersonatorId) => describeUser(context, userId, impersonatorId),
    startImpersonation: ({ claims, userId }) => startImpersonation(context, claims, userId),
    stopImpersonation: (claims) => stopImpersonation(context, claims),
    async requestPasswordReset(input) {
      const mail = (await requestPasswordReset(context, input))?.();
      if (mail !== undefined) send(mail);
    },
    temporarySignIn: (input) => enqueue(input, () => signInTemporarily(context, input)),
    completeRegistration: async (input) => finishPassword(input, await completeRegistration(context, input)),
    changePassword: (input) =>
      enqueue({ ...input, email: input.claims.sub }, async () => finishPassword(input, await changePassword(context, input))),
    async requestEmailChange(input) {
      const user = await enqueue({ ...input, email: input.claims.sub }, () => requestEmailChange(context, input));
      send(sendNotice(context, user, { kind: 'email_requested', email: input.email.trim() }));
    },
    async confirmEmailChange(input) {
      const { before, email } = await confirmEmailChange(context, input);
      send(sendNotice(context, before, { kind: 'email_changed', email }));
    },
    listSessions: (claims) => listSessions(context, claims),
    endOwnSession: (claims, id) => endOwnSession(context, claims, id),
    endAllSessions: ({ sub }) => endAllSessions(context, sub),
    invite: (actor, input) => inviteUser(context, actor, input),
    sendInvite: (input) => sendInvite(context, input),
    register: (actor, input) => registerUser(context, actor, input, maxLengthOf(context)),
    ensureFirstAdmin: (input) => ensureFirstAdmin(context, input),
    recordSignIn: (userId) => recordSignIn(context, userId),
    setPassword: ({ userId, password }) => replacePassword(context, userId, password),
    async stop() {
      await Promise.all(sending);
    },
  };
}

/** One attempt at a time for an account from one address or device, and a few at a time from one address. */
function enqueueAttempt<T>(context: SessionContext, queue: SignInQueue, input: AttemptInput, run: () => Promise<T>): Promise<T> {
  const [one, few = one] = attemptsOf(context, input);
  return queue({ exclusiveKey: attemptId(one), limitedKey: `${attemptId(few)} limited` }, run);
}
