import { definePlugin } from '#engine';
import { flagAddress } from './server/hooks/post-save.consent.ts';
import { sendQueued } from './server/hooks/post-save.queue.ts';
import { receiveSms, sendQueuedSms } from './server/hooks/post-save.sms.ts';
import { addEntry } from './server/hooks/pre-save.consent.ts';
import { protectOutgoing } from './server/hooks/pre-save.message.ts';
import { protectSms } from './server/hooks/pre-save.sms.ts';
import { checkTemplate } from './server/hooks/pre-save.template.ts';
import { FETCH_MEDIA } from './server/jobs/fetch-media.ts';
import { recoverMessages } from './server/jobs/recover.ts';
import { SEND_MESSAGE } from './server/jobs/send-message.ts';
import { SEND_SMS } from './server/jobs/send-sms.ts';
import { TEXT_MESSAGE_EVENT } from './server/live-events.ts';
import { MESSAGE_ROUTES } from './server/routes/index.ts';
import { CALL_RULES } from './server/services/calls.ts';
import { MESSAGE_SENDER, TEMPLATE_RENDERER } from './server/services/workflow-messages.ts';
import { NOTICES_SERVICE } from './server/services/offer-notices.ts';
import { OUTBOX_SERVICE } from './server/services/offer-outbox.ts';
import { SENDING_SERVICE } from './server/services/offer-sending.ts';
import { TEXTS_SERVICE } from './server/services/offer-texts.ts';
import { SEND_SMS_ACTION } from './server/services/workflow-sms.ts';
import { MESSAGE_FIELDS } from './shared/message-fields.ts';
import { NUMBER_INDEXES, SMS_FIELDS } from './shared/sms-fields.ts';

