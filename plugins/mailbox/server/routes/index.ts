import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';
import {
  createWithoutPassword,
  describeProvider,
  disconnectAccount,
  syncAccount,
  syncInbox,
  testAccount,
  testSettings,
  updateWithoutPassword,
} from './accounts.ts';
import { cancelApproval, requestApproval, sendTest, sendVerification, submitApprovalCode } from './approvals.ts';
import { listEntries, markEntries, moveFromFolder } from './entries.ts';
import { loadPictures, readThread } from './thread.ts';

const ID = { type: 'string', minLength: 1, maxLength: 200 };
const TEXT = { type: 'string' };
const ACCOUNT: JsonObject = {
  type: 'object',
  required: ['account'],
  properties: { account: { ...ID, description: 'Id of the mail account.' } },
};
const SERVER: JsonObject = {
  kind: { type: 'string', maxLength: 100 },
  username: { type: 'string', maxLength: 1_000 },
  incoming_host: { type: 'string', maxLength: 253 },
  incoming_port: { type: 'integer', minimum: 1, maximum: 65_535 },
  incoming_security: { type: 'string', maxLength: 100 },
  outgoing_host: { type: 'string', maxLength: 253, description: 'Empty: that of a known provider, or the account only receives.' },
  outgoing_port: { type: ['integer', 'null'], minimum: 1, maximum: 65_535 },
  outgoing_security: { type: 'string', maxLength: 100 },
};
const DETAILS: JsonObject = { account_nickname: { type: 'string', maxLength: 1_000 }, isDefault: { type: 'boolean' }, user: ID, ...SERVER };
const SENDS = { type: 'boolean', description: 'It has an outgoing server, which was tested too.' };
const ADDRESS = { type: 'string', minLength: 3, maxLength: 320 };
const RECORD: JsonObject = { type: 'object', required: ['_id'], properties: { _id: TEXT } };
const JOB: JsonObject = { type: 'object', required: ['job'], properties: { job: { ...TEXT, description: 'Id of the job.' } } };
const CONNECTION_ERRORS = ['mail_account_incomplete', 'mail_server_unreachable', 'mail_server_insecure', 'mail_sign_in_failed'] as const;
const APPROVAL_ERRORS = ['mail_approval_failed', 'mail_approval_not_set_up'] as const;

const ACCOUNT_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: '/api/gmail-accounts/no-password-account',
    summary: 'Create a mail account without a password, which its provider approves',
    status: 201,
    bodySchema: { type: 'object', required: ['gmail_email_address'], properties: { gmail_email_address: ADDRESS, ...DETAILS } },
    responseSchema: RECORD,
    errors: ['mail_account_of_another'],
    handle: createWithoutPassword,
  },
  {
    method: 'PUT',
    path: '/api/gmail-accounts/update-non-password/:account',
    summary: 'Change a mail account without its password',
    bodySchema: { type: 'object', properties: { gmail_email_address: ADDRESS, ...DETAILS } },
    responseSchema: RECORD,
    errors: ['mail_account_of_another'],
    handle: updateWithoutPassword,
  },
  {
    method: 'POST',
    path: '/api/gmail-accounts/request-auth-token',
    summary: 'Begin the approval of a mail account at its provider',
    bodySchema: ACCOUNT,
    responseSchema: { type: 'object', required: ['url'], properties: { url: { ...TEXT, description: 'The page of the provider.' } } },
    errors: ['mail_account_of_another', 'mail_approval_not_set_up'],
    handle: requestApproval,
  },
  {
    method: 'POST',
    path: '/api/gmail-accounts/submit-approval-code',
    summary: 'Complete the approval with the code that the provider shows',
    bodySchema: {
      type: 'object',
      required: ['account', 'code'],
      properties: { account: ID, code: { type: 'string', minLength: 1, maxLength: 2_000 } },
    },
    responseSchema: { type: 'object', required: ['approved'], properties: { approved: { type: 'boolean' } } },
    errors: ['mail_account_of_another', ...APPROVAL_ERRORS],
    handle: submitApprovalCode,
  },
  {
    method: 'POST',
    path: '/api/gmail-accounts/:account/cancel-approval',
    summary: 'End an approval that was begun; the account is as it was before',
    responseSchema: { type: 'object', required: ['cancelled'], properties: { cancelled: { type: 'boolean' } } },
    errors: ['mail_account_of_another'],
    handle: cancelApproval,
  },
  {
    method: 'POST',
    path: '/api/gmail-accounts/:account/test',
    summary: 'Test the connection to a mail account',
    readOnly: true,
    deadline: 120_000,
    responseSchema: {
      type: 'object',
      required: ['connected', 'folders', 'sends'],
      properties: { connected: { type: 'boolean' }, folders: { type: 'integer' }, sends: SENDS },
    },
    errors: ['mail_account_of_another', ...CONNECTION_ERRORS, ...APPROVAL_ERRORS],
    handle: testAccount,
  },
  {
    method: 'POST',
    path: '/api/gmail-accounts/test-settings',
    summary: 'Test the connection to a mail account before it is stored',
    readOnly: true,
    deadline: 120_000,
    bodySchema: {
      type: 'object',
      required: ['gmail_email_address'],
      properties: {
        account: { ...ID, description: 'Id of the account that the settings are for. Left out: a new one.' },
        gmail_email_address: ADDRESS,
        gmail_password: { type: 'string', maxLength: 1_000, description: 'Left out: the one that is stored, for the same server only.' },
        ...SERVER,
      },
      additionalProperties: false,
    },
    responseSchema: {
      type: 'object',
      required: ['connected', 'folders', 'sends'],
      properties: {
        sends: SENDS,
        connected: { type: 'boolean' },
        folders: {
          type: 'array',
          items: { type: 'object', required: ['path', 'isInbox'], properties: { path: TEXT, isInbox: { type: 'boolean' } } },
        },
      },
    },
    errors: ['mail_account_of_another', ...CONNECTION_ERRORS, ...APPROVAL_ERRORS],
    handle: testSettings,
  },
  {
    method: 'GET',
    path: '/api/gmail-accounts/provider',
    summary: 'The provider with which mail accounts are connected without a password',
    responseSchema: {
      type: 'object',
      required: ['name', 'host'],
      properties: {
        name: { type: ['string', 'null'], description: 'null: none is set up.' },
        host: { ...TEXT, description: 'Its server for messages; empty: that of Gmail.' },
      },
    },
    errors: [],
    handle: describeProvider,
  },
  {
    method: 'POST',
    path: '/api/gmail-accounts/:account/disconnect',
    summary: 'Disconnect a mail account; what was fetched stays',
    responseSchema: { type: 'object', required: ['disconnected'], properties: { disconnected: { type: 'boolean' } } },
    errors: ['mail_account_of_another'],
    handle: disconnectAccount,
  },
  {
    method: 'POST',
    path: '/api/gmail-accounts/sync-account/:account',
    summary: 'Fetch a mail account now',
    status: 202,
    responseSchema: JOB,
    errors: ['mail_account_of_another', 'mail_account_incomplete'],
    handle: syncAccount,
  },
  {
    method: 'POST',
    path: '/api/gmail-accounts/sync-account-inbox',
    summary: "Fetch a mail account now, by default the caller's usual one",
    status: 202,
    bodySchema: { type: 'object', properties: { account: ID } },
    responseSchema: JOB,
    errors: ['mail_account_of_another', 'mail_account_incomplete'],
    handle: syncInbox,
  },
  {
    method: 'POST',
    path: '/api/gmail-accounts/send-test',
    summary: 'Send an e-mail to the address of a mail account',
    status: 202,
    bodySchema: ACCOUNT,
    responseSchema: { type: 'object', required: ['to'], properties: { to: TEXT } },
    errors: ['mail_account_of_another'],
    handle: sendTest,
  },
  {
    method: 'POST',
    path: '/api/gmail-accounts/send-verification',
    summary: 'Send an e-mail to the address of a mail account that says who connects it, with the page on which it is approved',
    status: 202,
    bodySchema: ACCOUNT,
    responseSchema: {
      type: 'object',
      required: ['to', 'approval'],
      properties: { to: TEXT, approval: { type: 'boolean', description: 'It has the page of the provider.' } },
    },
    errors: ['mail_account_of_another'],
    handle: sendVerification,
  },
];

