import type { PluginLiveEvent } from '#engine';

const ID = { type: 'string', minLength: 1, maxLength: 200 } as const;

/** The comments on a record changed. */
export const RECORD_COMMENTS_EVENT: PluginLiveEvent<{ readonly module: string; readonly record: string }> = {
  name: 'record-comments-event',
  description: 'A comment on a record (`module`, `record`) was written, changed or deleted: for staff who may see the record.',
  dataSchema: { type: 'object', required: ['module', 'record'], properties: { module: ID, record: ID }, additionalProperties: false },
  example: { module: 'leads', record: '019aa0b2-5a10-7621-a4ef-239f990fd27f' },
};
