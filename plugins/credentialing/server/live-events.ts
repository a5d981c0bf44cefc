import type { PluginLiveEvent } from '#engine';

const ID = { type: 'string', minLength: 1, maxLength: 200 } as const;

/** How far the build of a credentialing record is. */
export const PROGRESS_EVENT: PluginLiveEvent<{
  readonly placement: string;
  readonly step: string;
  readonly text: string;
  readonly record?: string;
}> = {
  name: 'credentialing-progress-event',
  description:
    'The credentialing record of a placement (`placement`) is being built, for the user who builds it. `step` is `record`, `items` or `agreements`, then `done` with the id of the record (`record`), or `failed`; `text` is for people.',
  dataSchema: {
    type: 'object',
    required: ['placement', 'step', 'text'],
    properties: {
      placement: ID,
      step: { enum: ['record', 'items', 'agreements', 'done', 'failed'] },
      text: { type: 'string', maxLength: 1000 },
      record: ID,
    },
    additionalProperties: false,
  },
  example: {
    placement: '019aa0b2-5a10-7621-a4ef-239f990fd27f',
    step: 'items',
    text: 'Building required items for credentialing...',
  },
};
