import { paginateRecords, SYSTEM_ACTOR, type PluginJob, type PluginJobContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { CALLING, RECORDED } from '../../shared/recording-fields.ts';
import { changeCallRecord, skipIfOvertaken } from '../call-records.ts';
import { isActiveUser } from '../call-rules.ts';
import { chooseCarrier, POLL_MS } from '../carrier/choose-carrier.ts';
import type { VoiceCarrierPort } from '../carrier/voice-carrier.ts';
import { RESULTS } from '../dialer/next-step.ts';
import { storeRecording } from '../store-recording.ts';

/** The recording that is made on a call; `look` counts how often the call was still going on. */
type Payload = JsonObject & { readonly recording: string; readonly look: number };
type Context = PluginJobContext<Payload>;

const MAX_REASON = 500;
/** A call without an end for this time has lost its job. */
const FORGOTTEN_AFTER_MS = 600_000;

/** Calls a user who speaks a message, and stores it as the file of their recording. */
export const RECORD_MESSAGE: PluginJob<Payload> = {
  name: 'record-message',
  payloadSchema: {
    type: 'object',
    required: ['recording', 'look'],
    properties: { recording: { type: 'string' }, look: { type: 'integer' } },
  },
  concurrency: 5,
  deadline: 120_000,
  attempts: 8,
  backOff: { kind: 'exponential', delay: 2_000 },
  run: recordMessage,
};

async function recordMessage(context: Context): Promise<JsonObject> {
  const { records, payload } = context;
  const filter = { _id: payload.recording, call_status: CALLING };
  const [recording] = (await records.find(SYSTEM_ACTOR, { module: 'recordings', filter, limit: 1, totalLimit: 1 })).data;
  if (recording === undefined) return { skipped: true };
  return skipIfOvertaken(async () => {
    const carrier = await chooseCarrier(context);
    return toText(recording['call_id']) === '' ? place(context, carrier, recording) : follow(context, carrier, recording);
  });
}

async function place(context: Context, carrier: VoiceCarrierPort, recording: VisibleRecord): Promise<JsonObject> {
  const { payload, attempt, losses, publicUrl } = context;
  if (!(await isActiveUser(context, toText(recording['user'])))) {
    await changeCallRecord(context, 'recordings', recording, { call_status: 'The user is not active any more.' });
    return { called: false };
  }
  const placed = await carrier.place({
    to: toText(recording['phone']),
    from: '',
    requestedAt: Date.parse(toText(recording['called_at'])),
    content: { kind: 'message' },
    statusUrl: `${publicUrl}/api/dialer/call-status?recording=${recording._id}`,
    isRepeat: payload.look > 0 || attempt > 1 || losses > 0,
  });
  if (placed.kind === 'refused') {
    await changeCallRecord(context, 'recordings', recording, { call_status: placed.reason.slice(0, MAX_REASON) });
    return { called: false };
  }
  await changeCallRecord(context, 'recordings', recording, { call_id: placed.id });
  return look(context);
}

async function look({ payload, addJob }: Context): Promise<JsonObject> {
  const next = payload.look + 1;
  await addJob(RECORD_MESSAGE, { ...payload, look: next }, { id: `record-${payload.recording}-${next}`, delay: POLL_MS });
  return { looks: next };
}

async function follow(context: Context, carrier: VoiceCarrierPort, recording: VisibleRecord): Promise<JsonObject> {
  const report = await carrier.read(toText(recording['call_id']));
  if (report.kind !== 'ended') return look(context);
  if (report.connectedAt === undefined) {
    await changeCallRecord(context, 'recordings', recording, { call_status: RESULTS[report.outcome] });
    return { recorded: false };
  }
  const file = await storeRecording(context, carrier, toText(recording['call_id']), toText(recording['name']));
  await changeCallRecord(context, 'recordings', recording, {
    ...file,
    call_status: RECORDED,
    recorded_at: new Date(report.connectedAt).toISOString(),
  });
  return { recorded: true };
}

/** Adds a job for calls that lost theirs. */
export async function recoverMessages(context: PluginJobContext): Promise<void> {
  const now = context.clock.now();
  const filter = { call_status: CALLING, called_at: { range: { lt: new Date(now - FORGOTTEN_AFTER_MS).toISOString() } } };
  const pages = paginateRecords({ ...context, actor: SYSTEM_ACTOR }, { module: 'recordings', filter, fields: ['_id'] });
  for await (const page of pages)
    for (const { _id } of page) await context.addJob(RECORD_MESSAGE, { recording: _id, look: 1 }, { id: `recover-${_id}-${now}` });
}
