import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { SYNC_ACCOUNT } from '../jobs/watch-account.ts';
import { listChoosable } from '../services/folders.ts';
import { readCredentials, readOutgoing, readServer, setAccount, type MailAccount } from '../services/mail-account.ts';
import { openMailbox } from '../services/open-mailbox.ts';
import { testOutgoing } from '../services/send-mail.ts';

/** Providers by the host of their page: their name, and their server for messages ('': that of Gmail). */
const PROVIDERS: readonly (readonly [ending: string, name: string, host: string])[] = [
  ['.google.com', 'Google', ''],
  ['.microsoftonline.com', 'Microsoft', 'outlook.office365.com'],
];

/** Settings of a connection that are tested before they are stored. */
type TestedSettings = JsonObject & {
  /** Id of the account that they are for; undefined: a new one. */
  readonly account?: string;
  readonly gmail_password?: string;
};

/** The account of a request, which its user and System Admins may use. Errors: `record_not_found`, `mail_account_of_another`. */
export async function readOwn({ records, actor, rights, refuse }: PluginRouteContext, id: string): Promise<MailAccount> {
  const seen = await records.get(actor, { module: 'mailAccounts', id });
  if (seen['deleted'] === true) refuse('record_not_found');
  if (seen['user'] !== actor.userId && !rights.unrestricted) refuse('mail_account_of_another');
  return records.get(SYSTEM_ACTOR, { module: 'mailAccounts', id });
}

/** `POST /api/gmail-accounts/no-password-account`: an account that its provider approves. */
export async function createWithoutPassword(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, body } = context;
  const { record, batchId } = await records.create(actor, {
    module: 'mailAccounts',
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor('account'),
    fields: { kind: 'Gmail', ...(body as JsonObject) },
  });
  return { status: 201, body: record, batchId };
}

/** `PUT /api/gmail-accounts/update-non-password/:account`: everything but the password. */
export async function updateWithoutPassword(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, body, parameters } = context;
  const { record, batchId } = await records.update(actor, {
    module: 'mailAccounts',
    id: parameters['account'] ?? '',
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor('account'),
    fields: body as JsonObject,
  });
  return { body: record, batchId };
}

/** `POST /api/gmail-accounts/:account/test`: connects to its servers and signs in; the error says what is wrong. */
export async function testAccount(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const account = await readOwn(context, context.parameters['account'] ?? '');
  const client = await openMailbox(context, account);
  try {
    const folders = await client.list();
    return { body: { connected: true, folders: folders.length, sends: await testOutgoing(context, account) } };
  } finally {
    client.close();
  }
}

/**
 * `POST /api/gmail-accounts/test-settings`: connects with settings that are not stored. Those of an account that are left out are the stored
 * ones; its password or tokens are sent to its own server only.
 */
export async function testSettings(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { account: id, gmail_password: password = '', ...fields } = context.body as TestedSettings;
  if (id === undefined && !context.rights.module('mailAccounts').create) context.refuse('action_not_allowed');
  const stored = id === undefined ? undefined : await readOwn(context, id);
  const tested: MailAccount = { _id: '', _version: 0, ...stored, ...fields };
  if (password === '' && !isSameServer(stored, tested))
    context.refuse('mail_account_incomplete', { message: 'Enter the password of the mail account.' });
  const credentials = password === '' ? stored?.['credentials'] : JSON.stringify({ password });
  const account = { ...tested, ...(credentials === undefined ? {} : { credentials }) };
  const client = await openMailbox(context, account);
  try {
    const folders = await listChoosable(client);
    return { body: { connected: true, folders, sends: await testOutgoing(context, account) } };
  } finally {
    client.close();
  }
}

function isSameServer(stored: MailAccount | undefined, tested: MailAccount): boolean {
  const [before, now] = [stored ?? {}, tested].map((one) => JSON.stringify([readServer(one), readOutgoing(one) ?? null]));
  return stored !== undefined && before === now;
}

/** `GET /api/gmail-accounts/provider`: with which provider accounts are connected without a password, and its server for messages. */
export function describeProvider(context: PluginRouteContext): PluginRouteResponse {
  const { hostname } = new URL(toText(context.setting('mail_authorization_url')));
  const [, name, host] = PROVIDERS.find(([ending]) => hostname.endsWith(ending)) ?? ['', hostname, ''];
  return { body: { name: toText(context.setting('mail_client_id')) === '' ? null : name, host } };
}

/** `POST /api/gmail-accounts/:account/disconnect`: forgets the password or the tokens. What was fetched stays. */
export async function disconnectAccount(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const account = await readOwn(context, context.parameters['account'] ?? '');
  const nothing = { credentials: null, approval: null, failure: null, failures: 0, retry_at: null };
  await setAccount(context, account, { ...nothing, status: 'Not Connected' });
  return { body: { disconnected: true } };
}

/** `POST /api/gmail-accounts/sync-account/:account`: fetches an account now. */
export async function syncAccount(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return startSync(context, await readOwn(context, context.parameters['account'] ?? ''));
}

/** `POST /api/gmail-accounts/sync-account-inbox` `{ account? }`: the same for the usual account of the caller. */
export async function syncInbox(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, refuse } = context;
  const { account: named } = (context.body ?? {}) as { readonly account?: string };
  if (named !== undefined) return startSync(context, await readOwn(context, named));
  const { data } = await records.find(actor, {
    module: 'mailAccounts',
    filter: { user: actor.userId ?? '' },
    sort: [{ sortField: 'name', sortOrder: 'asc' }],
    limit: 100,
  });
  const usual = data.find(({ isDefault }) => isDefault === true) ?? data[0] ?? refuse('mail_account_incomplete');
  return startSync(context, await readOwn(context, usual._id));
}

async function startSync(context: PluginRouteContext, account: MailAccount): Promise<PluginRouteResponse> {
  if (readCredentials(account) === undefined) context.refuse('mail_account_incomplete');
  const job = await context.addJob(SYNC_ACCOUNT, { account: account._id }, { key: `sync-${account._id}` });
  return { status: 202, body: { job } };
}
