import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { auditResourceChange, commitUnitWithRetry, readStoredDocument } from '../records/index.ts';
import { toText, type JsonValue, type RecordDocument } from '#engine/model/values';
import type { UserAccountView } from '#engine/model/wire';
import { TEMPORARY_PASSWORDS } from './collections.ts';
import type { UserAccounts } from './contract.ts';
import { assertMailAllowed } from './failed-attempts.ts';
import { findRefusal } from './impersonation-rules.ts';
import { endAllSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { readCredential } from './passwords.ts';
import type { SessionContext } from './session-context.ts';
import { isActive, readUser } from './session-users.ts';
import { mailTemporaryPassword, makeTemporaryPassword } from './temporary-passwords.ts';

async function readExisting(context: SessionContext, userId: string): Promise<RecordDocument> {
  const user = await readUser(context, userId);
  if (user === undefined) throw new MusterError('record_not_found');
  return user;
}

/** What an admin did with the account of a user. */
function audit(
  context: SessionContext,
  actor: Actor,
  user: RecordDocument,
  change: { readonly field: string; readonly before: JsonValue; readonly after: JsonValue },
): readonly StoreWrite[] {
  const name = toText(user.name) || toText(user.email);
  return auditResourceChange(context, actor, { resource: 'userAccounts', id: user._id, name, changes: [change] });
}

async function describe(context: SessionContext, userId: string, adminId: string): Promise<UserAccountView> {
  const [user, admin] = await Promise.all([readExisting(context, userId), readExisting(context, adminId)]);
  const [{ version }, temporary] = await Promise.all([
    readCredential(context, userId),
    readStoredDocument(context.store, TEMPORARY_PASSWORDS, userId),
  ]);
  const refusal = findRefusal(context, admin, user);
  const expiresAt = temporary?.expiresAt as number | undefined;
  return {
    hasPassword: version > 0,
    temporaryPasswordUntil: expiresAt !== undefined && expiresAt > context.clock.now() ? new Date(expiresAt).toISOString() : null,
    impersonationRefused: refusal === undefined ? null : new MusterError(refusal).message,
  };
}

async function endSessionOf(context: SessionContext, actor: Actor, userId: string, sessionId: string): Promise<void> {
  const user = await readExisting(context, userId);
  const sessions = await listSessions(context, { sub: userId, sid: '' });
  const ended = sessions.find(({ _id }) => _id === sessionId);
  const before = { device: ended?.device ?? null, openedAt: ended?.openedAt ?? null };
  await endOwnSession(context, { sub: userId }, sessionId, audit(context, actor, user, { field: 'session', before, after: null }));
}

async function endAllSessionsOf(context: SessionContext, actor: Actor, userId: string): Promise<void> {
  const user = await readExisting(context, userId);
  const { length } = await listSessions(context, { sub: userId, sid: '' });
  await endAllSessions(context, userId, audit(context, actor, user, { field: 'sessions', before: length, after: 0 }));
}

/** An invite for a user without a password, a reset for others. A temporary password that was sent before is no longer valid. */
async function sendPassword(context: SessionContext, actor: Actor, userId: string): Promise<'invite' | 'reset'> {
  const user = await readExisting(context, userId);
  if (!isActive(user)) throw new MusterError('account_inactive');
  await assertMailAllowed(context, toText(user.email));
  const purpose = (await readCredential(context, userId)).version > 0 ? 'reset' : 'invite';
  await mailTemporaryPassword(context, user, await makeTemporaryPassword(context, userId, purpose), purpose);
  await commitUnitWithRetry(context.store, async () => ({
    unit: { writes: audit(context, actor, user, { field: 'temporaryPassword', before: null, after: purpose }) },
    result: undefined,
  }));
  return purpose;
}

/** How other users sign in, for System Admins; the API checks that they are. */
export function createUserAccounts(context: SessionContext): UserAccounts {
  return {
    describe: (userId, adminId) => describe(context, userId, adminId),
    listSessions: async (userId, claims) => {
      await readExisting(context, userId);
      return listSessions(context, { sub: userId, sid: claims.sid });
    },
    endSession: (actor, { userId, sessionId }) => endSessionOf(context, actor, userId, sessionId),
    endAllSessions: (actor, userId) => endAllSessionsOf(context, actor, userId),
    sendPassword: (actor, userId) => sendPassword(context, actor, userId),
  };
}
