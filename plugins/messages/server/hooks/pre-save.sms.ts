import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { isOneOf, WAITING_STATUSES } from '../../shared/message.ts';
import { measureSms } from '../../shared/sms-segments.ts';

/** What a text message says and to whom: nobody changes it after it was checked for sending, or received. */
const CHECKED = ['direction', 'to', 'sentFrom', 'message'] as const;

/** The number of its conversation and its parts follow from the message; only the endpoints queue one, and nobody changes it afterwards. */
export function protectSms(context: PreSaveContext<'sms'>): void {
  const { event, draft } = context;
  if (!event.isEdit()) return;
  const changed = event.changed();
  if (event.actor.kind !== 'system' && !event.isBulkLoad) {
    if (isOneOf(WAITING_STATUSES, draft.status) && changed.has('status')) context.refuse('sms_not_queueable');
    const isSent = toText(event.before?.send_after) !== '';
    const isReceived = toText(event.before?.carrier_id) !== '';
    if ((isSent && changed.has('status')) || ((isSent || isReceived) && CHECKED.some((field) => changed.has(field))))
      context.refuse('message_not_changeable');
  }
  const number = draft.direction === 'Inbound' ? draft.sentFrom : draft.to;
  const { segments } = measureSms(toText(draft.message));
  if (number !== undefined) draft.person_number = number;
  if (segments > 0) draft.segments = Math.min(segments, MOST_SEGMENTS);
}

/** The most that the field stores: a message that was received may have more. */
const MOST_SEGMENTS = 20;
