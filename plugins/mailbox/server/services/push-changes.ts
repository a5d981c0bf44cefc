import type { ImapFlow } from 'imapflow';
import { MusterError, SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import { listAccountFolders } from './folders.ts';
import type { MailAccount } from './mail-account.ts';

type Context = Pick<PluginContext, 'records' | 'log'>;

/** Entries of one round. */
const ROUND = 200;
/** How often a change is repeated that meets another one. */
const MAX_ATTEMPTS = 5;

/**
 * Brings read marks and folders that were changed here to the server. An entry is changed here first, and marked; it is unmarked after the
 * server has it, so that a lost process repeats it.
 */
export async function pushChanges(context: Context, client: ImapFlow, account: MailAccount, signal: AbortSignal): Promise<number> {
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: 'mailEntries',
    filter: { mail_account: account._id, is_pending: true },
    limit: ROUND,
    totalLimit: 1,
  });
  if (data.length === 0) return 0;
  const paths = new Map((await listAccountFolders(context, account)).map(({ _id, remote_path: path }) => [_id, toText(path)]));
  for (const [folder, entries] of groupByFolder(data)) {
    signal.throwIfAborted();
    const path = paths.get(folder) ?? '';
    if (path === '') await unmark(context, entries);
    else await pushFolder(context, client, path, paths, entries);
  }
  return data.length;
}

function groupByFolder(entries: readonly VisibleRecord[]): ReadonlyMap<string, readonly VisibleRecord[]> {
  const groups = new Map<string, VisibleRecord[]>();
  for (const entry of entries) {
    const folder = toText(entry['remote_folder']);
    groups.set(folder, [...(groups.get(folder) ?? []), entry]);
  }
  return groups;
}

async function pushFolder(
  context: Context,
  client: ImapFlow,
  path: string,
  paths: ReadonlyMap<string, string>,
  entries: readonly VisibleRecord[],
): Promise<void> {
  const lock = await client.getMailboxLock(path);
  try {
    for (const entry of entries) {
      const uid = String(Number(entry['remote_uid']));
      if (entry['read'] === true) await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true });
      else await client.messageFlagsRemove(uid, ['\\Seen'], { uid: true });
      const folder = toText(entry['folder']);
      const target = paths.get(folder) ?? '';
      const moved = target === '' || target === path ? undefined : await client.messageMove(uid, target, { uid: true });
      const newUid = moved === undefined || moved === false ? undefined : moved.uidMap?.get(Number(uid));
      const place = newUid === undefined ? {} : { remote_folder: folder, remote_uid: newUid };
      await unmark(context, [entry], place);
    }
  } finally {
    lock.release();
  }
}

/** Only what was not changed again meanwhile: that waits for the next pass. */
async function unmark(
  context: Context,
  entries: readonly VisibleRecord[],
  place: { [field: string]: string | number } = {},
): Promise<void> {
  for (const entry of entries)
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) if (await tryUnmark(context, entry, place)) break;
}

/** False: the entry was changed between reading and writing it. */
async function tryUnmark(
  { records }: Context,
  { _id, read, folder }: VisibleRecord,
  place: { [field: string]: string | number },
): Promise<boolean> {
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'mailEntries', filter: { _id }, limit: 1, totalLimit: 1 });
  const [now] = data;
  if (now === undefined) return true;
  const isPending = (now['read'] === true) !== (read === true) || now['folder'] !== folder;
  const fields = { ...place, is_pending: isPending };
  try {
    await records.update(SYSTEM_ACTOR, { module: 'mailEntries', id: _id, version: Number(now['_version']), fields, quiet: true });
    return true;
  } catch (error) {
    if (error instanceof MusterError && error.code === 'version_conflict') return false;
    throw error;
  }
}
