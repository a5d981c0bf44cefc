import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import type { RecordDocument } from '#engine/model/values';
import { commitUnitWithRetry, createDocumentRemoval, readStoredDocument } from '../records/index.ts';
import { revokeAllTokens } from './api-tokens.ts';
import { EMAIL_CHANGES, SESSIONS, TEMPORARY_PASSWORDS } from './collections.ts';
import type { Sessions, SignedIn } from './contract.ts';
import { assertOwnPassword } from './own-password.ts';
import { assertPassword, hashPassword, makePasswordWrite, maxLengthOf } from './passwords.ts';
import { makeSession, toSignedIn } from './session-families.ts';
import type { SessionContext } from './session-context.ts';

/** A password that was set, with what the notice about it says. */
export interface NewPassword {
  readonly signedIn: SignedIn;
  readonly user: RecordDocument;
  /** The first password of the user, who is not told of it. */
  readonly isFirst: boolean;
  readonly endedTokens: number;
}

interface PasswordChange {
  readonly userId: string;
  readonly hash: string;
  readonly endApiTokens: boolean;
  readonly userAgent?: string | undefined;
  /** The stored temporary password; absent: there is none. */
  readonly temporary: RecordDocument | undefined;
}

/**
 * The writes that set a password and open a session with it: earlier sessions end, and so do a temporary password and a pending change of
 * the e-mail, and by default the API tokens.
 */
export async function buildPasswordChange(
  context: SessionContext,
  input: PasswordChange,
): Promise<Omit<NewPassword, 'signedIn' | 'user'> & { readonly writes: readonly StoreWrite[]; readonly session: RecordDocument }> {
  const { userId, hash, endApiTokens, userAgent, temporary } = input;
  const { write, version } = await makePasswordWrite(context, userId, hash);
  const session = makeSession(context, { userId, credential: version, userAgent });
  const tokens = endApiTokens ? await revokeAllTokens(context, { kind: 'user', userId }, userId) : { writes: [], count: 0 };
  const change = await readStoredDocument(context.store, EMAIL_CHANGES, userId);
  const pending = [
    ...(temporary === undefined ? [] : [createDocumentRemoval(TEMPORARY_PASSWORDS, temporary)]),
    ...(change === undefined ? [] : [createDocumentRemoval(EMAIL_CHANGES, change)]),
  ];
  const writes = [write, session, ...pending, ...tokens.writes];
  return { writes, session: session.document, isFirst: version === 1, endedTokens: tokens.count };
}

/** Replaces the password of a signed-in user who enters the present one. Their other sessions end; this one continues as a new one. */
export async function changePassword(
  context: SessionContext,
  { claims, currentPassword, password, endApiTokens = true, ...origin }: Parameters<Sessions['changePassword']>[0],
): Promise<NewPassword> {
  assertPassword(password, maxLengthOf(context));
  const { user, version } = await assertOwnPassword(context, {
    ...origin,
    userId: claims.sub,
    password: currentPassword,
    field: 'currentPassword',
  });
  const hash = await hashPassword(password);
  const { session, ...changed } = await commitUnitWithRetry(context.store, async () => {
    const { writes, ...made } = await buildPasswordChange(context, {
      userId: claims.sub,
      hash,
      endApiTokens,
      userAgent: origin.userAgent,
      temporary: await readStoredDocument(context.store, TEMPORARY_PASSWORDS, claims.sub),
    });
    // Another request changed it meanwhile: the session has ended.
    if (made.session.credential !== version + 1) throw new MusterError('session_expired');
    const previous = await readStoredDocument(context.store, SESSIONS, claims.sid);
    const unit = { writes: [...writes, ...(previous === undefined ? [] : [createDocumentRemoval(SESSIONS, previous)])] };
    return { unit: { ...unit, bumps: ['rights' as const] }, result: made };
  });
  return { ...changed, signedIn: await toSignedIn(context, { user }, session), user };
}
