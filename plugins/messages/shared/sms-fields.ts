import type { ModuleExtension } from '#engine';
import { createSendKeyField } from './send-key-field.ts';

/** What the plugin adds to text messages: whose conversation they belong to, and what the carrier said. */
export const SMS_FIELDS: ModuleExtension = {
  module: 'sms',
  fields: [
    {
      id: 'sms_person_number',
      fieldName: 'person_number',
      label: 'Number of the person',
      inputType: 'Phone',
      readOnly: true,
      description: 'All messages with it are one conversation.',
    },
    {
      id: 'sms_related_records',
      fieldName: 'related_records',
      label: 'Everyone with the number',
      inputType: 'MultiFlexRelate',
      ref: ['leads', 'contacts', 'providers', 'accounts', 'applicants'],
      readOnly: true,
    },
    {
      id: 'sms_carrier_id',
      fieldName: 'carrier_id',
      label: 'Id at the carrier',
      inputType: 'TextField',
      readOnly: true,
      unique: true,
    },
    { id: 'sms_sent_by', fieldName: 'sent_by', label: 'Sent by', inputType: 'Relate', ref: 'users', readOnly: true },
    {
      id: 'sms_send_after',
      fieldName: 'send_after',
      label: 'Sent from',
      inputType: 'DateTime',
      readOnly: true,
      description: 'A message of the evening waits for the morning of its recipient.',
    },
    {
      id: 'sms_is_simulated',
      fieldName: 'is_simulated',
      label: 'Simulated',
      inputType: 'Checkbox',
      readOnly: true,
      description: 'No carrier is connected: the message stayed inside the product.',
    },
    {
      id: 'sms_automatic_reply',
      fieldName: 'automatic_reply',
      label: 'Automatic answer to',
      inputType: 'TextField',
      readOnly: true,
      description: 'The word that it answers, such as HELP; "message" for the automatic answer of a user.',
    },
    { id: 'sms_picture', fieldName: 'picture', label: 'Picture', inputType: 'File' },
    { id: 'sms_picture_2', fieldName: 'picture_2', label: 'Second picture', inputType: 'File' },
    { id: 'sms_picture_3', fieldName: 'picture_3', label: 'Third picture', inputType: 'File' },
    {
      id: 'sms_media',
      fieldName: 'media',
      label: 'Files at the carrier',
      inputType: 'ListField',
      readOnly: true,
      audited: false,
      description: 'Where the files of a received message were fetched.',
    },
    createSendKeyField('sms'),
  ],
  indexes: [
    ['person_number', 'createdAt'],
    ['assigned_to', 'createdAt'],
    ['status', 'send_after'],
  ],
  fieldPlacements: [
    { field: 'picture', after: 'message', views: ['detail'] },
    { field: 'picture_2', after: 'picture', views: ['detail'] },
    { field: 'picture_3', after: 'picture_2', views: ['detail'] },
    { field: 'person_number', after: 'sentFrom', views: ['detail'] },
    { field: 'media', after: 'failure', views: ['detail'] },
    { field: 'related_records', after: 'related_record', views: ['detail'] },
    { field: 'sent_by', after: 'sentFrom', views: ['detail'] },
    { field: 'send_after', after: 'sent_at', views: ['detail'] },
    { field: 'is_simulated', after: 'failure', views: ['detail'] },
    { field: 'carrier_id', after: 'failure', views: ['detail'] },
    { field: 'automatic_reply', after: 'failure', views: ['detail'] },
  ],
};

/** The numbers by which the people of received messages are found. */
export const NUMBER_INDEXES: readonly ModuleExtension[] = [
  ...['leads', 'contacts', 'providers', 'applicants'].map((module) => ({ module, indexes: [['mobile_phone']] })),
  { module: 'accounts', indexes: [['office_phone']] },
];