/** Templates, outgoing e-mail with its outbox, text messages in both directions, and the ledger of who may be written to. */
export const messagesPlugin = definePlugin({
  name: 'messages',
  version: '1.0.0',
  engine: '^0.1.0',
  settings: {
    verified_senders: {
      type: 'array',
      maxItems: 100,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['from_email'],
        properties: {
          from_email: { type: 'string', title: 'E-mail address', format: 'email', maxLength: 254 },
          from_name: { type: 'string', title: 'Name', maxLength: 100 },
        },
      },
      title: 'Verified senders of e-mail',
      description:
        'Messages come from the address of the user if it is one of these, else from the first one. Empty: from that of the product.',
      default: [],
    },
    postal_address: {
      type: 'string',
      maxLength: 300,
      title: 'Postal address in e-mails',
      description: 'Below each message to people, above the link to their preferences.',
      default: '',
    },
    track_mail: {
      type: 'boolean',
      title: 'Count openings and clicks of e-mails',
      description: 'Of those with formatted text. Many programs load pictures and links by themselves: a count is no proof.',
      default: false,
    },
    sms_account: {
      type: 'string',
      maxLength: 100,
      pattern: '^[\\w-]*$',
      title: 'Account of text messages',
      description: 'Id of the account at the carrier. Empty: text messages stay inside the product, as if they were sent.',
      default: '',
    },
    sms_address: {
      type: 'string',
      format: 'uri',
      maxLength: 300,
      title: 'Address of the carrier of text messages',
      default: 'https://api.twilio.com',
    },
    sms_hours: {
      type: 'object',
      additionalProperties: false,
      required: ['from', 'until'],
      properties: {
        from: { type: 'integer', minimum: 0, maximum: 23, title: 'From', 'x-unit': "o'clock", 'x-width': 'half' },
        until: { type: 'integer', minimum: 1, maximum: 24, title: 'Until', 'x-unit': "o'clock", 'x-width': 'half' },
      },
      title: 'Hours of text messages and calls',
      description: 'In the local time of the recipient. Messages and calls of other hours wait.',
      default: { from: 8, until: 21 },
    },
    sms_time_zone: {
      type: 'string',
      maxLength: 60,
      title: 'Time zone of text messages',
      description: 'Of recipients whose state and area code say none, such as America/Chicago. Empty: that of the product.',
      default: '',
    },
    sms_help_text: {
      type: 'string',
      maxLength: 300,
      title: 'Answer to HELP',
      description: 'What somebody reads who sends HELP or INFO.',
      default: 'You get text messages of our team. Reply STOP to end them, START to get them again. Message and data rates may apply.',
    },
  },
  secrets: {
    sms_token: {
      title: 'Token of the account of text messages',
      description: 'It sends messages, and checks those that the carrier reports.',
    },
  },
  definitions: { extensions: [MESSAGE_FIELDS, SMS_FIELDS, ...NUMBER_INDEXES] },
  hooks: {
    preSave: [
      { module: 'templates', name: 'variables', run: checkTemplate },
      { module: 'messages', name: 'outgoing', run: protectOutgoing },
      { module: 'sms', name: 'text-messages', run: protectSms },
      { module: 'consents', name: 'entry', run: addEntry },
    ],
    postSave: [
      { module: 'messages', name: 'queue', run: sendQueued },
      { module: 'sms', name: 'queue-sms', run: sendQueuedSms },
      { module: 'sms', name: 'receive', run: receiveSms },
      { module: 'consents', name: 'flags', deadline: 60_000, run: flagAddress },
    ],
  },
  routes: MESSAGE_ROUTES,
  events: [TEXT_MESSAGE_EVENT],
  services: [SENDING_SERVICE, NOTICES_SERVICE, OUTBOX_SERVICE, TEXTS_SERVICE, CALL_RULES],
  notifications: [{ name: 'text_received', label: 'Text messages', icon: 'message-square-text', text: 'You received {what}' }],
  jobs: [SEND_MESSAGE, SEND_SMS, FETCH_MEDIA, { name: 'recover', schedule: '*/10 * * * *', deadline: 240_000, run: recoverMessages }],
  workflowActions: [SEND_SMS_ACTION],
  templateRenderer: TEMPLATE_RENDERER,
  messageSender: MESSAGE_SENDER,
  errors: {
    template_invalid: { status: 422, isPublic: true, text: 'The template cannot be read, or names a variable that does not exist.' },
    template_too_large: { status: 422, isPublic: true, text: 'The result of the template would be larger than 1 MB.' },
    template_too_slow: { status: 422, isPublic: true, text: 'The template takes longer than half a second.' },
    template_for_other_module: { status: 422, isPublic: true, text: 'This template is for records of another module.' },
    template_not_for_email: { status: 422, isPublic: true, text: 'This is not a template of an e-mail.' },
    template_for_other_channel: { status: 422, isPublic: true, text: 'The template is of another type than the message.' },
    postal_address_missing: {
      status: 422,
      isPublic: true,
      text: 'E-mail to many people must contain your postal address. Ask an admin to enter it in the settings.',
    },
    template_values_missing: { status: 422, isPublic: true, text: 'Variables of the template have no value. Nothing was sent.' },
    recipient_missing: { status: 422, isPublic: true, text: 'The record has no e-mail address.' },
    recipient_invalid: { status: 422, isPublic: true, text: 'The recipient is not an e-mail address.' },
    sending_not_approved: { status: 403, isPublic: true, text: 'You are not approved to send e-mail. Ask an admin.' },
    sender_account_unusable: {
      status: 422,
      isPublic: true,
      text: 'This mail account cannot send e-mail. Choose another sender, or check its connection.',
    },
    message_too_large: { status: 413, isPublic: true, text: 'An e-mail has at most 25 MB with its attachments.' },
    message_of_another: { status: 403, isPublic: true, text: 'Only its sender can do this.' },
    message_waiting: { status: 409, isPublic: true, text: 'The message has not been sent yet.' },
    message_already_sent: { status: 409, isPublic: true, text: 'The message is being sent, or does not wait any more.' },
    message_not_queueable: { status: 422, isPublic: true, text: 'A message is queued only when it is sent. Use "Send e-mail".' },
    message_not_changeable: { status: 422, isPublic: true, text: 'A message that was sent from here cannot be changed.' },
    number_invalid: { status: 422, isPublic: true, text: 'The recipient is not a phone number.' },
    sms_empty: { status: 422, isPublic: true, text: 'Enter a text.' },
    sms_too_long: {
      status: 422,
      isPublic: true,
      text: 'A text message has at most 10 parts: 1,530 characters, or 670 with others than those of plain text messages, such as emoji.',
    },
    sms_pictures_invalid: {
      status: 422,
      isPublic: true,
      text: 'A text message has at most three pictures: JPEG, PNG, GIF or WebP, together at most 5 MB.',
    },
    sms_number_missing: { status: 422, isPublic: true, text: 'There is no number to send text messages from. Ask an admin.' },
    sms_not_queueable: { status: 422, isPublic: true, text: 'A text message is queued only when it is sent. Use "Send text message".' },
    sms_signature_invalid: { status: 403, isPublic: true, text: 'The signature of the request is not valid.' },
    consent_not_changeable: { status: 422, isPublic: true, text: 'Entries are neither changed nor deleted. Add a new one.' },
    consent_address_invalid: { status: 422, isPublic: true, text: 'This is no address or number of the channel.' },
    consent_text_missing: { status: 422, isPublic: true, text: 'Enter what the person agreed to.' },
  },
  reads: [
    'templates.*',
    'messages.*',
    'sms.*',
    'smsSettings.*',
    'smsSignatures.*',
    'consents.*',
    'emailSettings.*',
    'users.*',
    'mailAccounts.*',
    'contacts.do_not_call',
    'leads.mobile_phone',
    'leads.home_phone',
    'leads.office_phone',
    'leads.other_phone',
    'contacts.mobile_phone',
    'contacts.home_phone',
    'contacts.office_phone',
    'contacts.other_phone',
    'providers.mobile_phone',
    'providers.home_phone',
    'providers.office_phone',
    'providers.other_phone',
    'applicants.mobile_phone',
    'applicants.home_phone',
    'applicants.office_phone',
    'applicants.other_phone',
    'accounts.office_phone',
  ],
  writes: ['messages.*', 'sms.*', 'consents.*', '*.email', '*.email_addresses'],
});
