import type { ModuleExtension } from '#engine';
import { createSendKeyField } from './send-key-field.ts';

/** A count of tracked e-mails. */
const COUNT = { inputType: 'Number', integer: true, readOnly: true, audited: false } as const;

/** What the plugin adds to messages: what it sends, and with which id. */
export const MESSAGE_FIELDS: ModuleExtension = {
  module: 'messages',
  fields: [
    {
      id: 'messages_html',
      fieldName: 'html',
      label: 'Formatted text',
      inputType: 'TextArea',
      readOnly: true,
      audited: false,
      description: 'HTML, without scripts and forms.',
    },
    { id: 'messages_reply_to', fieldName: 'reply_to', label: 'Replies go to', inputType: 'TextField', readOnly: true },
    {
      id: 'messages_message_id',
      fieldName: 'message_id',
      label: 'Message-ID',
      inputType: 'TextField',
      readOnly: true,
      description: 'The same for each attempt, so that mail servers recognize a repetition.',
    },
    {
      id: 'messages_reference_ids',
      fieldName: 'reference_ids',
      label: 'Messages that it replies to',
      inputType: 'TextArea',
      internal: true,
      readOnly: true,
      audited: false,
      description: 'Their Message-IDs, the oldest first, separated by spaces.',
    },
    {
      id: 'messages_sent_by',
      fieldName: 'sent_by',
      label: 'Sent by',
      inputType: 'Relate',
      ref: 'users',
      readOnly: true,
    },
    {
      id: 'messages_is_system',
      fieldName: 'is_system',
      label: 'From the system',
      inputType: 'Checkbox',
      readOnly: true,
      description: 'It has no link that ends further messages.',
    },
    {
      id: 'messages_calendar',
      fieldName: 'calendar',
      label: 'Invitation',
      inputType: 'TextArea',
      readOnly: true,
      audited: false,
      description: 'An iCalendar object, with which mail programs offer to add it to the calendar.',
    },
    { ...COUNT, id: 'messages_open_count', fieldName: 'open_count', label: 'Times opened' },
    { ...COUNT, id: 'messages_click_count', fieldName: 'click_count', label: 'Clicks on links' },
    createSendKeyField('messages'),
  ],
  indexes: [['sent_by', 'status', 'createdAt'], ['message_id']],
  fieldPlacements: [
    { field: 'sent_by', after: 'sentFrom', views: ['detail'] },
    { field: 'reply_to', after: 'sentFrom', views: ['detail'] },
    { field: 'html', after: 'message', views: ['detail'] },
    { field: 'calendar', after: 'html', views: ['detail'] },
    { field: 'message_id', after: 'failure', views: ['detail'] },
    { field: 'is_system', after: 'failure', views: ['detail'] },
    { field: 'open_count', after: 'opened_at', views: ['detail'] },
    { field: 'click_count', after: 'open_count', views: ['detail'] },
  ],
};
