import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RecordDocument } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { commitUnitWithRetry, readStoredDocument, createDocumentRemoval, createDocumentWrite } from '../records/index.ts';
import { SESSIONS, sweepExpired } from './collections.ts';
import type { SignedIn } from './contract.ts';
import { readCredential } from './passwords.ts';
import type { SessionContext } from './session-context.ts';
import { describeUserWithTeams, isActive, readUser, usersModule } from './session-users.ts';

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
  await commitUnitWithRetry(context.store, async () => ({ unit: { writes: [write] }, result: undefined }));
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
    if (!session) return { unit: undefined, result: { outcome: 'refused' } };
    const ended = { writes: [createDocumentRemoval(SESSIONS, session)], bumps: ['rights' as const] };
    const user = await findSessionUser(context, session);
    if (!user) return { unit: ended, result: { outcome: 'refused' } };
    const now = context.clock.now();
    const behind = (session.count as number) - parts.count;
    if (behind === 1 && now - (session.rotatedAt as number) <= GRACE)
      return { unit: undefined, result: { outcome: 'renewed', session, user } };
    if (behind !== 0) return { unit: ended, result: { outcome: 'reused' } };
    const { _id, _version, ...rest } = session;
    const next = { ...rest, count: parts.count + 1, rotatedAt: now, expiresAt: now + LIFETIME };
    return {
      unit: { writes: [createDocumentWrite(SESSIONS, _id, session, next)] },
      result: { outcome: 'renewed', session: { ...next, _id, _version }, user },
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
    return { unit: session ? { writes: [createDocumentRemoval(SESSIONS, session)], bumps: ['rights'] } : undefined, result: undefined };
  });
}

export async function isSessionLive(context: SessionContext, sessionId: string): Promise<boolean> {
  const session = await readStoredDocument(context.store, SESSIONS, sessionId);
  return session !== undefined && (await findSessionUser(context, session)) !== undefined;
}

/** The content of a refresh token: the session, and the number of the token within it. */
interface RefreshTokenParts {
  readonly sessionId: string;
  readonly count: number;
}

function sign(secret: string, sessionId: string, count: number): string {
  return createHmac('sha256', secret).update(`refresh:${sessionId}:${count}`).digest('base64url');
}

/** The `count`th token of a session: derived from the secret, so that the store contains nothing that can open a session. */
function makeRefreshToken(secret: string, { sessionId, count }: RefreshTokenParts): string {
  return `${sessionId}.${count}.${sign(secret, sessionId, count)}`;
}

/** The parts of a token that this installation signed; undefined for any other text. */
export function readRefreshToken(secret: string, token: string): RefreshTokenParts | undefined {
  const [sessionId = '', countText = '', signature = ''] = token.split('.');
  // Only one notation of a number is valid, so that each token has exactly one text.
  if (!/^[1-9]\d{0,14}$/.test(countText)) return undefined;
  const count = Number(countText);
  const expected = Buffer.from(sign(secret, sessionId, count));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? { sessionId, count } : undefined;
}

/** Saves the time of the sign-in in the user's record and returns it as ISO 8601. Errors: those of saving a record. */
export async function recordSignIn(context: SessionContext, userId: string): Promise<string> {
  const at = new Date(context.clock.now()).toISOString();
  await context.records.update(SYSTEM_ACTOR, { module: 'users', id: userId, fields: { last_login_date: at } });
  return at;
}

/**
 * As `recordSignIn`, but logs errors: the sign-in succeeds even if its date cannot be saved. A validation rule of users must not lock
 * anyone out.
 */
export async function tryRecordSignIn(context: SessionContext, userId: string): Promise<void> {
  // An installation may have removed the field.
  if (!usersModule(context).fields.has('last_login_date')) return;
  try {
    await recordSignIn(context, userId);
  } catch (error) {
    context.log.warn(
      { user: userId, code: error instanceof MusterError ? error.code : 'unknown' },
      'the date of a sign-in could not be saved',
    );
  }
}
