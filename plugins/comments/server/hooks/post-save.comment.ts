import { SYSTEM_ACTOR, type EffectContext } from '#engine';
import { textsOf } from '../../shared/comment.ts';
import { RECORD_COMMENTS_EVENT } from '../live-events.ts';
import { followAutomatically, listFollowers } from '../services/follow.ts';
import { keepReaders, type CommentedRecord } from '../services/people.ts';

type Context = EffectContext<'socialComments'>;

/** Attachments of one comment that are removed with it. */
const MAX_ATTACHMENTS = 1_000;
/** Fields that all readers of a comment see. */
const SHOWN_FIELDS: ReadonlySet<string> = new Set(['comment', 'mentions', 'resolved', 'about']);

/** Tells people of a new comment, and of mentions that a change added. */
export async function notifyOfComment(context: Context): Promise<void> {
  const { event, record } = context;
  if (event.isBulkLoad || record === undefined || record.deleted === true) return;
  const before = event.before === undefined ? [] : textsOf(event.before.mentions);
  const mentioned = textsOf(record.mentions).filter((id) => !before.includes(id));
  const [author = null] = textsOf(record.user ?? event.actor.userId ?? null);
  if (record.of_record !== true) return notifyMentioned(context, mentioned, { module: 'socialComments', id: event.id }, author);
  const { about } = record;
  if (about === undefined) return;
  const readers = (await keepReaders(context, mentioned, about)).map(({ _id }) => _id);
  await notifyMentioned(context, readers, about, author);
  if (event.kind !== 'create') return;
  const followers = (await listFollowers(context, about)).filter((id) => id !== author && !mentioned.includes(id));
  await context.notify({
    kind: 'record_commented',
    to: (await keepReaders(context, followers, about)).map(({ _id }) => _id),
    module: about.module,
    record: about.id,
    key: `commented/${about.module}/${about.id}`,
    by: author,
    occurredAt: Date.parse(event.at),
  });
}

async function notifyMentioned(context: Context, to: readonly string[], about: CommentedRecord, by: string | null): Promise<void> {
  if (to.length === 0) return;
  await context.notify({ kind: 'mentioned', to, module: about.module, record: about.id, key: `mention/${context.event.id}`, by });
}

/** Makes the author of a new comment a follower, and tells the open pages of the record that its comments changed. */
export async function announceComment(context: Context): Promise<void> {
  const { event, record, live } = context;
  const about = (record ?? event.before)?.about;
  if (event.isBulkLoad || about === undefined) return;
  // Who has seen a comment is no news to others.
  if (event.kind === 'update' && !event.changedFields.some((field) => SHOWN_FIELDS.has(field))) return;
  const [author] = textsOf(record?.user ?? event.actor.userId ?? null);
  // Before the event: pages that get it read whether their user follows the record.
  if (event.kind === 'create' && author !== undefined) await followAutomatically(context, author, about);
  const data = { module: about.module, record: about.id };
  await live.send(RECORD_COMMENTS_EVENT, data, { record: { module: about.module, id: about.id }, staffOnly: true });
}

/** Removes a comment, or a follower, whose record was deleted permanently: the removal of the record cleared its reference. */
export async function removeWithRecord({ event, record, records }: EffectContext): Promise<void> {
  const hadRecord = event.before?.['about'] !== undefined && event.before['about'] !== null;
  if (record === undefined || !hadRecord || (record['about'] !== undefined && record['about'] !== null)) return;
  if (event.module.name === 'socialComments') await removeFiles(records, event.id);
  const input = { module: event.module.name, ids: [event.id] };
  await records.markDeleted(SYSTEM_ACTOR, input);
  await records.deleteForever(SYSTEM_ACTOR, { ...input, unlinkDependents: true });
}

/** Removes the attachments of a comment for ever, also those that were deleted with it. */
async function removeFiles(records: Context['records'], comment: string): Promise<void> {
  const module = 'socialAttachments';
  for (const deleted of [false, true]) {
    const filter = { socialComments_socialAttachments: comment, deleted };
    const { data } = await records.find(SYSTEM_ACTOR, { module, filter, fields: ['_id'], limit: MAX_ATTACHMENTS });
    const ids = data.map(({ _id }) => _id);
    if (ids.length === 0) continue;
    if (!deleted) await records.markDeleted(SYSTEM_ACTOR, { module, ids });
    await records.deleteForever(SYSTEM_ACTOR, { module, ids, unlinkDependents: true });
  }
}
