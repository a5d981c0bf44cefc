import { definePlugin } from '#engine';
import { flagAddress } from './server/hooks/post-save.consent.ts';
import { sendQueued } from './server/hooks/post-save.queue.ts';
import { addEntry } from './server/hooks/pre-save.consent.ts';
import { protectOutgoing } from './server/hooks/pre-save.message.ts';
import { checkTemplate } from './server/hooks/pre-save.template.ts';
import { recoverMessages } from './server/jobs/recover.ts';
import { SEND_MESSAGE } from './server/jobs/send-message.ts';
import { MESSAGE_ROUTES } from './server/routes/index.ts';
import { MESSAGE_SENDER, TEMPLATE_RENDERER } from './server/services/workflow-messages.ts';
import { MESSAGE_FIELDS } from './shared/message-fields.ts';

/** Templates, outgoing e-mail with its outbox, and the ledger of who may be written to. */
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
  },
  definitions: { extensions: [MESSAGE_FIELDS] },
  hooks: {
    preSave: [
      { module: 'templates', name: 'variables', run: checkTemplate },
      { module: 'messages', name: 'outgoing', run: protectOutgoing },
      { module: 'consents', name: 'entry', run: addEntry },
    ],
    postSave: [
      { module: 'messages', name: 'queue', run: sendQueued },
      { module: 'consents', name: 'flags', deadline: 60_000, run: flagAddress },
    ],
  },
  routes: MESSAGE_ROUTES,
  jobs: [SEND_MESSAGE, { name: 'recover', schedule: '*/10 * * * *', deadline: 240_000, run: recoverMessages }],
  templateRenderer: TEMPLATE_RENDERER,
  messageSender: MESSAGE_SENDER,
  errors: {
    template_invalid: { status: 422, isPublic: true, text: 'The template cannot be read, or names a variable that does not exist.' },
    template_too_large: { status: 422, isPublic: true, text: 'The result of the template would be larger than 1 MB.' },
    template_too_slow: { status: 422, isPublic: true, text: 'The template takes longer than half a second.' },
    template_for_other_module: { status: 422, isPublic: true, text: 'This template is for records of another module.' },
    template_not_for_email: { status: 422, isPublic: true, text: 'This is not a template of an e-mail.' },
    template_values_missing: { status: 422, isPublic: true, text: 'Variables of the template have no value. Nothing was sent.' },
    recipient_missing: { status: 422, isPublic: true, text: 'The record has no e-mail address.' },
    recipient_invalid: { status: 422, isPublic: true, text: 'The recipient is not an e-mail address.' },
    sending_not_approved: { status: 403, isPublic: true, text: 'You are not approved to send e-mail. Ask an admin.' },
    message_too_large: { status: 413, isPublic: true, text: 'An e-mail has at most 25 MB with its attachments.' },
    message_of_another: { status: 403, isPublic: true, text: 'Only its sender can do this.' },
    message_waiting: { status: 409, isPublic: true, text: 'The message has not been sent yet.' },
    message_already_sent: { status: 409, isPublic: true, text: 'The message is being sent, or does not wait any more.' },
    message_not_queueable: { status: 422, isPublic: true, text: 'A message is queued only when it is sent. Use "Send e-mail".' },
    message_not_changeable: { status: 422, isPublic: true, text: 'A message that was sent from here cannot be changed.' },
    consent_not_changeable: { status: 422, isPublic: true, text: 'Entries are neither changed nor deleted. Add a new one.' },
    consent_address_invalid: { status: 422, isPublic: true, text: 'This is no address or number of the channel.' },
    consent_text_missing: { status: 422, isPublic: true, text: 'Enter what the person agreed to.' },
  },
  reads: [
    'templates.*',
    'messages.*',
    'consents.*',
    'emailSettings.*',
    'users.*',
    'contacts.do_not_call',
    'contacts.mobile_phone',
    'contacts.home_phone',
    'contacts.office_phone',
    'contacts.other_phone',
  ],
  writes: ['messages.*', 'consents.*', '*.email', '*.email_addresses'],
});
