import type { RecordDocument } from '#engine/model/values';
import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { commitUnitWithRetry, readStoredDocument, createDocumentRemoval, createDocumentWrite } from '../records/index.ts';
import { SESSIONS, sweepExpired } from './collections.ts';
import type { SignedIn, TokenClaims } from './contract.ts';
import { readActingUsers, withoutImpersonation, type ActingUsers } from './impersonation-rules.ts';
import { readCredential } from './passwords.ts';
import { makeRefreshToken, readRefreshToken, type RefreshTokenParts } from './refresh-tokens.ts';
import { canOnlyRead, type SessionContext } from './session-context.ts';
import { describeUserWithTeams, isActive, readUser } from './session-users.ts';
import { forgetUnsavedSession, isUnsavedId, makeUnsavedSession, readUnsavedSession } from './unsaved-sessions.ts';

/** A session that is not renewed ends after this time, in milliseconds. */
const LIFETIME = 30 * 86_400_000;
/** Two tabs may renew at the same time: a second use within this time returns the same token. In milliseconds. */
const GRACE = 10_000;

type Write<K extends StoreWrite['kind']> = Extract<StoreWrite, { readonly kind: K }>;

export async function toSignedIn(context: SessionContext, { user, impersonator }: ActingUsers, session: RecordDocument): Promise<SignedIn> {
  const parts = { sessionId: session._id, count: session.count as number };
  return {
    ...(await describeUserWithTeams(context, user, impersonator)),
    claims: {
      sub: user._id,
      sid: session._id,
      scope: 'session',
      ...(impersonator === undefined ? {} : { impersonator: impersonator._id }),
    },
    refreshToken: makeRefreshToken(context.secret, parts),
    refreshExpiresAt: session.expiresAt as number,
  };
}

/** What a new session is opened with. */
export interface NewSession {
  readonly userId: string;
  /** The version of the password with which the user signed in. */
  readonly credential: number;
  /** The `User-Agent` of the browser. */
  readonly userAgent?: string | undefined;
}

/** Maximum characters of a `User-Agent` that are stored. */
const MAX_USER_AGENT = 300;

/** The field of a session that names its browser; none when it is not known. */
export function agentField(userAgent: string | undefined): { readonly agent?: string } {
  return userAgent === undefined || userAgent === '' ? {} : { agent: userAgent.slice(0, MAX_USER_AGENT) };
}

/** A new session, to be committed. */
export function makeSession(context: SessionContext, { userId, credential, userAgent }: NewSession): Write<'insert'> {
  const now = context.clock.now();
  return createDocumentWrite(SESSIONS, context.ids.next(), undefined, {
    user: userId,
    credential,
    count: 1,
    openedAt: now,
    rotatedAt: now,
    expiresAt: now + LIFETIME,
    ...agentField(userAgent),
  }) as Write<'insert'>;
}

/**
 * Opens a session for an authenticated user. If the password was changed in the meantime, the session is invalid from the start. If the
 * store cannot be written, the session is not saved until it is renewed, so that people can sign in and read while the disk is full.
 */
export async function openSession(context: SessionContext, user: RecordDocument, input: Omit<NewSession, 'userId'>): Promise<SignedIn> {
  const write = makeSession(context, { ...input, userId: user._id });
  try {
    await commitUnitWithRetry(context.store, async () => ({ unit: { writes: [write] }, result: undefined }));
    await sweepExpired(context.store, SESSIONS, context.clock.now());
  } catch (error) {
    if (!canOnlyRead(error)) throw error;
    context.log.warn({ user: user._id }, 'a session could not be saved: it is valid for some hours and saved when it is renewed');
    return toSignedIn(context, { user }, makeUnsavedSession(context, user._id, input.credential));
  }
  return toSignedIn(context, { user }, write.document);
}

/** A session by its id: stored, or valid without being stored. Only for ids of signed tokens. */
export async function readSession(context: SessionContext, id: string): Promise<RecordDocument | undefined> {
  const stored = await readStoredDocument(context.store, SESSIONS, id);
  return stored ?? readUnsavedSession(context, id);
}

/** The user who signed in for a valid session: not ended, not expired, the password unchanged, the user active. Otherwise undefined. */
export async function findSessionUser(context: SessionContext, session: RecordDocument): Promise<RecordDocument | undefined> {
  if (session.ended === true || (session.expiresAt as number) < context.clock.now()) return undefined;
  const [user, { version }] = await Promise.all([
    readUser(context, session.user as string),
    readCredential(context, session.user as string),
  ]);
  return isActive(user) && session.credential === version ? user : undefined;
}

