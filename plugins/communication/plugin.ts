import { definePlugin } from '#engine';
import { announceNewChatMessage, announceNewComment, announceReceivedMessage } from './server/hooks/post-save.announce.ts';
import { CHAT_MESSAGE_EVENT, COMMENT_EVENT, MESSAGE_EVENT } from './server/live-events.ts';
import { EVENT_ROUTES } from './server/routes/events.ts';

/** Live events of messages, chat messages and comments. */
export const communicationPlugin = definePlugin({
  name: 'communication',
  version: '1.0.0',
  engine: '^0.1.0',
  events: [MESSAGE_EVENT, CHAT_MESSAGE_EVENT, COMMENT_EVENT],
  hooks: {
    postSave: [
      { module: 'messages', name: 'announce', run: announceReceivedMessage },
      { module: 'musterMessage', name: 'announce', run: announceNewChatMessage },
      { module: 'socialComments', name: 'announce', run: announceNewComment },
    ],
  },
  routes: EVENT_ROUTES,
  errors: { not_the_author: { status: 403, isPublic: true, text: 'Only its author can announce this.' } },
  reads: ['messages.direction', 'messages.assigned_to', 'musterMessage.sentTo', 'musterMessage.groupUsersIds'],
});
