import { createHash } from 'node:crypto';
import type { ImapFlow, ListResponse } from 'imapflow';
import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { MailAccount } from './mail-account.ts';

type Records = Pick<PluginContext, 'records'>;

/** Most folders of an account that are fetched. */
const MAX_FOLDERS = 200;
/** Folders whose messages are elsewhere too, or that nobody wants to see. */
const LEFT_OUT: ReadonlySet<string> = new Set(['\\All', '\\Junk', '\\Trash', '\\Flagged', '\\Important']);
const TYPES: { readonly [specialUse: string]: string } = {
  '\\Inbox': 'Inbox',
  '\\Sent': 'Sent',
  '\\Drafts': 'Drafts',
  '\\Archive': 'Archive',
};
const ORDER = ['Inbox', 'Sent', 'Drafts', 'Archive', 'Custom'];

/** A folder of an account, on the server and here. */
export interface MailFolder {
  readonly path: string;
  readonly record: VisibleRecord;
}

/** The folders of an account: those of its server that are fetched, each with its record. New ones get a record. */
export async function readFolders(context: Records, client: ImapFlow, account: MailAccount): Promise<readonly MailFolder[]> {
  const leftOut = readLeftOut(account);
  const all = (await client.list()).filter(isFetched);
  const listed = all.filter((one) => isInbox(one) || !leftOut.has(one.path)).slice(0, MAX_FOLDERS);
  const known = await readRecords(context, account);
  const missing = listed.filter(({ path }) => !known.has(keyOf(account, path)));
  if (missing.length > 0)
    await context.records.createMany(SYSTEM_ACTOR, { module: 'emailFolders', records: missing.map((one) => toRecord(account, one)) });
  const records = missing.length === 0 ? known : await readRecords(context, account);
  return listed.flatMap(({ path }) => {
    const record = records.get(keyOf(account, path));
    return record === undefined || record['deleted'] === true ? [] : [{ path, record }];
  });
}

/** The folders on a server of which a user chooses those that are fetched; the inbox always is. */
export async function listChoosable(client: ImapFlow): Promise<readonly { readonly path: string; readonly isInbox: boolean }[]> {
  const listed = (await client.list()).filter(isFetched).slice(0, MAX_FOLDERS);
  return listed.map((one) => ({ path: one.path, isInbox: isInbox(one) }));
}

/** Paths of the folders that the user of an account does not want. */
function readLeftOut(account: MailAccount): ReadonlySet<string> {
  const lines = account['left_out_folders'];
  return new Set(Array.isArray(lines) ? lines.map((line) => toText((line as JsonObject)['path'])) : []);
}

/** The folders of an account here, also those that are not on the server. */
export async function listAccountFolders({ records }: Records, account: Pick<MailAccount, '_id'>): Promise<readonly VisibleRecord[]> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'emailFolders',
    filter: { mail_account: account._id },
    sort: [{ sortField: 'order', sortOrder: 'asc' }],
    limit: 2 * MAX_FOLDERS,
    totalLimit: 1,
  });
  return data;
}

/** Sets the number of messages in folders that were not read. */
export async function countUnread({ records }: Records, folders: Iterable<string>): Promise<void> {
  for (const folder of new Set(folders)) {
    const filter = { folder, read: false };
    const { total } = await records.find(SYSTEM_ACTOR, { module: 'mailEntries', filter, fields: ['_id'], limit: 1 });
    const { data } = await records.find(SYSTEM_ACTOR, { module: 'emailFolders', filter: { _id: folder }, limit: 1, totalLimit: 1 });
    if (data[0] !== undefined && Number(data[0]['unread_count'] ?? 0) !== total)
      await records.update(SYSTEM_ACTOR, { module: 'emailFolders', id: folder, fields: { unread_count: total } });
  }
}

function isFetched({ flags, specialUse, path }: ListResponse): boolean {
  return path.length <= 500 && !flags.has('\\Noselect') && !flags.has('\\NonExistent') && !LEFT_OUT.has(specialUse ?? '');
}

function isInbox({ path }: Pick<ListResponse, 'path'>): boolean {
  return path.toUpperCase() === 'INBOX';
}

async function readRecords(context: Records, account: MailAccount): Promise<ReadonlyMap<string, VisibleRecord>> {
  return new Map((await listAccountFolders(context, account)).map((folder) => [toText(folder['folder_key']), folder]));
}

function keyOf(account: MailAccount, path: string): string {
  return `${account._id}/${createHash('sha256').update(path).digest('hex').slice(0, 40)}`;
}

function toRecord(account: MailAccount, { path, name, specialUse }: ListResponse): JsonObject {
  const type = isInbox({ path }) ? 'Inbox' : (TYPES[specialUse ?? ''] ?? 'Custom');
  const user = toText(account['user']);
  return {
    name: type === 'Inbox' ? 'Inbox' : name.slice(0, 200) || path.slice(0, 200),
    folder_type: type,
    order: ORDER.indexOf(type),
    user,
    assigned_to: user,
    mail_account: account._id,
    folder_key: keyOf(account, path),
    remote_path: path,
  };
}
