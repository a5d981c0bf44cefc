import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { isOneOf, WAITING_STATUSES } from '../../shared/message.ts';

/** What a message says and to whom: nobody changes it after it was checked for sending. */
const CHECKED = ['status', 'messageType', 'direction', 'to', 'cc', 'bcc', 'sentFrom', 'subject', 'message', 'attachments'] as const;

/** A message is sent by the endpoints only, which check its sender, recipient and files: no save queues one, or changes what they checked. */
export function protectOutgoing(context: PreSaveContext<'messages'>): void {
  const { event, draft } = context;
  if (event.actor.kind === 'system' || event.isBulkLoad || !event.isEdit()) return;
  const changed = event.changed();
  if (isOneOf(WAITING_STATUSES, draft.status) && changed.has('status')) context.refuse('message_not_queueable');
  const wasChecked = toText(event.before?.message_id) !== '';
  if (wasChecked && CHECKED.some((field) => changed.has(field))) context.refuse('message_not_changeable');
}
