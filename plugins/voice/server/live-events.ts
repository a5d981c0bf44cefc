import type { PluginLiveEvent } from '#engine';

const ID = { type: 'string', minLength: 1, maxLength: 64 } as const;

/** The state of a call campaign changed, or the people who are still to be called. */
export const DIALER_EVENT: PluginLiveEvent<{ readonly campaign: string; readonly state: number; readonly remainingCalls?: number }> = {
  name: 'dialer-event',
  description:
    'The state of a call campaign (`campaign`, its id in `dialerCampaigns`) changed, or how many people are still to be called: for its organizer. `state`: 0 ready, 1 awaiting call in, 2 running, 3 attempting call, 4 connected, 5 paused, 6 caller left, 7 complete.',
  dataSchema: {
    type: 'object',
    required: ['campaign', 'state'],
    properties: {
      campaign: ID,
      state: { type: 'integer', minimum: 0, maximum: 7 },
      remainingCalls: { type: 'integer', minimum: 0 },
    },
    additionalProperties: false,
  },
  example: { campaign: '019aa0b2-5a10-7621-a4ef-239f990fd27f', state: 4, remainingCalls: 12 },
};
