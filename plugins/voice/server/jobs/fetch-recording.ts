import { SYSTEM_ACTOR, type PluginJob, type PluginJobContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { DialerCall } from '../../shared/dialer.ts';
import { RECORDED } from '../../shared/recording-fields.ts';
import { chooseCarrier } from '../carrier/choose-carrier.ts';
import { actFor, changeCampaign, findCampaign, toEntries, type Campaign } from '../dialer/campaign.ts';
import { storeRecording } from '../store-recording.ts';

/** A call of a campaign that was recorded. */
type Payload = JsonObject & { readonly campaign: string; readonly call: string };
type Context = PluginJobContext<Payload>;

/** Stores what was recorded of a call: as a recording of its caller, which the activity of the call has. */
export const FETCH_RECORDING: PluginJob<Payload> = {
  name: 'fetch-recording',
  payloadSchema: {
    type: 'object',
    required: ['campaign', 'call'],
    properties: { campaign: { type: 'string' }, call: { type: 'string' } },
  },
  concurrency: 2,
  deadline: 180_000,
  attempts: 8,
  backOff: { kind: 'exponential', delay: 5_000 },
  run: fetchRecording,
};

async function fetchRecording(context: Context): Promise<JsonObject> {
  const { payload, records } = context;
  const campaign = await findCampaign(context, payload.campaign);
  const call = campaign?.calls.find(({ callId }) => callId === payload.call);
  if (campaign === undefined || call === undefined || toText(call.recording) !== '') return { skipped: true };
  const recording = await createRecording(context, campaign, call);
  const change = (one: DialerCall): DialerCall => (one.callId === call.callId ? { ...one, recording } : one);
  const changed = await changeCampaign(context, actFor({ userId: campaign.organizer }), campaign.id, ({ calls }) => ({
    calls: toEntries(calls.map(change)),
  }));
  // The disposition may have been entered before the recording was there.
  const activity = toText(changed.calls.find(({ callId }) => callId === call.callId)?.activity);
  if (activity !== '') await records.update(SYSTEM_ACTOR, { module: 'activities', id: activity, fields: { call: recording } });
  return { recording };
}

async function createRecording(context: Context, campaign: Campaign, call: DialerCall): Promise<string> {
  const title = `Call with ${toText(call.name) || toText(call.phone)}`;
  const file = await storeRecording(context, await chooseCarrier(context), toText(call.carrierId), title);
  const { record } = await context.records.create(actFor({ userId: campaign.organizer }), {
    module: 'recordings',
    // Of a lost run: the file that no record has is removed after a day.
    idempotency: { key: `voice-recording-${call.callId}`, path: 'voice/recording', bodyDigest: '' },
    fields: {
      ...{ ...file, name: title, type: 'Call', description: `${call.result}. Campaign: ${campaign.name}.`, call_status: RECORDED },
      ...{ phone: toText(call.phone), recorded_at: toText(call.connectedAt), user: campaign.organizer, assigned_to: campaign.organizer },
      ...(toText(call.recordId) === '' || campaign.module === ''
        ? {}
        : { related_record: { module: campaign.module, id: toText(call.recordId) } }),
    },
  });
  return record._id;
}
