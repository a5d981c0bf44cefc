import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { MAX_MESSAGE, MAX_PEOPLE, textsOf } from '../../shared/chat.ts';
import { conversationKey, peopleOf } from '../services/conversation-key.ts';

type Context = PreSaveContext<'musterMessage'>;

/** A new message has a text and recipients, and gets the key of its conversation; of an existing one only the author changes the text. */
export function prepareMessage(context: Context): void {
  const { event } = context;
  if (event.kind === 'create') prepareNew(context);
  else if (event.kind === 'update' && event.actor.kind === 'user' && event.isEdit()) assertOwnText(context);
}

function prepareNew(context: Context): void {
  const { event, draft } = context;
  const author = textsOf(draft.created_by)[0] ?? event.actor.userId;
  const people = peopleOf({ ...draft, created_by: author });
  const others = people.filter((id) => id !== author);
  if (others.length === 0) context.refuse('chat_recipient_missing');
  if (people.length > MAX_PEOPLE) context.refuse('chat_group_too_large');
  assertText(context);
  draft.conversation = conversationKey(people);
  if (author !== undefined) draft.assigned_to = author;
}

function assertText(context: Context): void {
  const { draft } = context;
  const text = toText(draft.message).trim();
  const files = Array.isArray(draft.attachments) ? draft.attachments.length : 0;
  if (text === '' && files === 0) context.refuse('chat_message_empty');
  if (text.length > MAX_MESSAGE) context.refuse('chat_message_too_long');
}

function assertOwnText(context: Context): void {
  const { event } = context;
  const changed = event.changed();
  if (changed.has('sentTo') || changed.has('groupUsersIds')) context.refuse('chat_people_fixed');
  if (!changed.has('message') && !changed.has('attachments')) return;
  if (!textsOf(event.before?.created_by).includes(event.actor.userId ?? '')) context.refuse('chat_message_of_another');
  assertText(context);
}
