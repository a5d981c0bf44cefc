import type { InTransactionContext } from '#engine';
import { textsOf } from '../../shared/comment.ts';

/** A new comment is the last activity of its conversation. */
export async function touchConversation({ event, record, clock, update }: InTransactionContext<'socialComments'>): Promise<void> {
  const [conversation] = textsOf(record.socialConversations_socialComments);
  if (event.kind !== 'create' || event.isBulkLoad || conversation === undefined) return;
  await update('socialConversations', conversation, { activity_date: new Date(clock.now()).toISOString() });
}
