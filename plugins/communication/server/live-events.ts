import type { PluginLiveEvent } from '#engine';

const ID = { type: 'string', minLength: 1, maxLength: 64 } as const;

/** A message of the module messages is there for a user. */
export const MESSAGE_EVENT: PluginLiveEvent<{ readonly message: string; readonly from?: string }> = {
  name: 'message-event',
  description:
    'A message (`message`, its id in `messages`) is there for the receiver: one that was received and is assigned to them, or one that another user (`from`) points out with `POST /api/events/message-user`.',
  dataSchema: { type: 'object', required: ['message'], properties: { message: ID, from: ID }, additionalProperties: false },
  example: { message: '019aa0b2-5a10-7621-a4ef-239f990fd27f', from: '019aa0b2-11c4-7d52-8d0f-3f2b6c1d9e7a' },
};

/** A chat message was created. */
export const CHAT_MESSAGE_EVENT: PluginLiveEvent<{ readonly message: string; readonly from?: string }> = {
  name: 'new-muster-message-event',
  description:
    'A chat message (`message`, its id in `musterMessage`) was written by `from`: for the people whom it was sent to, and for the group.',
  dataSchema: { type: 'object', required: ['message'], properties: { message: ID, from: ID }, additionalProperties: false },
  example: { message: '019aa0b2-5a10-7621-a4ef-239f990fd27f', from: '019aa0b2-11c4-7d52-8d0f-3f2b6c1d9e7a' },
};

/** A comment was created. */
export const COMMENT_EVENT: PluginLiveEvent<{ readonly comment: string; readonly from?: string }> = {
  name: 'new-social-comment-event',
  description: 'A comment (`comment`, its id in `socialComments`) was written by `from`: for everyone else who may see it.',
  dataSchema: { type: 'object', required: ['comment'], properties: { comment: ID, from: ID }, additionalProperties: false },
  example: { comment: '019aa0b2-5a10-7621-a4ef-239f990fd27f', from: '019aa0b2-11c4-7d52-8d0f-3f2b6c1d9e7a' },
};
