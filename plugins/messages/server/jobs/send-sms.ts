import { SYSTEM_ACTOR, type PluginJob, type PluginJobContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { chooseCarrier } from '../services/choose-carrier.ts';
import { findRefusal } from '../services/consent.ts';
import { findPeople } from '../services/people-by-number.ts';
import { findRecipientZone, findSendTime, readHours } from '../services/sending-hours.ts';
import { toCarrierMessage, type CarrierResult, type SmsCarrierPort } from '../services/sms-carrier.ts';
import { isVersionConflict } from '../services/version-conflicts.ts';
import { ATTEMPTS, change, claim, readWaiting, SENDING, type SendPayload } from '../services/waiting-message.ts';

type Context = PluginJobContext<SendPayload>;

/** Sends a queued text message, and stores what became of it. */
export const SEND_SMS: PluginJob<SendPayload> = {
  name: 'send-sms',
  ...SENDING,
  run: sendSms,
};

async function sendSms(context: Context): Promise<JsonObject> {
  const sms = await readWaiting(context, 'sms', { message: context.payload.message, attempt: context.attempt, losses: context.losses });
  if (sms === undefined) return { skipped: true };
  const carrier = await chooseCarrier(context);
  // An attempt without a result may have been accepted: the carrier knows.
  const earlier = sms['status'] === 'Sending' ? await findEarlier(context, carrier, sms) : undefined;
  if (earlier !== undefined) return store(context, sms, createSent(context, carrier, earlier));
  const deferred = await defer(context, sms);
  if (deferred !== undefined) return deferred;
  const claimed = await claim(context, 'sms', sms);
  if (claimed === undefined) return { skipped: true };
  // At the last moment: an opt-out that was entered before it counts.
  const refusal = await findReason(context, claimed);
  if (refusal !== undefined) return store(context, claimed, { status: 'Not Sent', failure: refusal });
  return storeResult(context, carrier, claimed, await carrier.send(toCarrierMessage(context, claimed)));
}

/**
 * The id of an earlier attempt that the carrier accepted. As long as the carrier does not say whether it did, nothing is sent again: the
 * last attempt ends the message as failed.
 */
async function findEarlier(context: Context, carrier: SmsCarrierPort, sms: VisibleRecord): Promise<string | undefined> {
  const accepted = await carrier.findAccepted(toCarrierMessage(context, sms), Date.parse(toText(sms['createdAt'])));
  if (accepted === undefined) {
    const failure = 'It is not known whether the carrier sent it: there was no response.';
    if (context.attempt >= ATTEMPTS) await store(context, sms, { status: 'Failed', failure });
    return context.refuse('outbound_failed', { message: failure });
  }
  if (accepted.length === 0) return undefined;
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: 'sms',
    filter: { carrier_id: { in: [...accepted] } },
    fields: ['carrier_id'],
    limit: accepted.length,
  });
  const known = new Set(data.map((one) => one['carrier_id']));
  return accepted.find((id) => !known.has(id));
}

/** Why a message may not be sent any more: it was checked when it was queued, and what was checked may have changed. */
async function findReason(context: Context, sms: VisibleRecord): Promise<string | undefined> {
  const word = toText(sms['automatic_reply']);
  if (word !== '' && word !== 'message') return undefined;
  const sender = toText(sms['sent_by']);
  if (sender !== '' && !(await isActive(context, sender))) return 'Its sender may not send text messages any more.';
  return findRefusal(context, 'sms', toText(sms['to']));
}

async function isActive({ records }: Context, user: string): Promise<boolean> {
  const filter = { _id: user, active: true };
  return (await records.find(SYSTEM_ACTOR, { module: 'users', filter, fields: ['_id'], limit: 1 })).data.length > 0;
}

/** In the quiet hours of its recipient a message waits for their end, with a job of its own. */
async function defer(context: Context, sms: VisibleRecord): Promise<JsonObject | undefined> {
  const word = toText(sms['automatic_reply']);
  if (word !== '' && word !== 'message') return undefined;
  const number = toText(sms['to']);
  const [person] = await findPeople(context, number);
  const now = context.clock.now();
  const time = findSendTime(now, findRecipientZone(context, number, person?.record), readHours(context));
  if (time === now) return undefined;
  const changed = await change(context, 'sms', sms, { status: 'Queued', send_after: new Date(time).toISOString() });
  const id = `defer-${sms._id}-${Number(changed['_version'])}`;
  await context.addJob(SEND_SMS, { message: sms._id }, { id, delay: time - now });
  return { deferred: true };
}

function createSent({ clock }: Context, carrier: SmsCarrierPort, id: string | undefined): JsonObject {
  const sent_at = new Date(clock.now()).toISOString();
  return { status: 'Sent', failure: null, sent_at, is_simulated: carrier.isSimulated, ...(id === undefined ? {} : { carrier_id: id }) };
}

/** A refusal ends the message with the words of the carrier; otherwise it waits for the next attempt, until the last one. */
async function storeResult(context: Context, carrier: SmsCarrierPort, sms: VisibleRecord, result: CarrierResult): Promise<JsonObject> {
  if (result.kind === 'accepted') return store(context, sms, createSent(context, carrier, result.id));
  const failure = result.reason.slice(0, 1_000);
  const isLast = context.attempt >= ATTEMPTS && result.kind === 'busy';
  if (result.kind === 'refused' || isLast) return store(context, sms, { status: 'Failed', failure });
  // One without a response is not queued again: it could be cancelled although the carrier has it.
  await store(context, sms, { status: result.kind === 'busy' ? 'Queued' : 'Sending', failure });
  return context.attempt >= ATTEMPTS ? endUnconfirmed(context, carrier, failure) : context.refuse('outbound_failed', { message: failure });
}

/** After the last attempt the carrier is the only one who knows. */
async function endUnconfirmed(context: Context, carrier: SmsCarrierPort, failure: string): Promise<JsonObject> {
  const { data } = await context.records.find(SYSTEM_ACTOR, { module: 'sms', filter: { _id: context.payload.message }, limit: 1 });
  const [sms] = data;
  if (sms?.['status'] !== 'Sending') return { skipped: true };
  const accepted = await findEarlier(context, carrier, sms);
  return store(context, sms, accepted === undefined ? { status: 'Failed', failure } : createSent(context, carrier, accepted));
}

/** A status that the carrier reported meanwhile is later than this one. */
async function store(context: Context, sms: VisibleRecord, fields: JsonObject): Promise<JsonObject> {
  try {
    await change(context, 'sms', sms, fields);
  } catch (error) {
    if (!isVersionConflict(error)) throw error;
    return { status: 'reported' };
  }
  return { status: fields['status'] ?? null };
}
