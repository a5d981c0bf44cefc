import { defineService, MusterError, offerService, SYSTEM_ACTOR, type ServiceContext, type VisibleRecord } from '#engine';
import { isEmailAddress, parsePhone, toText, type JsonObject } from '#engine/model';
import { decide } from './queue-message.ts';
import { decideSms, describeSms } from './queue-sms.ts';
import { chooseSystemSender } from './senders.ts';
import { hasCarrier } from './choose-carrier.ts';
import { findPeople } from './people-by-number.ts';
import { findProductNumber } from './sms-sender.ts';

/** A message that another plugin writes to one person, such as a reminder. */
export interface Notice {
  readonly channel: 'email' | 'sms';
  /** An e-mail address or a phone number. */
  readonly to: string;
  /** Of an e-mail. */
  readonly subject: string;
  readonly text: string;
  /** The record that it is about. */
  readonly module: string;
  readonly record: string;
  /** Id of the user whose message it is; undefined: nobody's. */
  readonly owner: string | undefined;
  /** What makes it one message, however often it is sent: at most 200 characters. */
  readonly key: string;
}

/** What became of it: a stored message, which a job sends, or which the ledger does not allow; or nothing, with the reason. */
export type NoticeResult =
  | { readonly kind: 'stored'; readonly module: 'messages' | 'sms'; readonly id: string; readonly sends: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

/** Sends messages of the product through the outbox: each address is checked in the ledger, and text messages wait for their hours. */
export interface Notices {
  /** Errors: those of a save. */
  send(notice: Notice): Promise<NoticeResult>;
}

/** Offered to plugins that write to one person, in the name of the product. */
export const NOTICES_SERVICE = offerService<Notices>(defineService<Notices>('messages.notices', '1.0.0'), (context) => ({
  send: (notice) => send(context, notice),
}));

async function send(context: ServiceContext, notice: Notice): Promise<NoticeResult> {
  const module = notice.channel === 'email' ? 'messages' : 'sms';
  const stored = await findStored(context, module, notice.key);
  if (stored !== undefined) return describeStored(module, stored);
  if (notice.channel === 'sms') return sendSms(context, notice);
  if (!isEmailAddress(notice.to)) return { kind: 'refused', reason: 'No e-mail address.' };
  return store(context, module, notice, {
    ...(await decide(context, notice.to)),
    ...{ subject: notice.subject, message: notice.text, to: [notice.to], is_system: true },
    ...{ messageType: 'Email', direction: 'Outbound', related_record: { module: notice.module, id: notice.record } },
    message_id: `${context.ids.next()}@${new URL(context.publicUrl).hostname}`,
    sentFrom: chooseSystemSender(context).sentFrom || null,
  });
}

async function sendSms(context: ServiceContext, notice: Notice): Promise<NoticeResult> {
  const number = parsePhone(notice.to);
  if (number === undefined) return { kind: 'refused', reason: 'No phone number.' };
  const people = await findPeople(context, number);
  const sender = { number: findProductNumber(context, ''), settingsId: undefined, signature: '' };
  if (sender.number === '' && hasCarrier(context))
    return { kind: 'refused', reason: 'The product has no number to send text messages from.' };
  return store(context, 'sms', notice, {
    ...describeSms(number, notice.text, sender, people, { module: notice.module, id: notice.record }),
    ...(await decideSms(context, number, people[0]?.record)),
  });
}

async function findStored({ records }: ServiceContext, module: 'messages' | 'sms', key: string): Promise<VisibleRecord | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module,
    filter: { send_key: { equals: key } },
    fields: ['_id', 'status'],
    limit: 1,
    totalLimit: 1,
  });
  return data[0];
}

function describeStored(module: 'messages' | 'sms', { _id, status }: VisibleRecord): NoticeResult {
  return { kind: 'stored', module, id: _id, sends: toText(status) !== 'Not Sent' };
}

/** Of two processes that send the same message, one stores it. */
async function store(
  context: ServiceContext,
  module: 'messages' | 'sms',
  { key, owner }: Notice,
  content: JsonObject,
): Promise<NoticeResult> {
  try {
    const { record } = await context.records.create(
      { ...SYSTEM_ACTOR, name: 'messages' },
      { module, fields: { ...content, send_key: key, ...(owner === undefined ? {} : { assigned_to: owner }) } },
    );
    return describeStored(module, record);
  } catch (error) {
    const stored = error instanceof MusterError && error.code === 'not_unique' ? await findStored(context, module, key) : undefined;
    if (stored === undefined) throw error;
    return describeStored(module, stored);
  }
}
