import type { JsonObject } from '#engine/model';

const ID = { type: 'string', minLength: 1, maxLength: 200 };
const TEXT = { type: 'string', maxLength: 100_000 };
const ADDRESS = { type: 'string', minLength: 1, maxLength: 320, description: 'An e-mail address.' };
const ATTACHMENTS = {
  type: 'array',
  maxItems: 20,
  items: { type: 'string', maxLength: 1_000 },
  description: 'Paths of files that the sender may read; with the text at most 25 MB.',
};

const CONTENT = {
  subject: { type: 'string', maxLength: 500 },
  message: TEXT,
  html: { ...TEXT, description: 'HTML, which is sanitized; default: only the text is sent.' },
  module: { ...ID, description: 'Name of the module of the record that it is about.' },
  record: { ...ID, description: 'Id of the record that it is about.' },
  attachments: ATTACHMENTS,
};

const ACCOUNT = { ...ID, description: 'Id of the own mail account over which it is sent; default: the mail server of the product.' };
const IN_REPLY_TO = { ...ID, description: 'Id of the message that it replies to: mail programs show both as one conversation.' };
const MAIL: JsonObject = {
  type: 'object',
  required: ['to', 'subject', 'message'],
  properties: { to: ADDRESS, ...CONTENT, inReplyTo: IN_REPLY_TO },
};

/** Bodies of the requests. */
export const BODIES = {
  mail: { ...MAIL, properties: { to: ADDRESS, ...CONTENT, inReplyTo: IN_REPLY_TO, account: ACCOUNT } },
  system: MAIL,
  multiple: {
    type: 'object',
    required: ['to', 'subject', 'message'],
    properties: { to: { type: 'array', minItems: 1, maxItems: 100, items: ADDRESS }, ...CONTENT, account: ACCOUNT },
  },
  service: {
    type: 'object',
    required: ['personalizations'],
    properties: {
      personalizations: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        items: {
          type: 'object',
          required: ['to'],
          properties: {
            to: {
              type: 'array',
              minItems: 1,
              maxItems: 100,
              items: { type: 'object', required: ['email'], properties: { email: ADDRESS } },
            },
            subject: { type: 'string', maxLength: 500 },
          },
        },
        description: 'At most 100 recipients together.',
      },
      from: {
        type: 'object',
        required: ['email'],
        properties: { email: { ...ADDRESS, description: 'One of `/api/messages/senders`; default: the mail server of the product.' } },
      },
      subject: { type: 'string', maxLength: 500 },
      content: {
        type: 'array',
        maxItems: 2,
        items: {
          type: 'object',
          required: ['type', 'value'],
          properties: { type: { type: 'string', enum: ['text/plain', 'text/html'] }, value: TEXT },
        },
        description: 'The text, and the same as HTML.',
      },
      template_id: { ...ID, description: 'Instead of subject and content; it is filled for the record.' },
      module: CONTENT.module,
      record: CONTENT.record,
      attachments: ATTACHMENTS,
    },
  },
  alert: { type: 'object', required: ['messageRecord'], properties: { messageRecord: MAIL } },
  customized: {
    type: 'object',
    required: ['template', 'module', 'record'],
    properties: { template: ID, module: ID, record: ID, to: ADDRESS, attachments: ATTACHMENTS, account: ACCOUNT },
  },
  preview: {
    type: 'object',
    required: ['module', 'record'],
    properties: {
      template: { ...ID, description: 'Id of a stored template; the other properties replace its parts.' },
      module: ID,
      record: ID,
      subject: { type: 'string', maxLength: 1_000 },
      body: TEXT,
      body_html: TEXT,
      content_type: { type: 'string', maxLength: 100 },
      send_text_only: { type: 'boolean' },
      restrict_to_module: { type: 'string', maxLength: 200 },
    },
  },
  check: {
    type: 'object',
    properties: { subject: { type: 'string', maxLength: 1_000 }, body: TEXT, body_html: TEXT },
  },
  search: {
    type: 'object',
    properties: {
      search: { type: 'string', maxLength: 200 },
      pageNumber: { type: 'integer', minimum: 0, maximum: 1_000_000 },
      pageSize: { type: 'integer', minimum: 1, maximum: 1_000 },
    },
  },
  preferences: {
    type: 'object',
    properties: {
      email: { type: 'boolean' },
      sms: { type: 'boolean' },
      voice: { type: 'boolean' },
      'List-Unsubscribe': { type: 'string', maxLength: 100, description: "'One-Click' ends e-mail (RFC 8058)." },
    },
  },
} as const satisfies { readonly [name: string]: JsonObject };

const STRING = { type: 'string' };
const MESSAGE: JsonObject = {
  type: 'object',
  required: ['_id', 'status'],
  properties: { _id: STRING, status: STRING, failure: { type: ['string', 'null'], description: 'Why it is not sent.' } },
};
const TEMPLATE: JsonObject = {
  type: 'object',
  required: ['id', 'name', 'subject', 'plain_content', 'html_content'],
  properties: { id: STRING, name: STRING, subject: STRING, plain_content: STRING, html_content: STRING },
};

function listOf(name: string, items: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', required: [name], properties: { [name]: { type: 'array', items }, ...more } };
}

/** Responses. */
export const RESPONSES = {
  message: MESSAGE,
  messages: listOf('data', MESSAGE),
  template: TEMPLATE,
  templates: listOf('templates', TEMPLATE),
  page: listOf('data', TEMPLATE, { total: { type: 'integer' }, pageNumber: { type: 'integer' }, pageSize: { type: 'integer' } }),
  senders: listOf('results', {
    type: 'object',
    properties: { id: { type: 'integer' }, from_email: STRING, from_name: STRING, verified: { type: 'boolean' } },
  }),
  choices: listOf('data', {
    type: 'object',
    required: ['account', 'address'],
    properties: {
      account: { type: ['string', 'null'], description: 'Id of a mail account; null: the mail server of the product.' },
      address: { ...STRING, description: 'From which messages come; empty: the address of the product.' },
    },
  }),
  preferences: listOf('data', {
    type: 'object',
    properties: { channel: STRING, label: STRING, address: STRING, receives: { type: 'boolean' } },
  }),
  problems: listOf('problems', {
    type: 'object',
    required: ['field', 'code', 'message', 'variable'],
    properties: {
      field: STRING,
      code: STRING,
      message: STRING,
      variable: { type: ['string', 'null'], description: 'The variable that does not exist.' },
    },
  }),
  preview: {
    type: 'object',
    required: ['subject', 'text', 'html', 'missing', 'to', 'refusal'],
    properties: {
      subject: STRING,
      text: STRING,
      html: { type: ['string', 'null'], description: 'Null: it is sent as text only.' },
      missing: { type: 'array', items: STRING, description: 'Variables without a value.' },
      to: { type: ['string', 'null'], description: 'The address of the record.' },
      refusal: { type: ['string', 'null'], description: 'Why nothing would be sent to it.' },
    },
  },
} as const satisfies { readonly [name: string]: JsonObject };
