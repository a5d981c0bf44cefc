import type { PluginLiveEvent } from '#engine';

const KEY = { type: 'string', minLength: 1, maxLength: 64 } as const;

/** A conversation changed: all who take part read it again. */
export const CHAT_CHANGED_EVENT: PluginLiveEvent<{ readonly conversation: string; readonly what: string }> = {
  name: 'muster-message-changed-event',
  description:
    'A conversation (`conversation`, its key) changed: a message was written, changed or deleted (`message`), or read (`read`), for its people; or its receiver removed it from their message bar in another tab (`bar`).',
  dataSchema: {
    type: 'object',
    required: ['conversation', 'what'],
    properties: { conversation: KEY, what: { enum: ['message', 'read', 'bar'] } },
    additionalProperties: false,
  },
  example: { conversation: 'Zk8mJ1o0pXo3hJv4yq0bq9l2wq0t1b8rj3s2m1n0b7c', what: 'read' },
};

/** Somebody is writing in a conversation. */
export const CHAT_TYPING_EVENT: PluginLiveEvent<{ readonly conversation: string; readonly user: string }> = {
  name: 'muster-message-typing-event',
  description: 'A user (`user`) is writing in a conversation (`conversation`, its key): for its other people, every few seconds.',
  dataSchema: {
    type: 'object',
    required: ['conversation', 'user'],
    properties: { conversation: KEY, user: KEY },
    additionalProperties: false,
  },
  example: { conversation: 'Zk8mJ1o0pXo3hJv4yq0bq9l2wq0t1b8rj3s2m1n0b7c', user: '019aa0b2-11c4-7d52-8d0f-3f2b6c1d9e7a' },
};
