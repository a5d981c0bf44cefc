import { SYSTEM_ACTOR, type PreSaveContext } from '#engine';
import { foldText, type RecordOf } from '#engine/model';
import { getPrimaryEmail } from '../../shared/primary-email.ts';
import { assertInvitable, isInvitation } from '../services/invitation.ts';
import { refuseUser } from '../services/refuse-user.ts';
import { shouldCreateUser } from '../services/should-create-user.ts';

type Context = PreSaveContext<'providers'>;

/** Whether an e-mail belongs to a deleted user. It stays reserved until the user is removed permanently. */
async function isEmailOfDeletedUser({ records }: Context, email: string): Promise<boolean> {
  return (await records.find(SYSTEM_ACTOR, { module: 'users', filter: { email, deleted: true }, limit: 1 })).total > 0;
}

/** Whether a user of the provider area is not linked to a provider. If two providers are saved at the same time, only one gets the user. */
async function isAvailable(context: Context, user: RecordOf<'users'>): Promise<boolean> {
  if (user.userType !== 'Provider') return false;
  const [taken] = await context.unit.find('providers', { related_user: user._id }, { limit: 1 });
  context.requireAbsence('providers', { related_user: user._id }, { lockKeys: [user._id] });
  return taken === undefined;
}

/**
 * Assigns a user to a provider with a configured owner or to an invited provider: the existing user of the provider
 * area with the same e-mail and without a provider, or a new one. The id of a new user is generated here; the user is
 * created with the save.
 */
export async function assignUser(context: Context): Promise<void> {
  const { draft, unit, ids } = context;
  if (isInvitation(context)) assertInvitable(context);
  else if (!(await shouldCreateUser(context))) return;
  const email = foldText(getPrimaryEmail(draft.email_addresses) ?? '');
  if (email === '') return context.warn('provider_without_email', 'A provider without an e-mail gets no account.');
  const [user] = await unit.find('users', { email }, { limit: 1 });
  if (user === undefined ? await isEmailOfDeletedUser(context, email) : !(await isAvailable(context, user))) {
    refuseUser(context, [{ field: 'email_addresses', message: 'This e-mail belongs to another user.' }]);
  }
  if (user !== undefined && user.active !== true)
    context.warn('provider_user_inactive', 'The user with this e-mail is inactive, and stays so until the provider is activated again.');
  draft.related_user = user?._id ?? ids.next();
}
