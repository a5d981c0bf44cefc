import { definePlugin } from '#engine';
import { updateMembers } from './server/hooks/in-transaction.members.ts';
import { announceChange } from './server/hooks/post-save.changed.ts';
import { prepareMessage } from './server/hooks/pre-save.message.ts';
import { requireOneMember, requireOneState } from './server/hooks/pre-save.once.ts';
import { indexMessages } from './server/jobs/index-messages.ts';
import { notifyOfMissed } from './server/jobs/notify-missed.ts';
import { CHAT_CHANGED_EVENT, CHAT_TYPING_EVENT } from './server/live-events.ts';
import { CHAT_ROUTES } from './server/routes/index.ts';
import { SEND_CHAT_MESSAGE } from './server/services/workflow-message.ts';
import { MISSED_KIND } from './server/services/members.ts';
import { MAX_MESSAGE, MAX_PEOPLE } from './shared/chat.ts';

/** Chat of staff: conversations of two and of groups, with read marks, presence and the message bar. */
export const chatPlugin = definePlugin({
  name: 'chat',
  version: '1.0.0',
  engine: '^0.1.0',
  optional: ['communication'],
  settings: {
    chat_messages_per_minute: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000,
      title: 'Chat messages of a user in a minute',
      description: 'More are refused until the minute is over.',
      default: 60,
    },
    chat_notify_after_minutes: {
      type: 'integer',
      minimum: 1,
      maximum: 1_440,
      title: 'Minutes until a missed chat message notifies',
      description: 'Somebody who has not read a message by then is notified, once for each conversation until they read it.',
      default: 2,
    },
  },
  hooks: {
    preSave: [
      { module: 'musterMessage', name: 'message', run: prepareMessage },
      { module: 'chatMembers', name: 'once', run: requireOneMember },
      { module: 'chatStates', name: 'once', run: requireOneState },
    ],
    inTransaction: [{ module: 'musterMessage', name: 'members', run: updateMembers }],
    postSave: [{ module: 'musterMessage', name: 'changed', run: announceChange }],
  },
  jobs: [
    { name: 'index-messages', schedule: 'once', deadline: 600_000, run: indexMessages },
    { name: 'notify-missed', schedule: '* * * * *', deadline: 240_000, run: notifyOfMissed },
  ],
  notifications: [
    { name: MISSED_KIND, label: 'Chat messages that you missed', icon: 'message-square', text: '{who} wrote to you in the chat' },
  ],
  workflowActions: [SEND_CHAT_MESSAGE],
  routes: CHAT_ROUTES,
  events: [CHAT_CHANGED_EVENT, CHAT_TYPING_EVENT],
  errors: {
    chat_not_allowed: { status: 403, isPublic: true, text: 'You have no access to chat messages. Ask an admin for it.' },
    conversation_not_found: { status: 404, isPublic: true, text: 'You do not take part in this conversation.' },
    chat_recipient_missing: { status: 422, isPublic: true, text: 'Choose somebody to write to.' },
    chat_group_too_large: { status: 422, isPublic: true, text: `A conversation has at most ${MAX_PEOPLE} people.` },
    chat_message_empty: { status: 422, isPublic: true, text: 'Write a message.' },
    chat_message_too_long: { status: 422, isPublic: true, text: `A message has at most ${MAX_MESSAGE} characters.` },
    chat_people_fixed: { status: 422, isPublic: true, text: 'The people of a message cannot be changed. Write a new one to others.' },
    chat_message_of_another: { status: 403, isPublic: true, text: 'Only its author can change a message.' },
    chat_too_many: { status: 429, isPublic: true, text: 'You have sent too many messages within a minute.' },
  },
  reads: ['musterMessage.*', 'chatMembers.*', 'chatStates.*', 'users.name', 'users.active', 'users.userType'],
  writes: ['musterMessage.*', 'chatMembers.*', 'chatStates.*'],
});
