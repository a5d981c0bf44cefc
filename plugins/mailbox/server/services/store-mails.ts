import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { applyReport } from './bounces.ts';
import { NO_UID } from './follow-removals.ts';
import type { PeopleFinder } from './link-people.ts';
import type { MailAccount } from './mail-account.ts';
import type { ParsedMail } from './parse-mail.ts';
import { chooseFolder, type FolderRule } from './rules.ts';
import { storeFiles } from './store-files.ts';
import { findThreads, joinThreads } from './threads.ts';

/** What storing needs. */
export type StoreContext = Pick<PluginContext, 'records' | 'files' | 'log' | 'clock'>;

/** The mailbox that messages are for. */
export interface Mailbox {
  readonly account: MailAccount;
  readonly userId: string;
  readonly address: string;
  readonly people: PeopleFinder;
  readonly rules: readonly FolderRule[];
}

/** A message as it was fetched. */
export interface FetchedMail {
  readonly uid: number;
  readonly isRead: boolean;
  /** When the server got it, as an ISO time. */
  readonly receivedAt: string;
  readonly mail: ParsedMail;
}

/** Where messages were fetched from. */
export interface MailSource {
  /** Id of the folder. */
  readonly folder: string;
  /** They were there before the account was connected: nothing else happens because of them. */
  readonly isHistory: boolean;
}

const SNIPPET = 200;

/**
 * Stores messages: one record for each, however many mailboxes have it, and one entry for each mailbox. Repeated, it stores nothing twice:
 * the entry of a message is written last, and everything before it is found again.
 */
export async function storeMails(
  context: StoreContext,
  mailbox: Mailbox,
  source: MailSource,
  fetched: readonly FetchedMail[],
): Promise<void> {
  const unique = [...new Map(fetched.map((one) => [one.mail.digest, one])).values()];
  const threads = await findThreads(
    context,
    unique.map(({ mail }) => mail),
  );
  const ids = await storeMessages(context, mailbox, source, unique, threads);
  const stored = unique.flatMap((one, index) => {
    const message = ids.get(one.mail.digest);
    return message === undefined ? [] : [{ ...one, id: message._id, thread: toText(message['thread']) || (threads[index] ?? ''), message }];
  });
  await storeFiles(context, stored);
  await addReader(
    context,
    mailbox,
    stored.map(({ message }) => message),
  );
  await storeEntries(context, mailbox, source, stored);
  await joinThreads(context, stored);
  if (!source.isHistory) for (const { mail } of stored) if (mail.report !== undefined) await applyReport(context, mail.report);
}

/** The records of messages by digest: those that are there, and those that are new. */
async function storeMessages(
  context: StoreContext,
  mailbox: Mailbox,
  source: MailSource,
  fetched: readonly FetchedMail[],
  threads: readonly string[],
): Promise<ReadonlyMap<string, VisibleRecord>> {
  const known = await readKnown(context, mailbox, fetched);
  const missing = fetched.flatMap((one, index) => (known.has(one.mail.digest) ? [] : [{ one, thread: threads[index] ?? '' }]));
  if (missing.length === 0) return known;
  const records: JsonObject[] = [];
  for (const { one, thread } of missing) records.push(await toMessage(mailbox, one, thread));
  await context.records.createMany(SYSTEM_ACTOR, { module: 'messages', records, quiet: source.isHistory, changeSource: 'mailbox' });
  // One that another account has stored meanwhile was refused: it is found now.
  return readKnown(context, mailbox, fetched);
}

async function readKnown(
  { records }: StoreContext,
  mailbox: Mailbox,
  fetched: readonly FetchedMail[],
): Promise<Map<string, VisibleRecord>> {
  const find = async (filter: JsonObject) =>
    (await records.find(SYSTEM_ACTOR, { module: 'messages', filter, limit: 2 * fetched.length, totalLimit: 1 })).data;
  const byKey = new Map<string, VisibleRecord>();
  const received = await find({ content_key: { in: fetched.map(({ mail }) => mail.digest) } });
  for (const record of received) byKey.set(toText(record['content_key']), record);
  // What was sent from here comes back in the folder of sent messages.
  const own = fetched.filter(({ mail }) => mail.sender === mailbox.address && mail.messageId !== '');
  if (own.length === 0) return byKey;
  const sent = await find({ message_id: { in: own.map(({ mail }) => mail.messageId) }, sent_by: mailbox.userId });
  for (const { mail } of own) {
    const record = sent.find((one) => toText(one['message_id']) === mail.messageId);
    if (record !== undefined) byKey.set(mail.digest, record);
  }
  return byKey;
}

