import type { ImapFlow } from 'imapflow';
import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import type { MailAccount } from './mail-account.ts';

/** The latest messages of a folder whose marks are compared in each pass. */
const COMPARED = 300;

/** Read marks that were set elsewhere, on the latest messages of the open folder. Returns whether one differed. */
export async function followFlags(
  { records }: Pick<PluginContext, 'records'>,
  client: ImapFlow,
  account: MailAccount,
  folder: string,
): Promise<boolean> {
  const exists = client.mailbox === false ? 0 : client.mailbox.exists;
  if (exists === 0) return false;
  const seen = new Map<number, boolean>();
  for await (const { uid, flags } of client.fetch(`${Math.max(1, exists - COMPARED + 1)}:*`, { uid: true, flags: true }))
    if (seen.size < COMPARED) seen.set(uid, flags?.has('\\Seen') === true);
  if (seen.size === 0) return false;
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'mailEntries',
    filter: { mail_account: account._id, remote_folder: folder, remote_uid: { in: [...seen.keys()] }, is_pending: false },
    fields: ['remote_uid', 'read'],
    limit: COMPARED,
    totalLimit: 1,
  });
  let changed = false;
  for (const { _id, remote_uid: uid, read } of data) {
    const isRead = seen.get(Number(uid));
    if (isRead === undefined || isRead === (read === true)) continue;
    await records.update(SYSTEM_ACTOR, { module: 'mailEntries', id: _id, fields: { read: isRead } });
    changed = true;
  }
  return changed;
}
