import { SYSTEM_ACTOR } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { SessionContext } from './session-context.ts';
import { usersModule } from './session-users.ts';

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
