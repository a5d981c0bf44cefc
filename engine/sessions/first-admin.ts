import { MusterError } from '../errors/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { makeKeys } from '#engine/model/keys';
import type { RecordDocument } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../access/index.ts';
import type { FirstAdmin } from './contract.ts';
import { readCredential, setFirstPassword, generatePassword } from './passwords.ts';
import { isActive, usersModule } from './session-users.ts';
import type { SessionContext } from './session-context.ts';

/** The Global team has a fixed id, so it is written directly and not through the save pipeline, which generates ids. */
async function ensureGlobalTeam(context: SessionContext): Promise<void> {
  const module = context.registry.current().module('teams');
  if (!module) return;
  const [there] = await context.store.get(module.storage.name, [GLOBAL_TEAM_ID]);
  if (there) return;
  const now = new Date(context.clock.now()).toISOString();
  const document: RecordDocument = {
    _id: GLOBAL_TEAM_ID,
    _version: 1,
    name: 'Global',
    description: 'Everyone',
    createdAt: now,
    updatedAt: now,
    deleted: false,
  };
  // Another process may have inserted it first: then this commit fails and the existing team is used.
  await context.store.commit({
    writes: [
      {
        kind: 'insert',
        collection: module.storage.name,
        document,
        keys: makeKeys(module, document),
        definitionVersion: module.definitionVersion,
      },
    ],
    bumps: ['rights'],
  });
}

/**
 * Creates the Global team and, in a store without users, the first System Admin. If a start was interrupted between the two steps, the next
 * start completes it: a single user without a password gets one.
 */
export async function ensureFirstAdmin(
  context: SessionContext,
  input: { readonly email?: string | undefined; readonly password?: string | undefined },
): Promise<FirstAdmin | undefined> {
  await ensureGlobalTeam(context);
  const email = input.email ?? 'admin@muster.example';
  const userId = await findOrMakeAdmin(context, email);
  if (userId === undefined) return undefined;
  const generatedPassword = input.password === undefined ? generatePassword() : undefined;
  // Of several processes at their first start, only the one whose password was saved shows it.
  const isSet = await setFirstPassword(context, userId, input.password ?? (generatedPassword as string));
  return isSet ? { userId, email, generatedPassword } : undefined;
}

async function findOrMakeAdmin(context: SessionContext, email: string): Promise<string | undefined> {
  const users = await context.store.find({
    collection: usersModule(context).storage.name,
    filter: { kind: 'constant', value: true },
    sort: [],
    limit: 2,
  });
  if (users.length > 0) return users.length === 1 ? findAdminWithoutPassword(context, users[0]?.document, email) : undefined;
  try {
    const fields = { first_name: 'System', last_name: 'Admin', email, userType: 'System Admin', active: true };
    return (await context.records.create(SYSTEM_ACTOR, { module: 'users', fields, quiet: true })).record._id;
  } catch (error) {
    if (error instanceof MusterError && error.code === 'not_unique') return undefined;
    throw error;
  }
}

/** The first admin of a start that was interrupted before the password was set. */
async function findAdminWithoutPassword(
  context: SessionContext,
  user: RecordDocument | undefined,
  email: string,
): Promise<string | undefined> {
  if (!isActive(user) || user.userType !== 'System Admin' || (user.email as string).toLowerCase() !== email.toLowerCase()) return undefined;
  return (await readCredential(context, user._id)).version === 0 ? user._id : undefined;
}
