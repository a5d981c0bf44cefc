import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { findThreads } from '../services/threads.ts';

/** A reply that is written here is part of the conversation of the message that it replies to. */
export async function joinConversation(context: PreSaveContext<'messages'>): Promise<void> {
  const { event, draft } = context;
  const references = toText(draft.reference_ids).split(' ');
  if (event.kind !== 'create' || toText(draft.thread) !== '' || references[0] === '') return;
  const [thread = ''] = await findThreads(context, [{ messageId: toText(draft.message_id), references, digest: '' }]);
  draft.thread = thread;
}
