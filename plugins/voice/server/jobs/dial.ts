import { paginateRecords, SYSTEM_ACTOR, type PluginJob, type PluginJobContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { chooseCarrier, POLL_MS } from '../carrier/choose-carrier.ts';
import { ACTIVE_STATES, actFor, findCampaign, storeChange } from '../dialer/campaign.ts';
import { findNextStep } from '../dialer/next-step.ts';

/** One step of a campaign: `turn` counts its changes, `look` how often nothing had changed yet. */
type DialPayload = JsonObject & { readonly campaign: string; readonly turn: number; readonly look: number };

/** A campaign in which nothing happened for this time has lost its job. */
const FORGOTTEN_AFTER_MS = 300_000;

/** Makes the next step of a campaign, or looks again later. Each change of the campaign adds its own run, and ends the earlier ones. */
export const DIAL: PluginJob<DialPayload> = {
  name: 'dial',
  payloadSchema: {
    type: 'object',
    required: ['campaign', 'turn', 'look'],
    properties: { campaign: { type: 'string' }, turn: { type: 'integer' }, look: { type: 'integer' } },
  },
  concurrency: 10,
  deadline: 60_000,
  attempts: 6,
  backOff: { kind: 'exponential', delay: 1_000 },
  run: dial,
};

async function dial(context: PluginJobContext<DialPayload>): Promise<JsonObject> {
  const { payload } = context;
  const campaign = await findCampaign(context, payload.campaign);
  if (campaign?.turn !== payload.turn || !ACTIVE_STATES.includes(campaign.state)) return { skipped: true };
  const isRepeat = context.attempt > 1 || context.losses > 0 || payload.look > 0;
  const change = await findNextStep({ ...context, isRepeat }, await chooseCarrier(context), campaign);
  if (change === undefined) {
    const look = payload.look + 1;
    await context.addJob(DIAL, { ...payload, look }, { id: `dial-${campaign.id}-${campaign.turn}-${look}`, delay: POLL_MS });
    return { looked: true };
  }
  const stored = await storeChange(context, actFor(campaign.organizer === '' ? {} : { userId: campaign.organizer }), campaign, change);
  return stored === undefined ? { skipped: true } : { status: toText(stored['status']) };
}

/** Adds a job for campaigns that lost theirs, such as with the data of a queue. */
export async function recoverCampaigns(context: PluginJobContext): Promise<void> {
  const now = context.clock.now();
  const filter = {
    status: { in: [...ACTIVE_STATES] },
    updatedAt: { range: { lt: new Date(now - FORGOTTEN_AFTER_MS).toISOString() } },
  };
  const pages = paginateRecords({ ...context, actor: SYSTEM_ACTOR }, { module: 'dialerCampaigns', filter, fields: ['turn'] });
  for await (const page of pages)
    for (const { _id, turn } of page)
      await context.addJob(
        DIAL,
        // Its first look may have placed the call.
        { campaign: _id, turn: Number(turn ?? 0), look: 1 },
        { id: `dial-${_id}-${Number(turn ?? 0)}-recover-${now}` },
      );
}