async function toMessage(mailbox: Mailbox, { mail, isRead, receivedAt }: FetchedMail, thread: string): Promise<JsonObject> {
  const isOwn = mail.sender === mailbox.address;
  const people = [mail.sender, ...mail.to, ...mail.cc].filter((address) => address !== mailbox.address && address !== '');
  const links = await mailbox.people.find(people);
  const subject = mail.subject === '' ? '(no subject)' : mail.subject;
  return {
    name: subject,
    subject,
    message: mail.text,
    html: mail.html === '' ? null : mail.html,
    messageType: 'Email',
    direction: isOwn ? 'Outbound' : 'Inbound',
    status: isOwn ? 'Sent' : isRead ? 'Received - Read' : 'Received - Not Read',
    sentFrom: writeSender(mail),
    to: [...mail.to],
    cc: [...mail.cc],
    sent_at: mail.sentAt ?? receivedAt,
    message_id: mail.messageId === '' ? null : mail.messageId,
    reference_ids: mail.references.length === 0 ? null : mail.references.join(' '),
    thread,
    is_automatic: mail.isAutomatic,
    content_key: mail.digest,
    mail_account: mailbox.account._id,
    mailbox_users: [mailbox.userId],
    linked_records: [...links],
    related_record: links[0] ?? null,
    is_private: links.length === 0,
    assigned_to: mailbox.userId,
  };
}

function writeSender({ senderName, sender }: ParsedMail): string {
  return senderName === '' || senderName === sender ? sender : `${senderName} <${sender}>`;
}

/** The user of the mailbox may see the messages in it. */
async function addReader({ records }: StoreContext, { userId }: Mailbox, messages: readonly VisibleRecord[]): Promise<void> {
  for (const { _id, mailbox_users: users } of messages) {
    const readers = Array.isArray(users) ? users.map(toText) : [];
    if (!readers.includes(userId))
      await records.update(SYSTEM_ACTOR, { module: 'messages', id: _id, fields: { mailbox_users: [...readers, userId] }, quiet: true });
  }
}

type StoredMail = FetchedMail & { readonly id: string; readonly thread: string };

async function storeEntries(context: StoreContext, mailbox: Mailbox, source: MailSource, stored: readonly StoredMail[]): Promise<void> {
  const keyOf = ({ id }: StoredMail): string => `${mailbox.account._id}/${id}`;
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: 'mailEntries',
    filter: { entry_key: { in: stored.map(keyOf) }, or: [{ deleted: false }, { deleted: true }] },
    limit: stored.length,
    totalLimit: 1,
  });
  const known = new Map(data.map((entry) => [toText(entry['entry_key']), entry]));
  for (const one of stored) await followEntry(context, source, one, known.get(keyOf(one)));
  const records = stored
    .filter((one) => !known.has(keyOf(one)))
    .map((one): JsonObject => ({ ...toEntry(mailbox, source, one), entry_key: keyOf(one) }));
  if (records.length === 0) return;
  await context.records.createMany(SYSTEM_ACTOR, { module: 'mailEntries', records, quiet: source.isHistory, changeSource: 'mailbox' });
}

/** A message that is known is somewhere else on the server now; a folder into which the user has moved it here stays. */
async function followEntry(
  { records }: StoreContext,
  source: MailSource,
  { uid }: StoredMail,
  entry: VisibleRecord | undefined,
): Promise<void> {
  if (entry === undefined || (entry['remote_folder'] === source.folder && entry['remote_uid'] === uid)) return;
  // It was gone from the server, and is there again. What its user has deleted here stays deleted.
  if (entry['deleted'] === true && entry['remote_uid'] === NO_UID)
    await records.restore(SYSTEM_ACTOR, { module: 'mailEntries', ids: [entry._id], changeSource: 'mailbox' });
  const follows = entry['folder'] === entry['remote_folder'];
  const fields = { remote_folder: source.folder, remote_uid: uid, ...(follows ? { folder: source.folder } : {}) };
  await records.update(SYSTEM_ACTOR, { module: 'mailEntries', id: entry._id, fields });
}

function toEntry(mailbox: Mailbox, source: MailSource, { id, mail, uid, isRead, receivedAt, thread }: StoredMail): JsonObject {
  const folder = source.isHistory ? source.folder : chooseFolder(mailbox.rules, mail, source.folder);
  return {
    name: mail.subject === '' ? '(no subject)' : mail.subject,
    message: id,
    mail_account: mailbox.account._id,
    user: mailbox.userId,
    assigned_to: mailbox.userId,
    folder,
    sender: writeSender(mail),
    snippet: foldSnippet(mail.text),
    received_at: receivedAt,
    read: isRead,
    has_attachments: mail.files.length > 0,
    thread,
    remote_folder: source.folder,
    remote_uid: uid,
    is_pending: folder !== source.folder,
  };
}

function foldSnippet(text: string): string {
  const line = text
    .slice(0, SNIPPET * 4)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return line.length <= SNIPPET ? line : `${line.slice(0, SNIPPET - 1)}…`;
}
