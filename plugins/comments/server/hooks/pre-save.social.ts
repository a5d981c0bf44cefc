import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { textsOf } from '../../shared/comment.ts';

/** A new conversation is of who starts it, and active now. Only users who may pin posts pin one, or take it down. */
export async function prepareConversation(context: PreSaveContext<'socialConversations'>): Promise<void> {
  const { event, draft, unit, rights, clock } = context;
  const { kind, userId } = event.actor;
  if (event.isBulkLoad || !event.isEdit()) return;
  if (event.kind === 'create') {
    if (textsOf(draft.user).length === 0 && userId !== undefined) draft.user = userId;
    if (toText(draft.activity_date) === '') draft.activity_date = new Date(clock.now()).toISOString();
  }
  if (kind !== 'user' || userId === undefined || rights.unrestricted) return;
  if ((draft.pinned === true) === (event.before?.pinned === true)) return;
  const user = await unit.get('users', userId);
  if (user?.pinning_posts_enabled !== true) context.refuse('pinning_not_enabled');
}

/** A new comment of a conversation is of who writes it, in one that takes comments. */
export async function prepareComment(context: PreSaveContext<'socialComments'>): Promise<void> {
  const { event, draft, rights, records, actor } = context;
  const { kind, userId } = event.actor;
  if (event.kind !== 'create' || event.isBulkLoad || kind !== 'user' || userId === undefined) return;
  if (!rights.unrestricted || textsOf(draft.user).length === 0) draft.user = userId;
  if (toText(draft.assigned_to) === '') draft.assigned_to = userId;
  const [id] = textsOf(draft.socialConversations_socialComments);
  if (id === undefined) return;
  const { data } = await records.find(actor, {
    module: 'socialConversations',
    filter: { _id: id },
    fields: ['closed', 'conversationGroupKey'],
    limit: 1,
  });
  const [conversation] = data;
  // One that they may not see is refused as a value of the field.
  if (conversation === undefined) return;
  if (conversation['closed'] === true) context.refuse('social_conversation_closed');
  const groupKey = toText(conversation['conversationGroupKey']);
  if (groupKey !== '' && toText(draft.conversationGroupKey) === '') draft.conversationGroupKey = groupKey;
}

/** A new attachment is of who adds it. One of a comment is also one of its conversation, so that those read it who take part. */
export async function prepareAttachment(context: PreSaveContext<'socialAttachments'>): Promise<void> {
  const { event, draft, rights, unit } = context;
  const { kind, userId } = event.actor;
  if (event.kind !== 'create' || event.isBulkLoad) return;
  if (kind === 'user' && userId !== undefined && (!rights.unrestricted || textsOf(draft.user).length === 0)) draft.user = userId;
  const [comment] = textsOf(draft.socialComments_socialAttachments);
  if (comment === undefined || textsOf(draft.socialConversations_socialAttachments).length > 0) return;
  const [conversation] = textsOf((await unit.get('socialComments', comment))?.socialConversations_socialComments);
  if (conversation !== undefined) draft.socialConversations_socialAttachments = conversation;
}
