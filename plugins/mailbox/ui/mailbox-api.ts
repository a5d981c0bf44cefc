import { callApi, createRecord, markDeleted, updateRecord } from '#ui';
import type { MailPage, MailThread, ThreadMessage } from '../shared/mailbox.ts';

/** What a list shows. */
export interface ListQuery {
  /** Id of the folder; '': all. */
  readonly folder: string;
  readonly search: string;
  readonly unread: boolean;
}

/** Reads a page of messages; `after` is `next` of the page before. */
export function readPage({ folder, search, unread }: ListQuery, after?: string, pageSize = 50): Promise<MailPage> {
  return callApi('POST', '/api/mailbox/list', {
    body: {
      pageSize,
      ...(folder === '' ? {} : { folder }),
      ...(search.trim() === '' ? {} : { search }),
      ...(unread ? { unread } : {}),
      ...(after === undefined ? {} : { after }),
    },
  });
}

/** The conversation of a message. */
export function readThread(message: string): Promise<MailThread> {
  return callApi('GET', `/api/mailbox/threads/${message}`);
}

/** Marks entries as read or not read. */
export function markRead(ids: readonly string[], read: boolean): Promise<unknown> {
  return callApi('POST', '/api/mailbox/mark', { body: { ids, read } });
}

/** Moves a message into a folder. */
export function moveMessage(message: string, to: string): Promise<unknown> {
  return callApi('POST', '/api/messages/move-from-folder', { body: { messages: [message], to } });
}

/** The HTML of a message with the pictures from other servers. */
export function loadPictures(message: string): Promise<{ readonly html: string }> {
  return callApi('POST', `/api/mailbox/pictures/${message}`);
}

/** Fetches the caller's usual account. */
export function fetchInbox(): Promise<unknown> {
  return callApi('POST', '/api/gmail-accounts/sync-account-inbox', { body: {} });
}

/** The address in `Name <address>`. */
export function addressOf(sender: string): string {
  return /<([^<>]*)>$/.exec(sender)?.[1] ?? sender;
}

/** From where a reply can be sent. */
export interface SenderChoice {
  /** Id of a mail account; null: the mail server of the product. */
  readonly account: string | null;
  /** '': the address of the product. */
  readonly address: string;
}

/** The senders that the user can choose; none: they may not send. */
export async function readSenders(): Promise<readonly SenderChoice[]> {
  return (await callApi<{ readonly data: readonly SenderChoice[] }>('GET', '/api/messages/senders')).data;
}

/** Sends a reply over a mail account of the user; '': over the mail server of the product. */
export function sendReply(
  message: ThreadMessage,
  text: string,
  account: string,
): Promise<{ readonly status: string; readonly failure?: string | null }> {
  const [record] = message.records;
  const subject = /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`;
  const to = message.direction === 'Outbound' ? (message.to[0] ?? '') : addressOf(message.sender);
  return callApi('POST', '/api/messages/send-custom-email', {
    body: {
      to,
      subject: subject.slice(0, 500),
      message: text,
      inReplyTo: message._id,
      ...(account === '' ? {} : { account }),
      ...(record === undefined ? {} : { module: record.module, record: record.id }),
    },
  });
}

/** What a user enters to connect an account; `account` is the id of one that exists. */
export interface AccountSettings {
  readonly account?: string;
  readonly address: string;
  readonly nickname: string;
  readonly username: string;
  readonly host: string;
  readonly port: number;
  readonly security: string;
  /** '': that of a known provider. */
  readonly outgoingHost: string;
  readonly outgoingPort: number;
  readonly outgoingSecurity: string;
  /** '': the one that is stored. */
  readonly password: string;
}

/** A folder on a server. */
export interface ServerFolder {
  readonly path: string;
  /** It is fetched in any case. */
  readonly isInbox: boolean;
}

/** What the servers of an account said. */
export interface TestResult {
  readonly folders: readonly ServerFolder[];
  /** It has an outgoing server, which was tested too. */
  readonly sends: boolean;
}

const ACCOUNTS = '/api/gmail-accounts';

function toServer({ address, username, host, port, security, outgoingHost, outgoingPort, outgoingSecurity }: AccountSettings) {
  return {
    gmail_email_address: address.trim(),
    kind: 'IMAP',
    username: username.trim(),
    incoming_host: host.trim(),
    incoming_port: port,
    incoming_security: security,
    outgoing_host: outgoingHost.trim(),
    outgoing_port: outgoingPort,
    outgoing_security: outgoingSecurity,
  };
}

/** Connects with settings before they are stored; an error has the words of the server. */
export function testSettings(settings: AccountSettings): Promise<TestResult> {
  const { account, password } = settings;
  const body = {
    ...toServer(settings),
    ...(password === '' ? {} : { gmail_password: password }),
    ...(account === undefined ? {} : { account }),
  };
  return callApi('POST', `${ACCOUNTS}/test-settings`, { body });
}

/** Stores an account with its password; `leftOut` are the paths that are not fetched. */
export function saveAccount(settings: AccountSettings, leftOut: readonly string[]): Promise<unknown> {
  const { account, nickname, password } = settings;
  const fields = {
    ...toServer(settings),
    account_nickname: nickname.trim(),
    left_out_folders: leftOut.map((path) => ({ path })),
    ...(password === '' ? {} : { gmail_password: password }),
  };
  return account === undefined ? createRecord(ACCOUNTS, fields) : updateRecord(ACCOUNTS, account, fields);
}

/** A provider with which accounts are connected without a password. */
export interface MailProvider {
  /** null: none is set up. */
  readonly name: string | null;
  /** Its server; '': that of Gmail. */
  readonly host: string;
}

/** The provider from the settings. */
export function readProvider(): Promise<MailProvider> {
  return callApi('GET', `${ACCOUNTS}/provider`);
}

/** Stores an account without a password; returns its id. One that exists only gets a new approval. */
export async function createApprovedAccount({ account, address, nickname }: AccountSettings, { host }: MailProvider): Promise<string> {
  if (account !== undefined) return account;
  const server = host === '' ? { kind: 'Gmail' } : { kind: 'IMAP', incoming_host: host, incoming_port: 993, incoming_security: 'TLS' };
  const body = { gmail_email_address: address.trim(), account_nickname: nickname.trim(), ...server };
  return (await callApi<{ readonly _id: string }>('POST', `${ACCOUNTS}/no-password-account`, { body }))._id;
}

/** The page of the provider on which the user approves the account. */
export async function requestApproval(account: string): Promise<string> {
  return (await callApi<{ readonly url: string }>('POST', `${ACCOUNTS}/request-auth-token`, { body: { account } })).url;
}

/** Connects an account with the code of that page. */
export function submitCode(account: string, code: string): Promise<unknown> {
  return callApi('POST', `${ACCOUNTS}/submit-approval-code`, { body: { account, code: code.trim() } });
}

/** Ends an approval that was begun: the account is as it was before. */
export function cancelApproval(account: string): Promise<unknown> {
  return callApi('POST', `${ACCOUNTS}/${account}/cancel-approval`);
}

/** Marks an account as deleted, with its password or tokens. */
export async function removeAccount(account: string): Promise<void> {
  await disconnectAccount(account);
  await markDeleted(ACCOUNTS, account);
}

/** Fetches an account now. */
export function fetchAccount(account: string): Promise<unknown> {
  return callApi('POST', `${ACCOUNTS}/sync-account/${account}`);
}

/** Forgets the password or the tokens of an account. */
export function disconnectAccount(account: string): Promise<unknown> {
  return callApi('POST', `${ACCOUNTS}/${account}/disconnect`);
}
