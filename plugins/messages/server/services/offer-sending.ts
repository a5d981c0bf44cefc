import { defineService, MusterError, offerService, SYSTEM_ACTOR, type Actor, type ServiceContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { joinSignature, MAX_SEGMENTS, measureSms } from '../../shared/sms-segments.ts';
import { hasCarrier } from './choose-carrier.ts';
import { findRefusal, normalizeAddress } from './consent.ts';
import { findPeople } from './people-by-number.ts';
import { describeSms } from './queue-sms.ts';
import { addSignature } from './queue-message.ts';
import { findReach, type Reach, type ReachInput } from './reach.ts';
import { chooseSender, isApproved } from './senders.ts';
import { findRecipientZone, findSendTime, readHours } from './sending-hours.ts';
import { chooseSmsSender } from './sms-sender.ts';
import { getEmail, getPhone, readTarget } from './template-values.ts';
import { assertComplete, writeFromTemplate, type WrittenMessage } from './write-from-template.ts';

/** A message that another plugin makes from a template. */
export interface TemplateMessage {
  readonly channel: 'email' | 'sms';
  /** Id of the user in whose name it is sent, and whose rights apply. */
  readonly user: string;
  /** Id of the template. */
  readonly template: string;
  /** The record that it is for. */
  readonly module: string;
  readonly record: string;
  /** Instead of the subject of the template; '' for that of the template. */
  readonly subject: string;
  /** Instead of the address of the record, which it must not be sent to then; undefined: to the record. */
  readonly to?: string;
  /** What makes it one message, however often it is sent: at most 200 characters. */
  readonly key: string;
  /** Values of fields that the calling plugin added to the module of the message. */
  readonly fields: JsonObject;
}

/** What became of it: a stored message, which a job sends; nothing, with the reason; or nothing before a time. */
export type SendResult =
  | { readonly kind: 'stored'; readonly module: 'messages' | 'sms'; readonly id: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly at: number };

/** Sends messages of other plugins through the outbox, under the rules for all messages. */
export interface Sending {
  /** Errors: `sending_not_approved`, `postal_address_missing`, `sms_number_missing`. */
  assertSender(input: { readonly channel: 'email' | 'sms'; readonly user: string }): Promise<void>;
  /** The address of each record, and why nothing may be sent to it. At most 1,000 records. */
  findReach(input: ReachInput): Promise<readonly Reach[]>;
  /** Errors: `record_not_found`, those of a template, `sms_too_long`, `sms_number_missing`. */
  send(message: TemplateMessage): Promise<SendResult>;
}

/** Offered to plugins that send messages to many people. */
export const SENDING_SERVICE = offerService<Sending>(defineService<Sending>('messages.sending', '1.0.0'), (context) => ({
  assertSender: ({ channel, user }) => assertSender(context, channel, user),
  findReach: (input) => findReach(context, input),
  send: (message) => send(context, message),
}));

async function assertSender(context: ServiceContext, channel: 'email' | 'sms', user: string): Promise<void> {
  if (channel === 'email') {
    if (!(await isApproved(context, user))) context.refuse('sending_not_approved');
    if (toText(context.setting('postal_address')).trim() === '') context.refuse('postal_address_missing');
  } else if (hasCarrier(context) && (await chooseSmsSender(context, user, '')).number === '') context.refuse('sms_number_missing');
}

async function send(context: ServiceContext, message: TemplateMessage): Promise<SendResult> {
  const module = message.channel === 'email' ? 'messages' : 'sms';
  const stored = await findStored(context, module, message.key);
  if (stored !== undefined) return { kind: 'stored', module, id: stored };
  const actor: Actor = { kind: 'plugin', name: 'messages', userId: message.user };
  const template = await context.records.get(actor, { module: 'templates', id: message.template });
  if (template['type'] !== message.channel) context.refuse('template_for_other_channel');
  const { found, values } = await readTarget({ records: context.records, actor }, message);
  const to = message.to ?? (message.channel === 'email' ? getEmail(found) : getPhone(found));
  if (to === undefined) return { kind: 'refused', reason: message.channel === 'email' ? 'No e-mail address.' : 'No phone number.' };
  const refusal = await findRefusal(context, message.channel, to);
  if (refusal !== undefined) return { kind: 'refused', reason: refusal };
  const subject = message.subject === '' ? template['subject'] : message.subject;
  const written = writeFromTemplate(context, { ...template, subject }, message.module, values);
  assertComplete(context, written);
  return module === 'messages' ? storeEmail(context, message, to, written) : storeSms(context, message, to, found, written.text);
}

async function findStored({ records }: ServiceContext, module: 'messages' | 'sms', key: string): Promise<string | undefined> {
  const filter = { send_key: { equals: key } };
  const { data } = await records.find(SYSTEM_ACTOR, { module, filter, fields: ['_id'], limit: 1, totalLimit: 1 });
  return data[0]?._id;
}

async function storeEmail(context: ServiceContext, message: TemplateMessage, to: string, written: WrittenMessage): Promise<SendResult> {
  const sender = await chooseSender(context, message.user);
  return store(context, 'messages', message, {
    ...addSignature(written.text, written.html ?? '', sender.signature),
    subject: written.subject,
    ...{ status: 'Queued', to: [to], messageType: 'Email', direction: 'Outbound', is_system: false },
    sentFrom: sender.sentFrom || null,
    reply_to: sender.replyTo || null,
    message_id: `${context.ids.next()}@${new URL(context.publicUrl).hostname}`,
    related_record: { module: message.module, id: message.record },
  });
}

async function storeSms(
  context: ServiceContext,
  message: TemplateMessage,
  to: string,
  found: VisibleRecord,
  text: string,
): Promise<SendResult> {
  const now = context.clock.now();
  const at = findSendTime(now, findRecipientZone(context, to, found), readHours(context));
  if (at > now) return { kind: 'later', at };
  const sender = await chooseSmsSender(context, message.user, toText((found['current_address'] as JsonObject | undefined)?.['state']));
  if (sender.number === '' && hasCarrier(context)) context.refuse('sms_number_missing');
  const signed = joinSignature(text, sender.signature);
  if (signed.trim() === '') context.refuse('sms_empty');
  if (measureSms(signed).segments > MAX_SEGMENTS) context.refuse('sms_too_long');
  const people = await findPeople(context, normalizeAddress('sms', to));
  return store(context, 'sms', message, {
    ...describeSms(to, signed, sender, people, { module: message.module, id: message.record }),
    ...{ status: 'Queued', send_after: new Date(now).toISOString() },
  });
}

/** Of two processes that send the same message, one stores it. */
async function store(
  context: ServiceContext,
  module: 'messages' | 'sms',
  { user, template, key, fields }: TemplateMessage,
  content: JsonObject,
): Promise<SendResult> {
  try {
    const { record } = await context.records.create(
      { ...SYSTEM_ACTOR, name: 'messages' },
      { module, fields: { ...fields, ...content, template, send_key: key, sent_by: user, assigned_to: user } },
    );
    return { kind: 'stored', module, id: record._id };
  } catch (error) {
    const id = error instanceof MusterError && error.code === 'not_unique' ? await findStored(context, module, key) : undefined;
    if (id === undefined) throw error;
    return { kind: 'stored', module, id };
  }
}
