import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { UNSENT_STATUSES } from '../../shared/message.ts';
import type { SmsPreview } from '../../shared/sms.ts';
import { findRefusal } from '../services/consent.ts';
import { decideSms, queueSms, readNumber, requireSmsSender, type OutgoingSms } from '../services/queue-sms.ts';
import { chooseSmsSender } from '../services/sms-sender.ts';
import { getPhone } from '../services/template-values.ts';
import { changeMessage, openMessage } from './outbox.ts';

/** `POST /api/sms/send-sms`: a text message to one number. */
export async function sendSms(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = requireSmsSender(context);
  return { status: 202, body: await queueSms(context, userId, context.body as unknown as OutgoingSms) };
}

/** `POST /api/sms/send-multiple-sms`: one message for each number. */
export async function sendMultipleSms(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = requireSmsSender(context);
  const { to, ...sms } = context.body as unknown as Omit<OutgoingSms, 'to'> & { readonly to: readonly string[] };
  // Nothing is queued if one of them is no number.
  const numbers = new Set(to.map((number) => readNumber(context, number)));
  const data: VisibleRecord[] = [];
  for (const [index, number] of [...numbers].entries()) data.push(await queueSms(context, userId, { ...sms, to: number }, `sms-${index}`));
  return { status: 202, body: { data } };
}

/** `POST /api/sms/:message/resend`: a message that did not leave is queued again, after the same checks as a new one. */
export async function resendSms(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = requireSmsSender(context);
  const sms = await openMessage(context, 'sms');
  const status = toText(sms['status']);
  if (!UNSENT_STATUSES.some((one) => one === status)) context.refuse(status === 'Queued' ? 'message_waiting' : 'message_already_sent');
  const decided = await decideSms(context, toText(sms['to']), await readRelated(context, sms));
  return changeMessage(context, 'sms', sms, { ...decided, sent_by: userId });
}

async function readRelated({ records, actor }: PluginRouteContext, sms: VisibleRecord): Promise<JsonObject | undefined> {
  const related = sms['related_record'] as { readonly module: string; readonly id: string } | null | undefined;
  if (related === null || related === undefined) return undefined;
  const { data } = await records.find(actor, { module: related.module, filter: { _id: related.id }, limit: 1 });
  return data[0];
}

/** `POST /api/sms/preview` `{ module, record }` or `{ to }`: to which number a message would go, from which, and why not. */
export async function previewSms(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, body } = context;
  const { to: given, module, record: id } = body as { readonly to?: string; readonly module?: string; readonly record?: string };
  const record = module === undefined || id === undefined ? undefined : await records.get(actor, { module, id });
  const to = given === undefined ? getPhone(record ?? { _id: '' }) : readNumber(context, given);
  const state = toText((record?.['current_address'] as JsonObject | undefined)?.['state']);
  const sender = await chooseSmsSender(context, actor.userId ?? '', state);
  const decided = to === undefined ? undefined : await decideSms(context, to, record);
  const preview: SmsPreview = {
    to: to ?? null,
    from: sender.number || null,
    signature: sender.signature,
    refusal: to === undefined ? null : ((await findRefusal(context, 'sms', to)) ?? null),
    sendAfter: decided === undefined ? null : toText(decided['send_after']),
    isDeferred: decided !== undefined && Date.parse(toText(decided['send_after'])) > context.clock.now(),
  };
  return { body: { ...preview } };
}
