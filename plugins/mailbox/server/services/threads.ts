import { createHash } from 'node:crypto';
import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import type { ParsedMail } from './parse-mail.ts';

type Records = Pick<PluginContext, 'records'>;

/** Messages that one message can bring into its conversation. */
const MAX_MOVED = 200;
const MAX_IDS = 500;

/** The name of the conversation that begins with a message. */
export function threadOf(messageId: string): string {
  return createHash('sha256').update(messageId).digest('hex').slice(0, 40);
}

/**
 * The conversations of messages, in their order: that of a message which they refer to, else the one that its oldest reference begins. So
 * it does not matter in which order messages are fetched.
 */
export async function findThreads(
  { records }: Records,
  mails: readonly Pick<ParsedMail, 'messageId' | 'references' | 'digest'>[],
): Promise<readonly string[]> {
  const ids = [...new Set(mails.flatMap(({ references }) => references))].slice(0, MAX_IDS);
  const known = new Map<string, string>();
  if (ids.length > 0) {
    const { data } = await records.find(SYSTEM_ACTOR, {
      module: 'messages',
      filter: { message_id: { in: ids } },
      fields: ['message_id', 'thread'],
      limit: MAX_IDS,
      totalLimit: 1,
    });
    for (const message of data) known.set(toText(message['message_id']), await nameThread({ records }, message));
  }
  return mails.map(({ messageId, references, digest }) => {
    const parent = references.findLast((id) => known.has(id));
    return parent === undefined ? threadOf(references[0] ?? (messageId === '' ? digest : messageId)) : (known.get(parent) ?? '');
  });
}

/** A message that was sent from the product begins its conversation when the first reply arrives. */
async function nameThread({ records }: Records, message: VisibleRecord): Promise<string> {
  const known = toText(message['thread']);
  if (known !== '') return known;
  const thread = threadOf(toText(message['message_id']));
  await records.update(SYSTEM_ACTOR, { module: 'messages', id: message._id, fields: { thread }, quiet: true });
  return thread;
}

/**
 * Messages that were fetched before the one which they reply to are in the conversation that it would begin; it is part of an older one,
 * so they are moved there, with their entries.
 */
export async function joinThreads(
  { records }: Records,
  mails: readonly { readonly mail: ParsedMail; readonly thread: string }[],
): Promise<void> {
  for (const { mail, thread } of mails) {
    const own = threadOf(mail.messageId);
    if (mail.messageId === '' || own === thread) continue;
    for (const module of ['messages', 'mailEntries']) {
      const { data } = await records.find(SYSTEM_ACTOR, {
        module,
        filter: { thread: own },
        fields: ['_id'],
        limit: MAX_MOVED,
        totalLimit: 1,
      });
      const ids = data.map(({ _id }) => _id);
      if (ids.length > 0) await records.updateMany(SYSTEM_ACTOR, { module, ids, fields: { thread }, quiet: true });
    }
  }
}
