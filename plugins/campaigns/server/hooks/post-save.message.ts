import type { EffectContext } from '#engine';
import { foldText, toText } from '#engine/model';
import { countUses, followMessage } from '../services/follow-message.ts';
import { stopAfterReply } from '../services/stop-steps.ts';

/** What became of an e-mail of a campaign, and replies by e-mail. */
export async function followEmail(context: EffectContext<'messages'>): Promise<void> {
  const { event, record } = context;
  if (event.isBulkLoad || record === undefined) return;
  const recipient = toText(record.campaign_recipient);
  if (recipient !== '') {
    await followMessage(context, 'messages', event.id);
    return event.changedFields.some((field) => field === 'open_count' || field === 'click_count')
      ? countUses(context, recipient)
      : undefined;
  }
  // A notice of absence is no reply.
  if (event.kind !== 'create' || record.direction !== 'Inbound' || record.is_automatic === true) return;
  const address = /<([^<>]*)>\s*$/.exec(toText(record.sentFrom))?.[1] ?? toText(record.sentFrom);
  await stopAfterReply(context, 'email', foldText(address.trim()), toText(record.sent_at) || toText(record.createdAt));
}

/** What became of a text message of a campaign, and replies by text message. */
export async function followSms(context: EffectContext<'sms'>): Promise<void> {
  const { event, record } = context;
  if (event.isBulkLoad || record === undefined) return;
  if (toText(record.campaign_recipient) !== '') return followMessage(context, 'sms', event.id);
  if (event.kind !== 'create' || record.direction !== 'Inbound') return;
  await stopAfterReply(context, 'sms', toText(record.sentFrom), toText(record.createdAt));
}
