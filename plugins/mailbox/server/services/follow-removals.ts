import type { ImapFlow } from 'imapflow';
import { MusterError, SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { countUnread, type MailFolder } from './folders.ts';
import type { MailAccount } from './mail-account.ts';

type Context = Pick<PluginContext, 'records'>;

/** Entries of a folder that are compared in one pass. */
const MAX_COMPARED = 10_000;
const PAGE = 500;
/** Entries of a folder that are marked as deleted in one pass. */
const MAX_REMOVED = 500;
/** The number of no message: the entry is on the server no more. */
export const NO_UID = 0;

/** How far a folder was compared. */
interface Comparison {
  /** What the folder was like at the last complete comparison. */
  readonly done?: string;
  /** A comparison that goes on: what the folder was like at its begin, and the number below which it goes on. */
  readonly open?: { readonly mark: string; readonly below: number };
}

/**
 * Messages that another mail program has deleted, or moved where nothing is fetched: their entries are marked as deleted. It is called after
 * all folders were fetched, so that what was moved to one of them is known there. Nothing is compared unless the server lists as many
 * messages as it says that there are; each entry is looked for by its Message-ID before it is marked.
 */
export async function followRemovals(
  context: Context,
  client: ImapFlow,
  account: MailAccount,
  { path, record }: MailFolder,
  signal: AbortSignal,
): Promise<void> {
  const lock = await client.getMailboxLock(path);
  try {
    const mark = describeFolder(client, record);
    const state = JSON.parse(toText(record['removals']) || '{}') as Comparison;
    if (mark === undefined || (state.open === undefined && state.done === mark)) return;
    const listed = await listAll(client);
    if (listed === undefined) return;
    const { uids, uidNext } = listed;
    // What arrives meanwhile is stored by another run, and not listed here.
    const begin = state.open ?? { mark, below: uidNext };
    const below = await compare({ context, client, account, folder: record._id, uids, signal }, begin.below);
    const next: Comparison = below === undefined ? { done: begin.mark } : { ...state, open: { ...begin, below } };
    const fields: JsonObject = { removals: JSON.stringify(next) };
    await context.records.update(SYSTEM_ACTOR, { module: 'emailFolders', id: record._id, fields, quiet: true });
    await countUnread(context, [record._id]);
  } finally {
    lock.release();
  }
}

/**
 * What changes with each message that leaves the folder, and not with one that arrives: how many numbers are not used any more. Undefined: the
 * numbers of the server are not those that were fetched.
 */
function describeFolder({ mailbox }: ImapFlow, record: VisibleRecord): string | undefined {
  if (mailbox === false || String(mailbox.uidValidity) !== toText(record['uid_validity'])) return undefined;
  if (!Number.isInteger(mailbox.uidNext)) return undefined;
  return `${mailbox.uidValidity}/${mailbox.uidNext - mailbox.exists}`;
}

/** The numbers of all messages; undefined: the server does not list as many as it has. */
async function listAll(client: ImapFlow) {
  const found = await client.search({ all: true }, { uid: true });
  if (!Array.isArray(found) || client.mailbox === false) return undefined;
  const uids: ReadonlySet<number> = new Set(found);
  const { exists, uidNext } = client.mailbox;
  return uids.size === exists ? { uids, uidNext } : undefined;
}

interface Work {
  readonly context: Context;
  readonly client: ImapFlow;
  readonly account: MailAccount;
  /** Id of the folder. */
  readonly folder: string;
  readonly uids: ReadonlySet<number>;
  readonly signal: AbortSignal;
}

/** Compares entries from the highest number down; returns the number below which the next pass goes on, undefined: all are compared. */
async function compare(work: Work, begin: number): Promise<number | undefined> {
  let below = begin;
  let removed = 0;
  for (let compared = 0; compared < MAX_COMPARED && removed < MAX_REMOVED; compared += PAGE) {
    work.signal.throwIfAborted();
    const page = await readPage(work, below);
    removed += await removeGone(work, page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return undefined;
    below = Number(last['remote_uid']);
  }
  return below;
}

async function readPage({ context, account, folder }: Work, below: number): Promise<readonly VisibleRecord[]> {
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: 'mailEntries',
    filter: { mail_account: account._id, remote_folder: folder, is_pending: false, remote_uid: { range: { lt: below } } },
    fields: ['remote_uid', 'folder', 'message'],
    sort: [{ sortField: 'remote_uid', sortOrder: 'desc' }],
    limit: PAGE,
    totalLimit: 1,
  });
  return data;
}

/** A message that its user has moved here into a folder of their own stays there. */
async function removeGone(work: Work, page: readonly VisibleRecord[]): Promise<number> {
  const { context, folder, uids } = work;
  const missing = page.filter((entry) => !uids.has(Number(entry['remote_uid'])) && entry['folder'] === folder);
  if (missing.length === 0) return 0;
  const names = await readMessageIds(work, missing);
  const gone: string[] = [];
  for (const { _id, message } of missing) {
    work.signal.throwIfAborted();
    const uid = await findAgain(work, names.get(toText(message)) ?? '');
    if (uid === undefined) gone.push(_id);
    else await context.records.update(SYSTEM_ACTOR, { module: 'mailEntries', id: _id, fields: { remote_uid: uid }, quiet: true });
  }
  if (gone.length === 0) return 0;
  // In this order: an entry without a number is compared again if the process is lost in between.
  await context.records.updateMany(SYSTEM_ACTOR, { module: 'mailEntries', ids: gone, fields: { remote_uid: NO_UID }, quiet: true });
  await context.records.markDeleted(SYSTEM_ACTOR, { module: 'mailEntries', ids: gone, changeSource: 'mailbox' });
  return gone.length;
}

async function readMessageIds({ context }: Work, entries: readonly VisibleRecord[]): Promise<ReadonlyMap<string, string>> {
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: 'messages',
    filter: { _id: { in: entries.map(({ message }) => toText(message)) } },
    fields: ['message_id'],
    limit: PAGE,
    totalLimit: 1,
  });
  return new Map(data.map(({ _id, message_id: id }) => [_id, toText(id)]));
}

/** The number of a message, or of another copy of it, in the folder. */
async function findAgain({ client }: Work, messageId: string): Promise<number | undefined> {
  if (messageId === '') return undefined;
  const found = await client.search({ header: { 'Message-ID': `<${messageId}>` } }, { uid: true });
  if (!Array.isArray(found)) throw new MusterError('outbound_failed', { values: { reason: 'the mail server does not search' } });
  return found[0];
}
