import { MusterError } from '../errors/index.ts';
import { commitUnitWithRetry, readStoredDocument, createDocumentRemoval } from '../records/index.ts';
import { PASSWORD_MAX, PASSWORD_MAX_LIMIT, PASSWORD_MIN } from '#engine/model/validators';
import type { RecordDocument } from '#engine/model/values';
import { createApiTokens } from './api-tokens.ts';
import { createSignInQueue, type SignInQueue } from './sign-in-queue.ts';
import { TEMPORARY_PASSWORDS } from './collections.ts';
import type { Sessions, SignedIn, TemporarilySignedIn } from './contract.ts';
import { makePasswordWrite, readCredential, replacePassword, assertPassword, verifyPassword, hashPassword } from './passwords.ts';
import { assertNotBlocked, attemptId, attemptsOf, blockedUntil, clearAttempts, recordAttempt, type Attempt } from './failed-attempts.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { inviteUser, registerUser, sendInvite } from './invite.ts';
import {
  recordSignIn,
  tryRecordSignIn,
  readRefreshToken,
  endSession,
  isSessionLive,
  makeSession,
  openSession,
  renewSession,
  toSignedIn,
} from './session-families.ts';
import { describeUserWithTeams, findUserByEmail, isActive, readUser, toSessionUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';
import { mailTemporaryPassword, makeTemporaryPassword, verifyTemporaryPassword } from './temporary-passwords.ts';

interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

/** Used as the user id for an unknown e-mail, so that it costs the same reads as a known one. */
const NOBODY = 'nobody';

function maxLengthOf(context: SessionContext): number {
  const setting = context.registry.current().settings.get('password_max_length')?.setting;
  return typeof setting === 'number' ? Math.min(PASSWORD_MAX_LIMIT, Math.max(PASSWORD_MIN, setting)) : PASSWORD_MAX;
}

async function signIn(context: SessionContext, input: SignInInput): Promise<SignedIn> {
  const attempts = attemptsOf(input);
  await assertNotBlocked(context, attempts);
  const user = await findUserByEmail(context, input.email);
  const { hash, version } = await readCredential(context, user?._id ?? NOBODY);
  const fits = await verifyPassword(context, input.password, hash);
  if (!fits || !isActive(user)) {
    await recordAttempt(context, attempts);
    throw new MusterError('sign_in_failed');
  }
  await clearAttempts(context, attempts[0]);
  const signedIn = await openSession(context, user, version);
  await tryRecordSignIn(context, user._id);
  return signedIn;
}

async function signInTemporarily(context: SessionContext, input: SignInInput): Promise<TemporarilySignedIn> {
  const attempts = attemptsOf(input);
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

async function completeRegistration(
  context: SessionContext,
  { claims, password }: Parameters<Sessions['completeRegistration']>[0],
): Promise<SignedIn> {
  const { sub, sid, scope } = claims;
  let hash: string | undefined;
  const { user: signedInUser, session: opened } = await commitUnitWithRetry(context.store, async () => {
    const [user, stored] = await Promise.all([readUser(context, sub), readStoredDocument(context.store, TEMPORARY_PASSWORDS, sub)]);
    if (
      scope !== 'registration' ||
      !isActive(user) ||
      !stored ||
      stored.ticket !== sid ||
      (stored.expiresAt as number) < context.clock.now()
    )
      throw new MusterError('password_not_set');
    assertPassword(password, maxLengthOf(context));
    hash ??= await hashPassword(password);
    const { write, version } = await makePasswordWrite(context, sub, hash);
    const session = makeSession(context, sub, version);
    const unit = { writes: [write, createDocumentRemoval(TEMPORARY_PASSWORDS, stored), session], bumps: ['rights' as const] };
    return { unit, result: { user, session: session.document } };
  });
  await tryRecordSignIn(context, sub);
  return toSignedIn(context, signedInUser, opened);
}

/** Returns at once with the same result for known and unknown e-mails; the e-mail is sent after the response. */
async function requestPasswordReset(
  context: SessionContext,
  { email }: { readonly email: string },
): Promise<(() => Promise<void>) | undefined> {
  const attempt: Attempt = { kind: 'reset', value: email };
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

/** Creates the sessions service over the collections of this package. */
export function createSessions(context: SessionContext): Sessions {
  const queue = createSignInQueue();
  const enqueue = <T>(input: SignInInput, run: () => Promise<T>): Promise<T> => enqueueAttempt(queue, input, run);
  const sending = new Set<Promise<void>>();
  const apiTokens = createApiTokens(context);
  return {
    apiTokens,
    signIn: (input) => enqueue(input, () => signIn(context, input)),
    refresh: ({ refreshToken }) => renewSession(context, refreshToken),
    signOut: (input) => signOut(context, input),
    isLive: ({ scope, sid }) =>
      scope === 'session' ? isSessionLive(context, sid) : scope === 'api' ? apiTokens.isLive(sid) : Promise.resolve(true),
    async describeUser(userId) {
      const user = await readUser(context, userId);
      if (!isActive(user)) throw new MusterError('session_expired');
      return describeUserWithTeams(context, user);
    },
    async requestPasswordReset(input) {
      const send = (await requestPasswordReset(context, input))?.();
      if (send === undefined) return;
      sending.add(send);
      void send.then(() => sending.delete(send));
    },
    temporarySignIn: (input) => enqueue(input, () => signInTemporarily(context, input)),
    completeRegistration: (input) => completeRegistration(context, input),
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

function enqueueAttempt<T>(queue: SignInQueue, input: SignInInput, run: () => Promise<T>): Promise<T> {
  const [one, few] = attemptsOf(input).map(attemptId);
  return queue({ exclusiveKey: one ?? '', limitedKey: few ?? '' }, run);
}
