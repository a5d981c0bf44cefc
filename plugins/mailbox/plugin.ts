import { definePlugin } from '#engine';
import { sendQueuedOver } from './server/hooks/post-save.send.ts';
import { watchAccount } from './server/hooks/post-save.watch.ts';
import { storeCredentials } from './server/hooks/pre-save.credentials.ts';
import { joinConversation } from './server/hooks/pre-save.thread.ts';
import { OUTBOX, recoverSending, SEND_FROM_ACCOUNT } from './server/jobs/send-from-account.ts';
import { PUSH_CHANGES, SYNC_ACCOUNT, WATCH_ACCOUNT, watchAccounts } from './server/jobs/watch-account.ts';
import { MAILBOX_ROUTES } from './server/routes/index.ts';
import { MAILBOX_FIELDS } from './shared/mailbox-fields.ts';

/** Connected mail accounts: received e-mail as messages, and the inbox of each user. */
export const mailboxPlugin = definePlugin({
  name: 'mailbox',
  version: '1.0.0',
  engine: '^0.1.0',
  requires: ['messages'],
  uses: [OUTBOX],
  settings: {
    mail_timeout_seconds: {
      type: 'integer',
      minimum: 1,
      maximum: 300,
      title: 'Seconds until a mail server counts as not responding',
      default: 60,
    },
    mail_client_id: {
      type: 'string',
      maxLength: 500,
      title: 'Client id at the provider of mail accounts',
      description: 'With it, accounts are connected without a password: their users approve it on a page of the provider.',
      default: '',
    },
    mail_authorization_url: {
      type: 'string',
      format: 'uri',
      maxLength: 500,
      title: 'Page of the provider where users approve',
      default: 'https://accounts.google.com/o/oauth2/v2/auth',
    },
    mail_token_url: {
      type: 'string',
      format: 'uri',
      maxLength: 500,
      title: 'Address of the provider for tokens',
      default: 'https://oauth2.googleapis.com/token',
    },
    mail_scope: { type: 'string', maxLength: 500, title: 'What users approve', default: 'https://mail.google.com/' },
  },
  secrets: { mail_client_secret: { title: 'Client secret at the provider of mail accounts' } },
  definitions: { extensions: MAILBOX_FIELDS },
  hooks: {
    preSave: [
      { module: 'mailAccounts', name: 'credentials', run: storeCredentials },
      { module: 'messages', name: 'thread', run: joinConversation },
    ],
    postSave: [
      { module: 'mailAccounts', name: 'watch', run: watchAccount },
      { module: 'messages', name: 'send', run: sendQueuedOver },
    ],
  },
  routes: MAILBOX_ROUTES,
  jobs: [
    WATCH_ACCOUNT,
    SYNC_ACCOUNT,
    PUSH_CHANGES,
    SEND_FROM_ACCOUNT,
    { name: 'watch-accounts', schedule: '* * * * *', run: watchAccounts },
    { name: 'recover-sending', schedule: '*/10 * * * *', deadline: 240_000, run: recoverSending },
  ],
  errors: {
    mail_account_incomplete: { status: 422, isPublic: true, text: 'Enter the server and the password of the mail account first.' },
    mail_account_of_another: { status: 403, isPublic: true, text: 'Only its user can do this with a mail account.' },
    mail_folder_of_another: { status: 403, isPublic: true, text: 'This is a folder of somebody else.' },
    mail_page_invalid: { status: 422, isPublic: true, text: 'This page does not exist. Begin with the first one.' },
    mail_server_unreachable: { status: 422, isPublic: true, text: 'The mail server cannot be reached.' },
    mail_server_insecure: {
      status: 422,
      isPublic: true,
      text: 'Connections without encryption are allowed only to servers that the configuration names.',
    },
    mail_sign_in_failed: { status: 422, isPublic: true, text: 'The mail server did not accept the sign-in.' },
    mail_approval_failed: { status: 422, isPublic: true, text: 'The approval did not succeed. Begin it again.' },
    mail_approval_not_set_up: {
      status: 422,
      isPublic: true,
      text: 'No provider is set up. Ask an admin to enter its client id in the settings, or use a password.',
    },
  },
  reads: ['mailAccounts.*', 'emailFolders.*', 'mailEntries.*', 'mailAttachments.*', 'messages.*', 'users.active'],
  writes: ['mailAccounts.*', 'emailFolders.*', 'mailEntries.*', 'mailAttachments.*', 'messages.*', '*.email', '*.email_addresses'],
});
