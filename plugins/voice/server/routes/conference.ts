import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import { STATE, type DialerCall } from '../../shared/dialer.ts';
import { chooseCarrier, hasCarrier } from '../carrier/choose-carrier.ts';
import {
  actFor,
  changeCampaign,
  changeLast,
  findCurrent,
  nameState,
  toEntries,
  type Campaign,
  type CampaignChange,
} from '../dialer/campaign.ts';
import { afterCall, RESULTS } from '../dialer/next-step.ts';
import { describeCampaign, openCampaign } from '../dialer/open-campaign.ts';
import { getPhone } from './participants.ts';

const AT_REST: readonly string[] = [STATE.ready, STATE.callerLeft, STATE.complete];
const CALLING: readonly string[] = [STATE.attemptingCall, STATE.connected];
/** The result of a call that its caller ended before somebody answered. */
const NOT_REACHED = 'Ended before an answer';

/** Changes a campaign of the caller, and answers with it. `decide` refuses in a state in which that is not possible. */
async function run(
  context: PluginRouteContext,
  id: string,
  decide: (campaign: Campaign) => Promise<CampaignChange> | CampaignChange,
): Promise<PluginRouteResponse> {
  await openCampaign(context, id);
  return { body: await describeCampaign(context, await changeCampaign(context, actFor(context.actor), id, decide)) };
}

function refuseIn({ refuse }: PluginRouteContext, { state }: Campaign): never {
  return refuse('dialer_state', { data: { state: Number(state), stateName: nameState(state) } });
}

/** `POST /api/dialer/request-new-conference` `{ campaign }`: opens the conference, into which the caller is let, and begins with the calls. */
export function requestConference(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { campaign: id } = context.body as { readonly campaign: string };
  return run(context, id, async (campaign) => {
    if (!AT_REST.includes(campaign.state)) refuseIn(context, campaign);
    if (campaign.remaining.length === 0) context.refuse('dialer_nobody_left');
    const conference_id = await openConference(context, id);
    const flags = { isStopped: false, isPaused: false, conferenceStarted: false };
    return { ...flags, status: STATE.awaitingCallIn, conference_id, notice: null, ended_at: null };
  });
}

/** A carrier calls the caller into the conference. Errors: `dialer_phone_missing` without a number of theirs. */
async function openConference(context: PluginRouteContext, campaign: string): Promise<string> {
  const { actor, records, clock, publicUrl, refuse } = context;
  const user = actor.userId === undefined ? undefined : await records.get(actor, { module: 'users', id: actor.userId });
  const phone = user === undefined ? undefined : getPhone(user);
  if (phone === undefined && hasCarrier(context)) refuse('dialer_phone_missing');
  const statusUrl = `${publicUrl}/api/dialer/call-status?campaign=${campaign}`;
  return (await chooseCarrier(context)).openConference({ to: phone ?? '', from: '', requestedAt: clock.now(), statusUrl });
}

/** `POST /api/dialer/pause/:id`: nobody else is called; who is being called or spoken with stays on the line. */
export function pauseConference(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return run(context, context.parameters['id'] ?? '', (campaign) => {
    const { state } = campaign;
    if (state !== STATE.awaitingCallIn && state !== STATE.running && !CALLING.includes(state)) refuseIn(context, campaign);
    return { isPaused: true, ...(state === STATE.running ? { status: STATE.paused } : {}) };
  });
}

/** `POST /api/dialer/resume/:id`: goes on with the next person. */
export function resumeConference(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return run(context, context.parameters['id'] ?? '', (campaign) => {
    if (!campaign.isPaused) refuseIn(context, campaign);
    return { isPaused: false, notice: null, ...(campaign.state === STATE.paused ? { status: STATE.running } : {}) };
  });
}

/** `POST /api/dialer/leave/:id`: the caller hangs up. Nobody is called until they call in again. */
export function leaveConference(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return endAll(context, (campaign) => {
    if (AT_REST.includes(campaign.state)) refuseIn(context, campaign);
    return { status: STATE.callerLeft, conferenceStarted: false };
  });
}

/** `POST /api/dialer/end-conference/:id`: stops the campaign. Who was not called stays for the next conference. */
export function endConference(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return endAll(context, (campaign) => {
    if (campaign.state === STATE.ready || campaign.state === STATE.complete) refuseIn(context, campaign);
    const status = countRemaining(campaign) === 0 ? STATE.complete : STATE.ready;
    const ended_at = new Date(context.clock.now()).toISOString();
    return { status, isStopped: true, isPaused: false, conferenceStarted: false, notice: null, ended_at };
  });
}

function countRemaining(campaign: Campaign): number {
  const current = findCurrent(campaign);
  return campaign.remaining.length + (current !== undefined && !isConnected(current) ? 1 : 0);
}

function isConnected({ connectedAt }: DialerCall): boolean {
  return connectedAt !== undefined && connectedAt !== '';
}

/** Ends the current call with the conference. A person who has not answered is called first the next time. */
async function endAll(context: PluginRouteContext, decide: (campaign: Campaign) => CampaignChange): Promise<PluginRouteResponse> {
  let current: DialerCall | undefined;
  const response = await run(context, context.parameters['id'] ?? '', (campaign) => {
    current = findCurrent(campaign);
    const change = decide(campaign);
    if (current === undefined) return change;
    const { name, phone, recordId } = current;
    const again = isConnected(current) ? [] : [JSON.parse(JSON.stringify({ name, phone, recordId })) as DialerCall];
    return { ...change, ...endLast(context, campaign), remainingCalls: toEntries([...again, ...campaign.remaining]) };
  });
  await hangUp(context, current);
  return response;
}

function endLast({ clock }: PluginRouteContext, campaign: Campaign): CampaignChange {
  const isOver = isConnected(campaign.calls.at(-1) as DialerCall);
  const endedAt = new Date(clock.now()).toISOString();
  return { calls: changeLast(campaign.calls, { endedAt, result: isOver ? RESULTS.completed : NOT_REACHED }) };
}

async function hangUp(context: PluginRouteContext, call: DialerCall | undefined): Promise<void> {
  if (call?.carrierId !== undefined && call.carrierId !== '') await (await chooseCarrier(context)).hangUp(call.carrierId);
}

/** `POST /api/dialer/end-call/:id`: ends the call, and goes on with the next person. */
export async function endCall(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const id = context.parameters['id'] ?? '';
  let current: DialerCall | undefined;
  const response = await run(context, id.split('.')[0] ?? '', (campaign) => {
    current = findCurrent(campaign);
    if (current?.callId !== id) context.refuse('dialer_call_over');
    return { ...endLast(context, campaign), status: afterCall(campaign) };
  });
  await hangUp(context, current);
  return response;
}
