import { SYSTEM_ACTOR } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { usersModule } from './session-users.ts';
import type { SessionContext } from './session-context.ts';

/** Writes into the user's record that they signed in now; answers when, as ISO 8601. Errors: those of saving a record. */
export async function recordSignIn(context: SessionContext, userId: string): Promise<string> {
  const at = new Date(context.clock.now()).toISOString();
  await context.records.update(SYSTEM_ACTOR, { module: 'users', id: userId, fields: { last_login_date: at } });
  return at;
}

/** The same beside a sign-in, which stands whether or not its date could be kept: a rule of users that refuses must lock nobody out. */
export async function tryRecordSignIn(context: SessionContext, userId: string): Promise<void> {
  // A site may do without the field.
  if (!usersModule(context).fields.has('last_login_date')) return;
  try {
    await recordSignIn(context, userId);
  } catch (error) {
    context.log.warn({ user: userId, code: error instanceof MusterError ? error.code : 'unknown' }, 'the date of a sign-in could not be saved');
  }
}
