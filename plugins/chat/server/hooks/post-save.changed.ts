import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { CHAT_CHANGED_EVENT } from '../live-events.ts';
import { peopleOf } from '../services/conversation-key.ts';

/** Tells the people of a message that their conversation changed, its author too: they may have it open in another tab. */
export async function announceChange({ event, record, live }: EffectContext<'musterMessage'>): Promise<void> {
  const source = record ?? event.before;
  const conversation = toText(source?.conversation);
  if (event.isBulkLoad || source === undefined || conversation === '') return;
  await live.send(CHAT_CHANGED_EVENT, { conversation, what: 'message' }, { users: [...peopleOf(source)] });
}
