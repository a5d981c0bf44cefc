import { isStaffType, type Actor } from '../access/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { auditResourceChange, diffValues } from '../records/index.ts';
import { toText, type JsonObject, type RecordDocument } from '#engine/model/values';
import type { SessionContext } from './session-context.ts';
import { isActive, readUser } from './session-users.ts';

/** User types that may act as others if the setting is missing. */
const IMPERSONATORS: readonly string[] = ['System Admin'];

/** Why a user must not act as another: the code of the error. */
export type ImpersonationRefusal = 'impersonation_not_allowed' | 'impersonation_of_equal' | 'impersonation_of_inactive';

/** The users of an open session: the one who signed in and, while that is allowed, the one whom they act as. */
export interface ActingUsers {
  /** The user whose rights apply. */
  readonly user: RecordDocument;
  /** The user who signed in and acts as `user`; absent: `user` signed in. */
  readonly impersonator?: RecordDocument | undefined;
}

/** User types by their power. A user acts only as users of a lower rank. */
function rankOf({ registry }: SessionContext, { userType }: RecordDocument): number {
  const type = toText(userType);
  if (type === 'System Admin') return 3;
  if (type === 'Admin') return 2;
  return isStaffType(registry.current(), type) ? 1 : 0;
}

/** Whether users of this type may act as others: the setting `impersonator_user_types`. */
export function isImpersonator({ registry }: SessionContext, { userType }: RecordDocument): boolean {
  const types = registry.current().settings.get('impersonator_user_types')?.setting;
  return (Array.isArray(types) ? (types as readonly unknown[]) : IMPERSONATORS).includes(toText(userType));
}

/** Why a user must not act as another; undefined: they may. */
export function findRefusal(context: SessionContext, user: RecordDocument, target: RecordDocument): ImpersonationRefusal | undefined {
  if (!isImpersonator(context, user)) return 'impersonation_not_allowed';
  if (rankOf(context, target) >= rankOf(context, user)) return 'impersonation_of_equal';
  return isActive(target) ? undefined : 'impersonation_of_inactive';
}

/** The users of a session that `owner` signed in for. An impersonation that is no longer allowed leaves the owner. */
export async function readActingUsers(context: SessionContext, session: RecordDocument, owner: RecordDocument): Promise<ActingUsers> {
  const { impersonating } = session;
  const target = typeof impersonating === 'string' ? await readUser(context, impersonating) : undefined;
  const isAllowed = target !== undefined && findRefusal(context, owner, target) === undefined;
  return isAllowed ? { user: target, impersonator: owner } : { user: owner };
}

const nameOf = ({ name, email }: RecordDocument): string => toText(name) || toText(email);

/** The audit entry of a beginning or an end. Its author is the user who signed in. */
export function auditImpersonation(
  context: SessionContext,
  session: RecordDocument,
  target: RecordDocument,
  change: 'start' | 'end',
): readonly StoreWrite[] {
  const actor: Actor = { kind: 'user', userId: session.user as string };
  const state: JsonObject = { user: target._id };
  const changes = change === 'start' ? diffValues(undefined, state) : diffValues(state, undefined);
  return auditResourceChange(context, actor, { resource: 'impersonations', id: target._id, name: nameOf(target), changes });
}

/** A session without its impersonation, and the audit entry of its end. */
export async function withoutImpersonation(
  context: SessionContext,
  session: RecordDocument,
): Promise<{ readonly session: RecordDocument; readonly writes: readonly StoreWrite[] }> {
  const { impersonating, ...rest } = session;
  if (typeof impersonating !== 'string') return { session, writes: [] };
  // The user may have been deleted meanwhile.
  const target = (await readUser(context, impersonating)) ?? { _id: impersonating, _version: 0 };
  return { session: rest, writes: auditImpersonation(context, session, target, 'end') };
}
