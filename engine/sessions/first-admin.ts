import { MusterError } from '../errors/index.ts';
import { GLOBAL_TEAM_ID, makeKeys, type RecordDocument } from '#engine/model';
import { SYSTEM_ACTOR } from '../access/index.ts';
import type { FirstAdmin } from './contract.ts';
import { readCredential, setFirstPassword } from './credentials.ts';
import { generatePassword } from './passwords.ts';
import { isActive, usersModule } from './session-users.ts';
import type { SessionContext } from './session-context.ts';

/** The team of everyone has a fixed id, so it is written beside the pipeline, which gives ids itself. */
async function ensureGlobalTeam(context: SessionContext): Promise<void> {
  const module = context.registry.current().module('teams');
  if (!module) return;
  const [there] = await context.store.get(module.storage.name, [GLOBAL_TEAM_ID]);
  if (there) return;
  const now = new Date(context.clock.now()).toISOString();
  const document: RecordDocument = { _id: GLOBAL_TEAM_ID, _version: 1, name: 'Global', description: 'Everyone', createdAt: now, updatedAt: now, deleted: false };
  // A second process may have been faster: then its write stands and ours is stale.
  await context.store.commit({ writes: [{ kind: 'insert', collection: module.storage.name, document, keys: makeKeys(module, document), definitionVersion: module.definitionVersion }], bumps: ['rights'] });
}

/**
 * Makes the Global team and, in a store without users, the first System Admin. A start that was cut off between the two
 * steps is made whole by the next: an only user without a password gets one.
 */
export async function ensureFirstAdmin(context: SessionContext, input: { readonly email?: string | undefined; readonly password?: string | undefined }): Promise<FirstAdmin | undefined> {
  await ensureGlobalTeam(context);
  const email = input.email ?? 'admin@muster.example';
  const userId = await findOrMakeAdmin(context, email);
  if (userId === undefined) return undefined;
  const generatedPassword = input.password === undefined ? generatePassword() : undefined;
  // Of several processes at their first start, the one whose password stands is the one that shows it.
  const isSet = await setFirstPassword(context, userId, input.password ?? (generatedPassword as string));
  return isSet ? { userId, email, generatedPassword } : undefined;
}

async function findOrMakeAdmin(context: SessionContext, email: string): Promise<string | undefined> {
  const users = await context.store.find({ collection: usersModule(context).storage.name, filter: { kind: 'constant', value: true }, sort: [], limit: 2 });
  if (users.length > 0) return users.length === 1 ? findAdminWithoutPassword(context, users[0]?.document, email) : undefined;
  try {
    const fields = { first_name: 'System', last_name: 'Admin', email, userType: 'System Admin', active: true };
    return (await context.records.create(SYSTEM_ACTOR, { module: 'users', fields, quiet: true })).record._id;
  } catch (error) {
    if (error instanceof MusterError && error.code === 'not_unique') return undefined;
    throw error;
  }
}

/** The first admin of a start that was cut off before they had a password. */
async function findAdminWithoutPassword(context: SessionContext, user: RecordDocument | undefined, email: string): Promise<string | undefined> {
  if (!isActive(user) || user.userType !== 'System Admin' || (user.email as string).toLowerCase() !== email.toLowerCase()) return undefined;
  return (await readCredential(context, user._id)).version === 0 ? user._id : undefined;
}
