import type { InTransactionContext } from '#engine';
import { textsOf } from '../../shared/comment.ts';

/** A new comment is the last activity of its conversation. */
export async function touchConversation(context: InTransactionContext<'socialComments'>): Promise<void> {
  const { event, record, clock } = context;
  const [conversation] = textsOf(record.socialConversations_socialComments);
  if (event.kind !== 'create' || event.isBulkLoad || conversation === undefined) return;
  await context.update('socialConversations', conversation, { activity_date: new Date(clock.now()).toISOString() });
}