/** The write that ends a session; none for one that has ended. A session that was opened without being saved stays as ended. */
function endingWrites(session: RecordDocument): readonly StoreWrite[] {
  if (session.ended === true) return [];
  const stored = session._version > 0 ? session : undefined;
  if (!isUnsavedId(session._id)) return stored === undefined ? [] : [createDocumentRemoval(SESSIONS, stored)];
  const { _id, _version, ...fields } = session;
  return [createDocumentWrite(SESSIONS, _id, stored, { ...fields, ended: true })];
}

type Renewal =
  | { readonly outcome: 'renewed'; readonly session: RecordDocument; readonly users: ActingUsers }
  | { readonly outcome: 'refused' | 'reused' };

/** Returns the next token of a session. A token older than the previous one means that it was copied: the session ends. */
export async function renewSession(
  context: SessionContext,
  { refreshToken, userAgent }: { readonly refreshToken: string; readonly userAgent?: string | undefined },
): Promise<SignedIn> {
  const parts = readRefreshToken(context.secret, refreshToken);
  if (!parts) throw new MusterError('session_expired');
  const renewal = await rotate(context, parts, userAgent).catch(async (error: unknown): Promise<Renewal> => {
    if (!canOnlyRead(error)) throw error;
    // The token cannot be rotated now: it stays valid.
    const session = await readSession(context, parts.sessionId);
    const user = session?.count === parts.count ? await findSessionUser(context, session) : undefined;
    return session && user ? { outcome: 'renewed', session, users: await readActingUsers(context, session, user) } : { outcome: 'refused' };
  });
  if (renewal.outcome === 'renewed') return toSignedIn(context, renewal.users, renewal.session);
  if (renewal.outcome === 'reused') context.log.warn({ session: parts.sessionId }, 'a refresh token was used twice: its session is ended');
  throw new MusterError('session_expired');
}

function rotate(context: SessionContext, parts: RefreshTokenParts, userAgent: string | undefined): Promise<Renewal> {
  return commitUnitWithRetry<Renewal>(context.store, async () => {
    const session = await readSession(context, parts.sessionId);
    if (!session) return { unit: undefined, result: { outcome: 'refused' } };
    const writes = endingWrites(session);
    const ended = writes.length === 0 ? undefined : { writes, bumps: ['rights' as const] };
    const owner = await findSessionUser(context, session);
    if (!owner) return { unit: ended, result: { outcome: 'refused' } };
    const users = await readActingUsers(context, session, owner);
    const now = context.clock.now();
    const behind = (session.count as number) - parts.count;
    if (behind === 1 && now - (session.rotatedAt as number) <= GRACE)
      return { unit: undefined, result: { outcome: 'renewed', session, users } };
    if (behind !== 0) return { unit: ended, result: { outcome: 'reused' } };
    // An impersonation that is no longer allowed ends here: the session goes on as that of the user who signed in.
    const remaining = users.impersonator === undefined ? await withoutImpersonation(context, session) : { session, writes: [] };
    const { _id, _version, ...rest } = remaining.session;
    const next = { ...rest, ...agentField(userAgent), count: parts.count + 1, rotatedAt: now, expiresAt: now + LIFETIME };
    return {
      unit: { writes: [createDocumentWrite(SESSIONS, _id, _version > 0 ? session : undefined, next), ...remaining.writes] },
      result: { outcome: 'renewed', session: { ...next, _id, _version }, users },
    };
  });
}

/** Ends one session, with an audit entry if given; does nothing when it no longer exists. `id` comes from a signed token. */
export async function endSession(context: SessionContext, id: string, audit: readonly StoreWrite[] = []): Promise<void> {
  try {
    await commitUnitWithRetry(context.store, async () => {
      const session = await readSession(context, id);
      const writes = session === undefined ? [] : endingWrites(session);
      return { unit: writes.length === 0 ? undefined : { writes: [...writes, ...audit], bumps: ['rights'] }, result: undefined };
    });
  } catch (error) {
    // One that was never saved can be ended here only.
    if (!canOnlyRead(error) || !isUnsavedId(id)) throw error;
    forgetUnsavedSession(context, id);
  }
}

/** Whether a session has not ended, whoever its user acts as. */
export async function isSessionOpen(context: SessionContext, sessionId: string): Promise<boolean> {
  const session = await readSession(context, sessionId);
  return session !== undefined && (await findSessionUser(context, session)) !== undefined;
}

/**
 * Whether a token is valid for its session. When an impersonation begins or ends, the tokens from before are no longer valid: every tab of
 * the browser then gets one of the user whom the session has now.
 */
export async function isSessionLive(context: SessionContext, { sid, sub, impersonator }: TokenClaims): Promise<boolean> {
  const session = await readSession(context, sid);
  const owner = session === undefined ? undefined : await findSessionUser(context, session);
  if (session === undefined || owner === undefined) return false;
  const users = await readActingUsers(context, session, owner);
  return users.user._id === sub && users.impersonator?._id === impersonator;
}
