import type { PluginRouteDefinition } from '#engine';
import { PREFERENCES_ROUTE } from '../services/preference-link.ts';
import { createCancel, resendMessage } from './outbox.ts';
import { handlePreferences } from './preferences.ts';
import { checkContent, previewTemplate } from './preview.ts';
import { BODIES, RESPONSES } from './schemas.ts';
import { listSenderChoices, sendAlertEmail, sendCustomEmail, sendCustomizedEmail, sendMultipleEmail, sendSystemEmail } from './send.ts';
import { processServiceMail } from './sendgrid-mail.ts';
import { listTemplates, readSenders, readTemplate, searchTemplates } from './sendgrid.ts';
import { SMS_ROUTES } from './sms-routes.ts';
import { TRACKING_ROUTES } from './tracking.ts';

const SENDING_ERRORS = ['sending_not_approved', 'sender_account_unusable', 'recipient_invalid', 'message_too_large'] as const;
const TEMPLATE_ERRORS = ['template_for_other_module', 'template_invalid', 'template_too_large', 'template_too_slow'] as const;
const FROM_TEMPLATE = [...SENDING_ERRORS, ...TEMPLATE_ERRORS, 'template_not_for_email', 'template_values_missing'] as const;

const SENDS: Pick<PluginRouteDefinition, 'method' | 'status' | 'responseSchema' | 'moduleNames' | 'errors'> = {
  method: 'POST',
  status: 202,
  responseSchema: RESPONSES.message,
  moduleNames: ['module'],
  errors: SENDING_ERRORS,
};

const SENDING: readonly PluginRouteDefinition[] = [
  {
    ...SENDS,
    path: '/api/messages/send-custom-email',
    summary: 'Send an e-mail',
    bodySchema: BODIES.mail,
    handle: sendCustomEmail,
  },
  {
    ...SENDS,
    path: '/api/messages/send-email-from-system',
    summary: 'Send an e-mail from the sender of the system',
    bodySchema: BODIES.system,
    handle: sendSystemEmail,
  },
  {
    ...SENDS,
    path: '/api/messages/send-alert-email',
    summary: 'Send an alert from the sender of the system',
    bodySchema: BODIES.alert,
    moduleNames: ['messageRecord.module'],
    handle: sendAlertEmail,
  },
  {
    ...SENDS,
    path: '/api/messages/send-multiple-email',
    summary: 'Send an e-mail to up to 100 recipients, one message for each',
    deadline: 120_000,
    bodySchema: BODIES.multiple,
    responseSchema: RESPONSES.messages,
    handle: sendMultipleEmail,
  },
  {
    ...SENDS,
    path: '/api/messages/send-customized-email',
    summary: 'Send a template that is filled for a record',
    bodySchema: BODIES.customized,
    errors: [...FROM_TEMPLATE, 'recipient_missing'],
    handle: sendCustomizedEmail,
  },
  {
    ...SENDS,
    path: '/api/messages/process-sendgrid-email',
    summary: 'Send an e-mail in the form of the mail service, one message for each recipient',
    deadline: 120_000,
    bodySchema: BODIES.service,
    responseSchema: RESPONSES.messages,
    errors: FROM_TEMPLATE,
    handle: processServiceMail,
  },
];

const OUTBOX: readonly PluginRouteDefinition[] = [
  {
    method: 'GET',
    path: '/api/messages/senders',
    summary: 'From which addresses the caller can send e-mail',
    responseSchema: RESPONSES.choices,
    errors: [],
    handle: listSenderChoices,
  },
  {
    method: 'POST',
    path: '/api/messages/:message/resend',
    summary: 'Send a message again',
    status: 202,
    responseSchema: RESPONSES.message,
    errors: [...SENDING_ERRORS, 'message_of_another', 'message_waiting', 'message_already_sent'],
    handle: resendMessage,
  },
  {
    method: 'POST',
    path: '/api/messages/:message/cancel',
    summary: 'Cancel a message that waits',
    status: 202,
    responseSchema: RESPONSES.message,
    errors: ['message_of_another', 'message_already_sent'],
    handle: createCancel('messages'),
  },
];

const SENDGRID: readonly PluginRouteDefinition[] = [
  {
    method: 'GET',
    path: '/api/sendgrid/get-all-templates',
    summary: 'The e-mail templates',
    responseSchema: RESPONSES.templates,
    errors: [],
    handle: listTemplates,
  },
  {
    method: 'GET',
    path: '/api/sendgrid/template-by-id/:template',
    summary: 'An e-mail template',
    responseSchema: RESPONSES.template,
    errors: ['template_not_for_email'],
    handle: readTemplate,
  },
  {
    method: 'POST',
    path: '/api/sendgrid/search',
    summary: 'Search e-mail templates',
    readOnly: true,
    bodySchema: BODIES.search,
    responseSchema: RESPONSES.page,
    errors: [],
    handle: searchTemplates,
  },
  {
    method: 'GET',
    path: '/api/sendgrid/verified-senders',
    summary: 'The verified senders of e-mail',
    responseSchema: RESPONSES.senders,
    errors: [],
    handle: readSenders,
  },
];

/** The endpoints of templates, outgoing e-mail, text messages and preferences. */
export const MESSAGE_ROUTES: readonly PluginRouteDefinition[] = [
  ...SENDING,
  ...OUTBOX,
  ...SENDGRID,
  ...SMS_ROUTES,
  ...TRACKING_ROUTES,
  {
    method: 'POST',
    path: '/api/templates/preview',
    summary: 'A template as a record would get it',
    readOnly: true,
    bodySchema: BODIES.preview,
    responseSchema: RESPONSES.preview,
    moduleNames: ['module', 'restrict_to_module'],
    errors: TEMPLATE_ERRORS,
    handle: previewTemplate,
  },
  {
    method: 'POST',
    path: '/api/templates/check',
    summary: 'The problems of a template before it is saved',
    readOnly: true,
    bodySchema: BODIES.check,
    responseSchema: RESPONSES.problems,
    errors: [],
    handle: checkContent,
  },
  {
    ...PREFERENCES_ROUTE,
    access: 'link',
    summary: 'What the recipient of a message receives, and ends or begins it',
    bodySchema: BODIES.preferences,
    responseSchema: RESPONSES.preferences,
    errors: [],
    handle: handlePreferences,
  },
];
