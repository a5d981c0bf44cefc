import { MusterError } from '../errors/index.ts';
import { GLOBAL_TEAM_ID, makeKeys, type RecordDocument } from '#engine/model';
import { SYSTEM_ACTOR } from '../access/index.ts';
import type { FirstAdmin } from './contract.ts';
import { replacePassword } from './credentials.ts';
import { generatePassword } from './passwords.ts';
import { usersModule } from './session-users.ts';
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

/** Makes the Global team and, in a store without users, the first System Admin. */
export async function ensureFirstAdmin(context: SessionContext, input: { readonly email?: string | undefined; readonly password?: string | undefined }): Promise<FirstAdmin | undefined> {
  await ensureGlobalTeam(context);
  const { total } = await context.store.count({ collection: usersModule(context).storage.name, filter: { kind: 'constant', value: true } }, { totalLimit: 1 });
  if (total > 0) return undefined;
  const email = input.email ?? 'admin@muster.example';
  const generatedPassword = input.password === undefined ? generatePassword() : undefined;
  try {
    const fields = { first_name: 'System', last_name: 'Admin', email, userType: 'System Admin', active: true };
    const { record } = await context.records.create(SYSTEM_ACTOR, { module: 'users', fields, quiet: true });
    await replacePassword(context, record._id, input.password ?? (generatedPassword as string));
    return { userId: record._id, email, generatedPassword };
  } catch (error) {
    if (error instanceof MusterError && error.code === 'not_unique') return undefined;
    throw error;
  }
}
