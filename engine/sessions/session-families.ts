import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import type { RecordDocument } from '#engine/model';
import { SESSIONS } from './collections.ts';
import type { SignedIn } from './contract.ts';
import { commitKept, readKept, removeKept, writeKept } from './kept-document.ts';
import { makeRefreshToken, readRefreshToken } from './refresh-token.ts';
import { describe, isActive, readUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';

/** A session that nobody renews ends after this long. */
const LIFETIME = 30 * 86_400_000;
/** Two tabs that renew at once: the second use within this long answers the same token. */
const GRACE = 10_000;

async function toSignedIn(context: SessionContext, user: RecordDocument, session: RecordDocument): Promise<SignedIn> {
  const parts = { sessionId: session._id, count: session.count as number };
  return {
    ...(await describe(context, user)),
    claims: { sub: user._id, sid: session._id, scope: 'session' },
    refreshToken: makeRefreshToken(context.secret, parts),
    refreshExpiresAt: session.expiresAt as number,
  };
}

/** Opens a session for a user who proved who they are. `writes` go into the same commit. */
export async function openSession(context: SessionContext, user: RecordDocument, writes: readonly StoreWrite[] = [], bump = false): Promise<SignedIn> {
  const now = context.clock.now();
  const write = writeKept(SESSIONS, context.ids.next(), undefined, { user: user._id, count: 1, openedAt: now, rotatedAt: now, expiresAt: now + LIFETIME });
  const result = await context.store.commit({ writes: [...writes, write], ...(bump ? { bumps: ['rights' as const] } : {}) });
  if (!result.committed) throw new MusterError('password_not_set');
  return toSignedIn(context, user, (write as Extract<StoreWrite, { kind: 'insert' }>).document);
}

type Renewal = { readonly outcome: 'renewed'; readonly session: RecordDocument; readonly user: RecordDocument } | { readonly outcome: 'refused' };

/** Answers the next token of a session. A token from before the last one means that somebody copied it: the session ends. */
export async function renewSession(context: SessionContext, token: string): Promise<SignedIn> {
  const parts = readRefreshToken(context.secret, token);
  if (!parts) throw new MusterError('session_expired');
  const renewal = await commitKept<Renewal>(context.store, async () => {
    const session = await readKept(context.store, SESSIONS, parts.sessionId);
    const now = context.clock.now();
    const user = session ? await readUser(context, session.user as string) : undefined;
    if (!session || (session.expiresAt as number) < now) return { unit: undefined, answer: { outcome: 'refused' } };
    if (!isActive(user)) return { unit: { writes: [removeKept(SESSIONS, session)], bumps: ['rights'] }, answer: { outcome: 'refused' } };
    const behind = (session.count as number) - parts.count;
    if (behind === 1 && now - (session.rotatedAt as number) <= GRACE) return { unit: undefined, answer: { outcome: 'renewed', session, user } };
    if (behind !== 0) {
      context.log.warn({ user: user._id, session: session._id }, 'A refresh token was used twice; its session is ended.');
      return { unit: { writes: [removeKept(SESSIONS, session)], bumps: ['rights'] }, answer: { outcome: 'refused' } };
    }
    const { _id, _version, ...kept } = session;
    const next = { ...kept, count: parts.count + 1, rotatedAt: now, expiresAt: now + LIFETIME };
    return { unit: { writes: [writeKept(SESSIONS, _id, session, next)] }, answer: { outcome: 'renewed', session: { ...next, _id, _version }, user } };
  });
  if (renewal.outcome === 'refused') throw new MusterError('session_expired');
  return toSignedIn(context, renewal.user, renewal.session);
}

/** Ends one session; nothing happens when it is gone. */
export async function endSession(context: SessionContext, sessionId: string): Promise<void> {
  await commitKept(context.store, async () => {
    const session = await readKept(context.store, SESSIONS, sessionId);
    return { unit: session ? { writes: [removeKept(SESSIONS, session)], bumps: ['rights'] } : undefined, answer: undefined };
  });
}

/** The writes that end all sessions of a user. */
export async function endSessionsOf(context: SessionContext, userId: string): Promise<StoreWrite[]> {
  const filter = { kind: 'equals', key: { id: 'user', kind: 'text', list: false }, values: [userId] } as const;
  const open = await context.store.find({ collection: SESSIONS.name, filter, sort: [], limit: 1000 });
  return open.map((session) => removeKept(SESSIONS, session.document));
}

/** The session stands and its user is active. */
export async function isSessionLive(context: SessionContext, sessionId: string): Promise<boolean> {
  const session = await readKept(context.store, SESSIONS, sessionId);
  if (!session || (session.expiresAt as number) < context.clock.now()) return false;
  return isActive(await readUser(context, session.user as string));
}
