import type { InTransactionContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { textsOf } from '../../shared/comment.ts';

type Context = InTransactionContext<'socialComments'>;

/**
 * The files of a comment are attachments, which are stored with it and deleted with it. Those of a comment on a record are shown to nobody
 * but System Admins: they are read through the comment.
 */
export async function followAttachments(context: Context): Promise<void> {
  const { event } = context;
  if (event.isBulkLoad) return;
  if (event.kind === 'create') await attachFiles(context);
  // An undo deletes and restores the attachments by itself: they are in the same batch.
  else if (event.kind === 'delete' && event.changeSource !== 'undo') await deleteAttachments(context);
}

async function attachFiles(context: Context): Promise<void> {
  const { event, record } = context;
  const { files, user, of_record: isOfRecord } = record;
  const [author] = textsOf(user);
  for (const { name, path } of (Array.isArray(files) ? files : []) as readonly JsonObject[])
    await context.create('socialAttachments', {
      name: toText(name),
      path: toText(path),
      of_record: isOfRecord === true,
      socialComments_socialAttachments: event.id,
      ...(author === undefined ? {} : { user: author }),
    });
}

async function deleteAttachments(context: Context): Promise<void> {
  const attachments = await context.unit.find('socialAttachments', { socialComments_socialAttachments: context.event.id });
  for (const { _id } of attachments) await context.markDeleted('socialAttachments', _id);
}
