import type { EffectContext } from '#engine';
import { foldText, toText } from '#engine/model';
import { followMessage } from '../services/follow-message.ts';
import { stopAfterReply } from '../services/stop-steps.ts';

/** What became of an e-mail of a campaign, and replies by e-mail. */
export async function followEmail(context: EffectContext<'messages'>): Promise<void> {
  const { event, record } = context;
  if (event.isBulkLoad || record === undefined) return;
  if (toText(record.campaign_recipient) !== '') return followMessage(context, 'messages', event.id);
  if (event.kind !== 'create' || record.direction !== 'Inbound') return;
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
