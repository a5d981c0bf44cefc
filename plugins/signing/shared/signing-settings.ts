import type { PluginManifest } from '#engine';

/** The settings of documents to sign. */
export const SIGNING_SETTINGS: NonNullable<PluginManifest['settings']> = {
  signing_days: {
    type: 'integer',
    minimum: 1,
    maximum: 365,
    title: 'How long a document can be signed',
    description: 'Days after the first request.',
    default: 60,
    'x-unit': 'days',
  },
  signing_first_reminder_days: {
    type: 'integer',
    minimum: 1,
    maximum: 90,
    title: 'First reminder of a document to sign',
    default: 5,
    'x-unit': 'days',
  },
  signing_reminder_days: {
    type: 'integer',
    minimum: 1,
    maximum: 90,
    title: 'Further reminders of a document to sign',
    description: 'A form may have its own number.',
    default: 2,
    'x-unit': 'days',
  },
  signing_last_reminder_days: {
    type: 'integer',
    minimum: 1,
    maximum: 365,
    title: 'Last reminder of a document to sign',
    default: 30,
    'x-unit': 'days',
  },
  signing_send_copies: { type: 'boolean', title: 'Send everyone a copy when a document is signed', default: true },
  signing_consent: {
    type: 'string',
    format: 'text-area',
    maxLength: 10_000,
    title: 'What signers agree to',
    description: 'Empty: the text of the product. Another text has another version; who has agreed to an earlier one need not agree again.',
    default: '',
  },
  signing_organization: { type: 'string', maxLength: 60, title: 'Organization in digital signatures', default: 'Muster' },
  signing_time_stamp_url: {
    type: 'string',
    maxLength: 300,
    title: 'Time-stamp server',
    description: 'Its address, for time stamps of digital signatures (RFC 3161). Empty: without.',
    default: '',
  },
};
