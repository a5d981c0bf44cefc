import { SYSTEM_ACTOR, type Actor, type PluginContext, type PluginRouteContext, type VisibleRecord } from '#engine';
import { parsePhone, toText, type JsonObject } from '#engine/model';
import { joinSignature, MAX_SEGMENTS, measureSms } from '../../shared/sms-segments.ts';
import { hasCarrier } from './choose-carrier.ts';
import { findRefusal } from './consent.ts';
import { findPeople, linkPeople, type NumberOwner } from './people-by-number.ts';
import { actForCaller } from './queue-message.ts';
import { openPictures } from './sms-pictures.ts';
import { findRecipientZone, findSendTime, readHours } from './sending-hours.ts';
import { chooseSmsSender, type SmsSender } from './sms-sender.ts';

type Services = Pick<PluginContext, 'records' | 'setting' | 'clock'>;

/** A text message to send. */
export interface OutgoingSms {
  readonly to: string;
  readonly message: string;
  readonly module?: string | undefined;
  readonly record?: string | undefined;
  /** Paths of pictures. */
  readonly attachments?: readonly string[] | undefined;
}

/** The user who sends. Errors: `action_not_allowed` without the right to create text messages. */
export function requireSmsSender({ actor: { userId }, rights, refuse }: PluginRouteContext): string {
  return userId === undefined || !rights.module('sms').create ? refuse('action_not_allowed') : userId;
}

/** The number of a recipient as it is stored. Errors: `number_invalid`, also for one with line breaks. */
export function readNumber({ refuse }: Pick<PluginRouteContext, 'refuse'>, to: string): string {
  const number = /[\r\n\0]/.test(to) ? undefined : parsePhone(to);
  return number ?? refuse('number_invalid', { data: { to } });
}

/**
 * Stores a text message of the caller: `Queued`, and sent by a job in the hours of its recipient; or `Not Sent` with the reason. Errors:
 * `number_invalid`, `sms_empty`, `sms_too_long`, `sms_number_missing`, `record_not_found`, those of `openPictures` and of a save.
 */
export async function queueSms(context: PluginRouteContext, userId: string, sms: OutgoingSms, purpose = 'sms'): Promise<VisibleRecord> {
  const { module, record } = sms;
  const to = readNumber(context, sms.to);
  const main = module === undefined || record === undefined ? undefined : { module, id: record };
  const about = main === undefined ? undefined : await context.records.get(context.actor, main);
  const people = await findPeople(context, to);
  const known = about ?? people[0]?.record;
  const sender = await chooseSmsSender(context, userId, toText((known?.['current_address'] as JsonObject | undefined)?.['state']));
  const text = sms.message.replace(/\r\n?/g, '\n').trim();
  if (text === '' && (sms.attachments ?? []).length === 0) context.refuse('sms_empty');
  const message = joinSignature(text, sender.signature);
  if (measureSms(message).segments > MAX_SEGMENTS) context.refuse('sms_too_long');
  const pictures = await openPictures(context, sms.attachments ?? []);
  if (sender.number === '' && hasCarrier(context)) context.refuse('sms_number_missing');
  const { record: saved } = await context.records.create(actForCaller(context), {
    module: 'sms',
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor(purpose),
    fields: {
      ...describeSms(to, message, sender, people, main),
      ...(await decideSms(context, to, known)),
      ...pictures,
      sent_by: userId,
      assigned_to: userId,
    },
  });
  return saved;
}

/** An answer of the product to a message that it received. */
export interface AutomaticReply {
  readonly to: string;
  readonly text: string;
  /** The word that it answers, or 'message'. */
  readonly repliesTo: string;
  readonly sender: Pick<SmsSender, 'number' | 'settingsId'>;
  readonly owner: string | undefined;
  /** What makes it one answer, however often the handler runs. */
  readonly key: string;
}

/**
 * Stores an answer of the product. One to a word, such as HELP, was requested by the person at this moment: it is sent at once, also to somebody
 * who has opted out. The automatic answer of a user to a message is sent as any other message.
 */
export async function queueReply(context: Services, reply: AutomaticReply): Promise<void> {
  const people = await findPeople(context, reply.to);
  const actor: Actor = { ...SYSTEM_ACTOR, name: 'messages' };
  const isRequested = reply.repliesTo !== 'message';
  const now = new Date(context.clock.now()).toISOString();
  await context.records.create(actor, {
    module: 'sms',
    idempotency: { key: reply.key, path: 'messages/sms-reply', bodyDigest: '' },
    fields: {
      ...describeSms(reply.to, reply.text, { ...reply.sender, signature: '' }, people, undefined),
      ...(isRequested ? { status: 'Queued', failure: null, send_after: now } : await decideSms(context, reply.to, people[0]?.record)),
      automatic_reply: reply.repliesTo,
      ...(reply.owner === undefined ? {} : { assigned_to: reply.owner }),
    },
  });
}

/** Whether a message may be sent, and from which time on. */
export async function decideSms(context: Services, to: string, record: JsonObject | undefined): Promise<JsonObject> {
  const now = context.clock.now();
  const sendTime = findSendTime(now, findRecipientZone(context, to, record), readHours(context));
  const refusal = await findRefusal(context, 'sms', to);
  const send_after = new Date(sendTime).toISOString();
  return refusal === undefined ? { status: 'Queued', failure: null, send_after } : { status: 'Not Sent', failure: refusal, send_after };
}

/** The fields of an outgoing message. */
export function describeSms(
  to: string,
  message: string,
  { number, settingsId }: SmsSender,
  people: readonly NumberOwner[],
  main: { readonly module: string; readonly id: string } | undefined,
): JsonObject {
  return {
    ...linkPeople(people, main),
    direction: 'Outbound',
    to,
    message,
    ...(number === '' ? {} : { sentFrom: number }),
    ...(settingsId === undefined ? {} : { smsSettings_sms: settingsId }),
  };
}
