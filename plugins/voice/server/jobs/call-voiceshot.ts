import { paginateRecords, SYSTEM_ACTOR, type PluginJob, type PluginJobContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { changeCallRecord, skipIfOvertaken } from '../call-records.ts';
import { decideCall, isActiveUser, type RecordLink } from '../call-rules.ts';
import { chooseCarrier, POLL_MS } from '../carrier/choose-carrier.ts';
import type { VoiceCarrierPort } from '../carrier/voice-carrier.ts';
import { RESULTS } from '../dialer/next-step.ts';
import { AUDIO_ROUTE } from '../routes/audio.ts';

/** One call; `look` counts how often it was still going on. */
type CallPayload = JsonObject & { readonly message: string; readonly look: number };
type Context = PluginJobContext<CallPayload>;

/** How long the carrier can fetch the recording. */
const LINK_MS = 3_600_000;
const MAX_REASON = 500;
/** A call that did not begin, or did not end, for this time after it was to begin has lost its job. */
const FORGOTTEN_AFTER_MS = 300_000;

/** Seconds of a voiceshot whose length is not entered. */
const DEFAULT_SECONDS = 30;

/** Calls one recipient of a voiceshot, and stores what became of it. */
export const CALL_VOICESHOT: PluginJob<CallPayload> = {
  name: 'call-voiceshot',
  payloadSchema: {
    type: 'object',
    required: ['message', 'look'],
    properties: { message: { type: 'string' }, look: { type: 'integer' } },
  },
  concurrency: 5,
  deadline: 60_000,
  attempts: 6,
  backOff: { kind: 'exponential', delay: 2_000 },
  run: callRecipient,
};

async function callRecipient(context: Context): Promise<JsonObject> {
  const { records, payload } = context;
  const filter = { _id: payload.message, status: { in: ['Queued', 'Sending'] }, voiceshot: { exists: true } };
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'messages', filter, limit: 1 });
  const [message] = data;
  if (message === undefined) return { skipped: true };
  return skipIfOvertaken(async () => {
    const carrier = await chooseCarrier(context);
    if (message['status'] === 'Queued') return begin(context, carrier, message);
    return toText(message['call_id']) === '' ? place(context, carrier, message, true) : follow(context, carrier, message);
  });
}

/** At the last moment: an opt-out that was entered since counts, and so does the time of day. */
async function begin(context: Context, carrier: VoiceCarrierPort, message: VisibleRecord): Promise<JsonObject> {
  const about = (message['related_record'] ?? undefined) as RecordLink | undefined;
  const { refusal, callAfter } = await decideCall(context, numberOf(message), about);
  const isActive = await isActiveUser(context, toText(message['sent_by']));
  const reason = isActive ? refusal : 'Its sender is not active any more.';
  if (reason !== null) {
    await changeCallRecord(context, 'messages', message, { status: 'Not Sent', failure: reason });
    return { status: 'Not Sent' };
  }
  const now = context.clock.now();
  if (callAfter > now) {
    const waiting = await changeCallRecord(context, 'messages', message, { call_after: new Date(callAfter).toISOString() });
    const id = `wait-${message._id}-${Number(waiting['_version'])}`;
    await context.addJob(CALL_VOICESHOT, { message: message._id, look: 0 }, { id, delay: callAfter - now });
    return { waits: true };
  }
  const claimed = await changeCallRecord(context, 'messages', message, { status: 'Sending', called_at: new Date(now).toISOString() });
  return place(context, carrier, claimed, false);
}

function numberOf(message: VisibleRecord): string {
  return ((message['to'] ?? []) as readonly string[])[0] ?? '';
}

/** Placed again after a lost process, it is the same call at the carrier. */
async function place(context: Context, carrier: VoiceCarrierPort, message: VisibleRecord, isRepeat: boolean): Promise<JsonObject> {
  const filter = { _id: toText(message['voiceshot']) };
  const [voiceshot] = (await context.records.find(SYSTEM_ACTOR, { module: 'voiceshots', filter, limit: 1 })).data;
  const { url } = context.createLink(AUDIO_ROUTE, { parameters: { voiceshot: toText(message['voiceshot']) }, expiresIn: LINK_MS });
  const placed = await carrier.place({
    to: numberOf(message),
    from: toText(message['sentFrom']),
    requestedAt: Date.parse(toText(message['called_at'])),
    content: { kind: 'recording', url, seconds: Number(voiceshot?.['duration_seconds'] ?? DEFAULT_SECONDS) },
    statusUrl: `${context.publicUrl}/api/dialer/call-status?message=${message._id}`,
    isRepeat,
  });
  if (placed.kind === 'placed') {
    await changeCallRecord(context, 'messages', message, { call_id: placed.id });
    return look(context);
  }
  await changeCallRecord(context, 'messages', message, { status: 'Failed', failure: placed.reason.slice(0, MAX_REASON) });
  return { status: 'Failed' };
}

async function look({ payload, addJob }: Context): Promise<JsonObject> {
  const next = payload.look + 1;
  await addJob(CALL_VOICESHOT, { ...payload, look: next }, { id: `look-${payload.message}-${next}`, delay: POLL_MS });
  return { looks: next };
}

async function follow(context: Context, carrier: VoiceCarrierPort, message: VisibleRecord): Promise<JsonObject> {
  const report = await carrier.read(toText(message['call_id']));
  if (report.kind !== 'ended') return look(context);
  const result = RESULTS[report.outcome];
  const isConnected = report.connectedAt !== undefined;
  await changeCallRecord(context, 'messages', message, {
    status: isConnected ? 'Sent' : 'Failed',
    call_result: report.said === '' ? result : `${result}: ${report.said}`,
    ...(isConnected ? { sent_at: new Date(report.connectedAt).toISOString() } : { failure: result }),
  });
  return { status: isConnected ? 'Sent' : 'Failed' };
}

/**
 * Adds a job for calls that lost theirs, such as with the data of a queue. The message of a recipient names its one call: who was called
 * already is found at the carrier, and a job that still runs is not doubled.
 */
export async function recoverVoiceshots(context: PluginJobContext): Promise<void> {
  const now = context.clock.now();
  const before = { range: { lt: new Date(now - FORGOTTEN_AFTER_MS).toISOString() } };
  const filter: JsonObject = {
    voiceshot: { exists: true },
    or: [
      { status: 'Queued', call_after: before },
      { status: 'Sending', called_at: before },
    ],
  };
  const pages = paginateRecords({ ...context, actor: SYSTEM_ACTOR }, { module: 'messages', filter, fields: ['_id'] });
  for await (const page of pages)
    for (const { _id } of page) await context.addJob(CALL_VOICESHOT, { message: _id, look: 0 }, { id: `recover-${_id}-${now}` });
}
