import { SYSTEM_ACTOR, type PostSaveContext } from '#engine';
import { getCurrentProvider } from '../services/current-provider.ts';

/** Invites the user that a save assigned to a provider, unless they were invited before. A bulk load sends no invitations. */
export async function inviteUser(context: PostSaveContext<'providers'>): Promise<void> {
  const { event, records, invite } = context;
  const provider = getCurrentProvider(context);
  if (provider?.related_user === undefined) return;
  if (event.kind === 'update' && !event.changedFields.includes('related_user')) return;
  const {
    data: [user],
  } = await records.find(SYSTEM_ACTOR, { module: 'users', filter: { _id: provider.related_user }, limit: 1 });
  if (user?.['userType'] === 'Provider') await invite(user._id);
}
