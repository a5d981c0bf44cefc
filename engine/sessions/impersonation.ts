import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { commitUnitWithRetry, createDocumentWrite } from '../records/index.ts';
import type { RecordDocument } from '#engine/model/values';
import { SESSIONS } from './collections.ts';
import type { SignedIn, TokenClaims } from './contract.ts';
import { auditImpersonation, findRefusal, isImpersonator, withoutImpersonation, type ActingUsers } from './impersonation-rules.ts';
import { findSessionUser, readSession, toSignedIn } from './session-families.ts';
import type { SessionContext } from './session-context.ts';
import { readUser } from './session-users.ts';

interface ChangedSession extends ActingUsers {
  readonly session: RecordDocument;
}

/** The open session of a token, and the user who signed in. */
async function readOwnSession(context: SessionContext, { sid }: TokenClaims) {
  const session = await readSession(context, sid);
  const owner = session === undefined ? undefined : await findSessionUser(context, session);
  if (session === undefined || owner === undefined) throw new MusterError('session_expired');
  return { session, owner };
}

function createWrite(before: RecordDocument, next: RecordDocument): StoreWrite {
  const { _id, _version, ...fields } = next;
  // A session that was opened while the store could not be written is inserted by its first change.
  return createDocumentWrite(SESSIONS, _id, before._version > 0 ? before : undefined, fields);
}

/**
 * Continues the session as another user. It stays the session of the user who signed in: it ends with it, and each renewal checks again
 * that they may. Errors: `impersonation_nested`, `impersonation_not_allowed`, `record_not_found`, `impersonation_of_equal`,
 * `impersonation_of_inactive`, `session_expired`.
 */
export async function startImpersonation(context: SessionContext, claims: TokenClaims, targetId: string): Promise<SignedIn> {
  if (claims.impersonator !== undefined) throw new MusterError('impersonation_nested');
  const { session, ...users } = await commitUnitWithRetry<ChangedSession>(context.store, async () => {
    const { session: before, owner } = await readOwnSession(context, claims);
    if (!isImpersonator(context, owner)) throw new MusterError('impersonation_not_allowed');
    if (before.impersonating !== undefined) throw new MusterError('impersonation_nested');
    const target = await readUser(context, targetId);
    if (target === undefined) throw new MusterError('record_not_found');
    const refusal = findRefusal(context, owner, target);
    if (refusal !== undefined) throw new MusterError(refusal);
    const next: RecordDocument = { ...before, impersonating: target._id };
    return {
      unit: { writes: [createWrite(before, next), ...auditImpersonation(context, before, target, 'start')], bumps: ['rights'] },
      result: { session: next, user: target, impersonator: owner },
    };
  });
  return toSignedIn(context, users, session);
}

/** Continues the session as the user who signed in; one without an impersonation stays as it is. Errors: `session_expired`. */
export async function stopImpersonation(context: SessionContext, claims: TokenClaims): Promise<SignedIn> {
  const { session, user } = await commitUnitWithRetry<ChangedSession>(context.store, async () => {
    const { session: before, owner } = await readOwnSession(context, claims);
    const { session: next, writes } = await withoutImpersonation(context, before);
    const unit = writes.length === 0 ? undefined : { writes: [createWrite(before, next), ...writes], bumps: ['rights' as const] };
    return { unit, result: { session: next, user: owner } };
  });
  return toSignedIn(context, { user }, session);
}
