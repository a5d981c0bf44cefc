import type { PluginLiveEvent } from '#engine';

/** A text message was received. */
export const TEXT_MESSAGE_EVENT: PluginLiveEvent<{ readonly message: string }> = {
  name: 'text-message-event',
  description: 'A text message (`message`, its id in `sms`) was received: for the user that it is assigned to.',
  dataSchema: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string', minLength: 1, maxLength: 64 } },
    additionalProperties: false,
  },
  example: { message: '019aa0b2-5a10-7621-a4ef-239f990fd27f' },
};
