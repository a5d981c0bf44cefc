import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import { addDecision } from './consent.ts';
import { queueReply } from './queue-sms.ts';
import { findKeyword } from './sms-keywords.ts';
import { readSmsSettings } from './sms-sender.ts';

type Services = Pick<PluginContext, 'records' | 'setting' | 'clock'>;

/** Two programs that answer each other must end. */
const ONE_REPLY_IN_MS = 86_400_000;

/** Enters what a received message decides, such as STOP, into the ledger. Repeating it has no further effect. */
export async function enterDecision(context: Pick<Services, 'records'>, sms: VisibleRecord): Promise<void> {
  const keyword = findKeyword(toText(sms['message']));
  const address = toText(sms['sentFrom']);
  if (keyword === undefined || keyword.meaning === 'help' || address === '') return;
  const person = (sms['related_records'] as readonly { readonly module: string; readonly id: string }[] | undefined)?.[0];
  await addDecision(context, {
    channel: 'sms',
    address,
    receives: keyword.meaning === 'start',
    source: 'Text message',
    text: keyword.word,
    person,
    key: `sms-${sms._id}`,
  });
}

/** Answers HELP and INFO, STOP if the number has a text for it, and other messages if their user answers automatically. */
export async function replyToSms(context: Services, sms: VisibleRecord): Promise<void> {
  const [to, number] = [toText(sms['sentFrom']), toText(sms['to'])];
  if (to === '') return;
  const settings = number === '' ? undefined : await readSmsSettings(context, { phone_number: { equals: number } });
  const keyword = findKeyword(toText(sms['message']));
  const text = await chooseText(context, sms, settings, keyword?.meaning);
  if (text === '') return;
  await queueReply(context, {
    to,
    text,
    repliesTo: keyword?.word ?? 'message',
    sender: { number, settingsId: settings?._id },
    owner: toText(sms['assigned_to']) || undefined,
    key: `reply-${sms._id}`,
  });
}

async function chooseText(
  context: Services,
  sms: VisibleRecord,
  settings: VisibleRecord | undefined,
  meaning: 'stop' | 'start' | 'help' | undefined,
): Promise<string> {
  if (meaning === 'help') return toText(context.setting('sms_help_text'));
  if (meaning === 'stop') return toText(settings?.['stop_words_answer']);
  if (meaning === 'start' || settings?.['auto_reply'] !== true) return '';
  return (await hasReply(context, toText(sms['sentFrom']))) ? '' : toText(settings['auto_reply_message']);
}

/** Whether the number got an automatic answer in the last day. */
async function hasReply({ records, clock }: Services, number: string): Promise<boolean> {
  const since = new Date(clock.now() - ONE_REPLY_IN_MS).toISOString();
  const filter = { person_number: { equals: number }, automatic_reply: { equals: 'message' }, createdAt: { range: { gte: since } } };
  return (await records.find(SYSTEM_ACTOR, { module: 'sms', filter, fields: ['_id'], limit: 1, totalLimit: 1 })).data.length > 0;
}
