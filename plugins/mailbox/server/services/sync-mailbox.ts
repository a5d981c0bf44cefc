import type { ImapFlow } from 'imapflow';
import { MusterError, SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { fetchMails } from './fetch-mails.ts';
import { countUnread, listAccountFolders, readFolders, type MailFolder } from './folders.ts';
import { followRemovals } from './follow-removals.ts';
import { createPeopleFinder } from './link-people.ts';
import type { MailAccount } from './mail-account.ts';
import { pushChanges } from './push-changes.ts';
import { listRules } from './rules.ts';
import { storeMails, type Mailbox } from './store-mails.ts';
import { followFlags } from './follow-flags.ts';

/** What a pass over a mailbox needs. */
export type SyncContext = Pick<PluginContext, 'records' | 'files' | 'log' | 'clock' | 'runInThread'>;

/** How a pass is limited and watched. */
export interface SyncOptions {
  readonly signal: AbortSignal;
  /** Called after each batch with the number of messages that are stored. */
  readonly onProgress?: (stored: number) => Promise<void>;
}

/** Messages of a batch: after each, the place in the folder is stored. */
const BATCH = 50;
/** Numbers of messages that a server may name for one folder. */
const MAX_UIDS = 1_000_000;

/**
 * One pass: the changes made here go to the server, then each folder is fetched, new messages first, older ones after them; then what is gone
 * from the server is marked.
 */
export async function syncMailbox(context: SyncContext, client: ImapFlow, account: MailAccount, options: SyncOptions): Promise<number> {
  await pushChanges(context, client, account, options.signal);
  const folders = await readFolders(context, client, account);
  const mailbox: Mailbox = {
    account,
    userId: toText(account['user']),
    address: toText(account['gmail_email_address']).trim().toLowerCase(),
    people: createPeopleFinder(context),
    rules: listRules(await listAccountFolders(context, account)),
  };
  let stored = 0;
  for (const folder of folders) stored += await syncFolder(context, client, mailbox, folder, options);
  for (const folder of folders) await followRemovals(context, client, account, folder, options.signal);
  return stored;
}

/** The place in a folder: everything from `first` to `last` is stored. */
interface Place {
  readonly validity: string;
  readonly first: number;
  readonly last: number;
}

async function syncFolder(
  context: SyncContext,
  client: ImapFlow,
  mailbox: Mailbox,
  folder: MailFolder,
  { signal, onProgress }: SyncOptions,
): Promise<number> {
  signal.throwIfAborted();
  const lock = await client.getMailboxLock(folder.path);
  try {
    const { uids, place: begin } = await findMissing(context, client, folder);
    let place = begin;
    let stored = 0;
    for (const { batch, isHistory } of listBatches(uids, place)) {
      signal.throwIfAborted();
      for await (const fetched of fetchMails(context, client, batch))
        await storeMails(context, mailbox, { folder: folder.record._id, isHistory }, fetched);
      place = isHistory ? { ...place, first: Math.min(...batch) } : { ...place, last: Math.max(...batch) };
      await setPlace(context, folder.record, place);
      stored += batch.length;
      await onProgress?.(stored);
    }
    const changed = await followFlags(context, client, mailbox.account, folder.record._id);
    if (stored > 0 || changed) await countUnread(context, [folder.record._id, ...mailbox.rules.map((rule) => rule.folder)]);
    return stored;
  } finally {
    lock.release();
  }
}

/** The numbers of the messages that are not stored. If the place is not true any more all numbers are new; what they name is found again. */
async function findMissing(
  context: SyncContext,
  client: ImapFlow,
  { path, record }: MailFolder,
): Promise<{ uids: readonly number[]; place: Place }> {
  const validity = client.mailbox === false ? '' : String(client.mailbox.uidValidity);
  const known = readPlace(record);
  const found = await client.search({ all: true }, { uid: true });
  const exists = client.mailbox === false ? 0 : client.mailbox.exists;
  // Messages that it will list later would look as if they arrived then.
  if (!Array.isArray(found) || (found.length === 0 && exists > 0))
    throw new MusterError('outbound_failed', { values: { reason: 'the mail server does not list its messages' } });
  const uids = [...new Set(found)].filter((uid) => Number.isInteger(uid) && uid > 0).slice(0, MAX_UIDS);
  if (known !== undefined && known.validity === validity && (await isPossible(known, client, path)))
    return { uids: uids.filter((uid) => uid > known.last || uid < known.first), place: known };
  const last = uids.reduce((most, uid) => Math.max(most, uid), 0);
  const place = { validity, first: last + 1, last };
  await setPlace(context, record, place);
  return { uids, place };
}

/**
 * A server may have listed a number that it has not given yet: then the messages that get numbers below it would never be fetched. The next
 * number is requested: `client.mailbox` has one more than the highest that was listed.
 */
async function isPossible({ last }: Place, client: ImapFlow, path: string): Promise<boolean> {
  const status = await client.status(path, { uidNext: true });
  const next = status === false ? undefined : status.uidNext;
  return next === undefined || next <= 0 || last < next;
}

function readPlace(record: VisibleRecord): Place | undefined {
  const validity = toText(record['uid_validity']);
  if (validity === '') return undefined;
  return { validity, first: Number(record['first_uid'] ?? 1), last: Number(record['last_uid'] ?? 0) };
}

async function setPlace({ records }: SyncContext, { _id }: VisibleRecord, { validity, first, last }: Place): Promise<void> {
  const fields: JsonObject = { uid_validity: validity, first_uid: first, last_uid: last };
  await records.update(SYSTEM_ACTOR, { module: 'emailFolders', id: _id, fields, quiet: true });
}

/** New messages in their order, then the older ones, the latest first: the top of a folder is there soon. */
function* listBatches(uids: readonly number[], { first, last }: Place): Generator<{ batch: readonly number[]; isHistory: boolean }> {
  const fresh = uids.filter((uid) => uid > last).sort((one, two) => one - two);
  for (let at = 0; at < fresh.length; at += BATCH) yield { batch: fresh.slice(at, at + BATCH), isHistory: false };
  const older = uids.filter((uid) => uid < first).sort((one, two) => two - one);
  for (let at = 0; at < older.length; at += BATCH) yield { batch: older.slice(at, at + BATCH), isHistory: true };
}