const LINE: JsonObject = {
  type: 'object',
  properties: {
    _id: TEXT,
    message: TEXT,
    subject: TEXT,
    sender: TEXT,
    snippet: TEXT,
    receivedAt: TEXT,
    read: { type: 'boolean' },
    hasAttachments: { type: 'boolean' },
    folder: TEXT,
  },
};

/** The endpoints of mail accounts and of the inbox. */
export const MAILBOX_ROUTES: readonly PluginRouteDefinition[] = [
  ...ACCOUNT_ROUTES,
  {
    method: 'POST',
    path: '/api/mailbox/list',
    summary: "A page of the caller's messages, the latest first",
    readOnly: true,
    bodySchema: {
      type: 'object',
      properties: {
        folder: ID,
        search: { type: 'string', maxLength: 200 },
        unread: { type: 'boolean' },
        after: { type: 'string', maxLength: 500, description: '`next` of the page before.' },
        pageSize: { type: 'integer', minimum: 1, maximum: 200 },
      },
    },
    responseSchema: {
      type: 'object',
      required: ['data', 'next'],
      properties: { data: { type: 'array', items: LINE }, next: { type: ['string', 'null'] } },
    },
    errors: ['mail_page_invalid'],
    handle: listEntries,
  },
  {
    method: 'POST',
    path: '/api/mailbox/mark',
    summary: 'Mark messages as read or not read',
    bodySchema: {
      type: 'object',
      required: ['ids', 'read'],
      properties: { ids: { type: 'array', minItems: 1, maxItems: 500, items: ID }, read: { type: 'boolean' } },
    },
    responseSchema: { type: 'object', required: ['changed'], properties: { changed: { type: 'integer' } } },
    errors: [],
    handle: markEntries,
  },
  {
    method: 'POST',
    path: '/api/messages/move-from-folder',
    summary: 'Move messages into another folder',
    bodySchema: {
      type: 'object',
      required: ['messages', 'to'],
      properties: {
        messages: { type: 'array', minItems: 1, maxItems: 500, items: ID },
        to: { ...ID, description: 'Id of the folder.' },
        from: { ...ID, description: 'Only messages in this folder.' },
      },
    },
    responseSchema: { type: 'object', required: ['moved'], properties: { moved: { type: 'array', items: TEXT } } },
    errors: ['mail_folder_of_another'],
    handle: moveFromFolder,
  },
  {
    method: 'GET',
    path: '/api/mailbox/threads/:message',
    summary: 'The conversation of a message',
    responseSchema: {
      type: 'object',
      required: ['subject', 'messages'],
      properties: { subject: TEXT, messages: { type: 'array', items: { type: 'object' } } },
    },
    errors: [],
    handle: readThread,
  },
  {
    method: 'POST',
    path: '/api/mailbox/pictures/:message',
    summary: 'The HTML of a message with its remote pictures',
    readOnly: true,
    deadline: 180_000,
    responseSchema: { type: 'object', required: ['html'], properties: { html: TEXT } },
    errors: [],
    handle: loadPictures,
  },
];
