import { MusterError } from '../errors/index.ts';
import type { RecordDocument } from '#engine/model';
import type { StoreWrite } from '../ports/index.ts';
import { commitUnitWithRetry, readStoredDocument, createDocumentRemoval, createDocumentWrite } from '../records/index.ts';
import { SESSIONS } from './collections.ts';
import type { SignedIn } from './contract.ts';
import { readCredential } from './credentials.ts';
import { makeRefreshToken, readRefreshToken } from './refresh-token.ts';
import { describeUserWithTeams, isActive, readUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';
import { sweepExpired } from './sweep-expired.ts';

/** A session that is not renewed ends after this time, in milliseconds. */
const LIFETIME = 30 * 86_400_000;
/** Two tabs may renew at the same time: a second use within this time returns the same token. In milliseconds. */
const GRACE = 10_000;

type Write<K extends StoreWrite['kind']> = Extract<StoreWrite, { readonly kind: K }>;

export async function toSignedIn(context: SessionContext, user: RecordDocument, session: RecordDocument): Promise<SignedIn> {
  const parts = { sessionId: session._id, count: session.count as number };
  return {
    ...(await describeUserWithTeams(context, user)),
    claims: { sub: user._id, sid: session._id, scope: 'session' },
    refreshToken: makeRefreshToken(context.secret, parts),
    refreshExpiresAt: session.expiresAt as number,
  };
}

/** A new session, to be committed. `credential` is the version of the password with which the user signed in. */
export function makeSession(context: SessionContext, userId: string, credential: number): Write<'insert'> {
  const now = context.clock.now();
  return createDocumentWrite(SESSIONS, context.ids.next(), undefined, {
    user: userId,
    credential,
    count: 1,
    openedAt: now,
    rotatedAt: now,
    expiresAt: now + LIFETIME,
  }) as Write<'insert'>;
}

/** Opens a session for an authenticated user. If the password was changed in the meantime, the session is invalid from the start. */
export async function openSession(context: SessionContext, user: RecordDocument, credential: number): Promise<SignedIn> {
  const write = makeSession(context, user._id, credential);
  await commitUnitWithRetry(context.store, async () => ({ unit: { writes: [write] }, answer: undefined }));
  await sweepExpired(context.store, SESSIONS, context.clock.now());
  return toSignedIn(context, user, write.document);
}

/** The user of a valid session: not ended, not expired, the password unchanged, the user active. Otherwise undefined. */
async function findSessionUser(context: SessionContext, session: RecordDocument): Promise<RecordDocument | undefined> {
  if ((session.expiresAt as number) < context.clock.now()) return undefined;
  const [user, { version }] = await Promise.all([
    readUser(context, session.user as string),
    readCredential(context, session.user as string),
  ]);
  return isActive(user) && session.credential === version ? user : undefined;
}

type Renewal =
  | { readonly outcome: 'renewed'; readonly session: RecordDocument; readonly user: RecordDocument }
  | { readonly outcome: 'refused' | 'reused' };

/** Returns the next token of a session. A token older than the previous one means that it was copied: the session ends. */
export async function renewSession(context: SessionContext, token: string): Promise<SignedIn> {
  const parts = readRefreshToken(context.secret, token);
  if (!parts) throw new MusterError('session_expired');
  const renewal = await commitUnitWithRetry<Renewal>(context.store, async () => {
    const session = await readStoredDocument(context.store, SESSIONS, parts.sessionId);
    if (!session) return { unit: undefined, answer: { outcome: 'refused' } };
    const ended = { writes: [createDocumentRemoval(SESSIONS, session)], bumps: ['rights' as const] };
    const user = await findSessionUser(context, session);
    if (!user) return { unit: ended, answer: { outcome: 'refused' } };
    const now = context.clock.now();
    const behind = (session.count as number) - parts.count;
    if (behind === 1 && now - (session.rotatedAt as number) <= GRACE)
      return { unit: undefined, answer: { outcome: 'renewed', session, user } };
    if (behind !== 0) return { unit: ended, answer: { outcome: 'reused' } };
    const { _id, _version, ...kept } = session;
    const next = { ...kept, count: parts.count + 1, rotatedAt: now, expiresAt: now + LIFETIME };
    return {
      unit: { writes: [createDocumentWrite(SESSIONS, _id, session, next)] },
      answer: { outcome: 'renewed', session: { ...next, _id, _version }, user },
    };
  });
  if (renewal.outcome === 'renewed') return toSignedIn(context, renewal.user, renewal.session);
  if (renewal.outcome === 'reused') context.log.warn({ session: parts.sessionId }, 'a refresh token was used twice: its session is ended');
  throw new MusterError('session_expired');
}

/** Ends one session; does nothing when it no longer exists. */
export async function endSession(context: SessionContext, sessionId: string): Promise<void> {
  await commitUnitWithRetry(context.store, async () => {
    const session = await readStoredDocument(context.store, SESSIONS, sessionId);
    return { unit: session ? { writes: [createDocumentRemoval(SESSIONS, session)], bumps: ['rights'] } : undefined, answer: undefined };
  });
}

export async function isSessionLive(context: SessionContext, sessionId: string): Promise<boolean> {
  const session = await readStoredDocument(context.store, SESSIONS, sessionId);
  return session !== undefined && (await findSessionUser(context, session)) !== undefined;
}
