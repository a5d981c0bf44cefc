import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';
import { listConversations, markRead } from './conversations.ts';
import { createCancel } from './outbox.ts';
import { RESPONSES } from './schemas.ts';
import { PICTURE_ROUTE, PICTURE_TYPES } from '../services/sms-pictures.ts';
import { receiveInbound, receiveStatus, sendPicture } from './sms-webhooks.ts';
import { previewSms, resendSms, sendMultipleSms, sendSms } from './sms.ts';

const ID = { type: 'string', minLength: 1, maxLength: 200 };
const NUMBER = { type: 'string', minLength: 1, maxLength: 60, description: 'A phone number.' };
const NULLABLE = { type: ['string', 'null'] };
const CONTENT = {
  message: { type: 'string', maxLength: 10_000, description: 'At most 10 parts, with the signature of the sender.' },
  module: { ...ID, description: 'Name of the module of the record that it is about.' },
  record: { ...ID, description: 'Id of the record that it is about.' },
  attachments: {
    type: 'array',
    maxItems: 3,
    items: { type: 'string', maxLength: 1_000 },
    description: 'Paths of pictures that the sender may read: JPEG, PNG, GIF or WebP, together at most 5 MB.',
  },
};
const SENDING_ERRORS = ['number_invalid', 'sms_empty', 'sms_too_long', 'sms_number_missing', 'sms_pictures_invalid'] as const;

/** The form of a carrier has fields that are not used; all of them are signed. */
const FORM: JsonObject = { type: 'object', additionalProperties: { type: 'string', maxLength: 10_000 } };
const RECEIVED: JsonObject = {
  ...FORM,
  required: ['MessageSid', 'From', 'To'],
  properties: {
    MessageSid: { ...ID, description: 'Its id at the carrier: the same message sent twice is stored once.' },
    From: NUMBER,
    To: NUMBER,
    Body: { type: 'string', maxLength: 10_000 },
  },
};
const REPORTED: JsonObject = {
  ...FORM,
  required: ['MessageSid', 'MessageStatus'],
  properties: { MessageSid: ID, MessageStatus: { type: 'string', maxLength: 60 }, ErrorCode: { type: 'string', maxLength: 60 } },
};

const CONVERSATION: JsonObject = {
  type: 'object',
  properties: {
    number: { type: 'string' },
    person: {
      type: ['object', 'null'],
      properties: { module: { type: 'string' }, id: { type: 'string' }, name: { type: 'string' } },
    },
    last: { type: 'object' },
    unread: { type: 'integer' },
  },
};

const SENDING: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: '/api/sms/send-sms',
    summary: 'Send a text message',
    status: 202,
    bodySchema: { type: 'object', required: ['to', 'message'], properties: { to: NUMBER, ...CONTENT } },
    responseSchema: RESPONSES.message,
    moduleNames: ['module'],
    errors: SENDING_ERRORS,
    handle: sendSms,
  },
  {
    method: 'POST',
    path: '/api/sms/send-multiple-sms',
    summary: 'Send a text message to up to 100 numbers, one message for each',
    status: 202,
    deadline: 120_000,
    bodySchema: {
      type: 'object',
      required: ['to', 'message'],
      properties: { to: { type: 'array', minItems: 1, maxItems: 100, items: NUMBER }, ...CONTENT },
    },
    responseSchema: RESPONSES.messages,
    moduleNames: ['module'],
    errors: SENDING_ERRORS,
    handle: sendMultipleSms,
  },
  {
    method: 'POST',
    path: '/api/sms/:message/resend',
    summary: 'Send a text message again that did not leave',
    status: 202,
    responseSchema: RESPONSES.message,
    errors: ['message_of_another', 'message_waiting', 'message_already_sent'],
    handle: resendSms,
  },
  {
    method: 'POST',
    path: '/api/sms/:message/cancel',
    summary: 'Cancel a text message that waits',
    status: 202,
    responseSchema: RESPONSES.message,
    errors: ['message_of_another', 'message_already_sent'],
    handle: createCancel('sms'),
  },
];

/** The endpoints of text messages. */
export const SMS_ROUTES: readonly PluginRouteDefinition[] = [
  ...SENDING,
  {
    method: 'POST',
    path: '/api/sms/preview',
    summary: 'To which number a text message would go, and why not',
    readOnly: true,
    bodySchema: { type: 'object', properties: { to: NUMBER, module: ID, record: ID } },
    responseSchema: {
      type: 'object',
      properties: {
        to: NULLABLE,
        from: NULLABLE,
        signature: { type: 'string' },
        refusal: NULLABLE,
        sendAfter: NULLABLE,
        isDeferred: { type: 'boolean' },
      },
    },
    moduleNames: ['module'],
    errors: ['number_invalid'],
    handle: previewSms,
  },
  {
    method: 'GET',
    path: '/api/sms/conversations',
    summary: 'The conversations by text message',
    responseSchema: { type: 'object', required: ['data'], properties: { data: { type: 'array', items: CONVERSATION } } },
    errors: [],
    handle: listConversations,
  },
  {
    method: 'POST',
    path: '/api/sms/mark-read',
    summary: 'The received messages of a conversation were read',
    bodySchema: { type: 'object', required: ['number'], properties: { number: NUMBER } },
    responseSchema: { type: 'object', required: ['read'], properties: { read: { type: 'integer' } } },
    errors: ['number_invalid'],
    handle: markRead,
  },
  {
    method: 'POST',
    path: '/api/sms/inbound',
    access: 'public',
    summary: 'A text message that the carrier received',
    bodySchema: RECEIVED,
    errors: ['sms_signature_invalid'],
    handle: receiveInbound,
  },
  {
    method: 'POST',
    path: '/api/sms/status',
    access: 'public',
    summary: 'What became of a text message that the carrier accepted',
    bodySchema: REPORTED,
    errors: ['sms_signature_invalid'],
    handle: receiveStatus,
  },
  {
    ...PICTURE_ROUTE,
    access: 'link',
    summary: 'A picture of a text message, for the carrier that got the link',
    downloads: Object.keys(PICTURE_TYPES),
    errors: [],
    handle: sendPicture,
  },
];
