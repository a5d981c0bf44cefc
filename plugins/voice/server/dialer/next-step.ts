import type { PluginJobContext } from '#engine';
import { RINGING, STATE, TALKING, type DialerCall, type Participant } from '../../shared/dialer.ts';
import { decideCall, isActiveUser, type RecordLink } from '../call-rules.ts';
import type { CallOutcome, CallReport, VoiceCarrierPort } from '../carrier/voice-carrier.ts';
import { changeLast, findCurrent, toEntries, type Campaign, type CampaignChange } from './campaign.ts';

type Context = Pick<PluginJobContext, 'records' | 'service' | 'clock' | 'setting' | 'publicUrl'> & {
  /** The step may have been made before: its process, or its job, was lost. */
  readonly isRepeat: boolean;
};

/** Characters of the result of a call. */
const MAX_RESULT = 500;

/** How calls ended, in words. */
export const RESULTS: { readonly [outcome in CallOutcome]: string } = {
  completed: 'Talked',
  busy: 'Busy',
  unreached: 'No answer',
  dropped: 'Line dropped',
};

/** The next step of a campaign in its state; undefined: it is not time for it yet. */
export function findNextStep(context: Context, carrier: VoiceCarrierPort, campaign: Campaign): Promise<CampaignChange | undefined> {
  if (campaign.state === STATE.awaitingCallIn) return awaitCaller(context, carrier, campaign);
  if (campaign.state === STATE.running) return callNext(context, carrier, campaign);
  return followCall(context, carrier, campaign);
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}

async function awaitCaller({ clock }: Context, carrier: VoiceCarrierPort, campaign: Campaign): Promise<CampaignChange | undefined> {
  const caller = await carrier.findCaller(campaign.conference);
  if (caller !== 'present') return caller === 'left' ? CALLER_LEFT : undefined;
  const started_at = campaign.startedAt || toIso(clock.now());
  return { status: campaign.isPaused ? STATE.paused : STATE.running, conferenceStarted: true, started_at };
}

/** The caller has hung up, or did not answer. */
const CALLER_LEFT: CampaignChange = { status: STATE.callerLeft, conferenceStarted: false, notice: 'The caller has left.' };

/** Nobody is called while the caller is away. */
async function callNext(context: Context, carrier: VoiceCarrierPort, campaign: Campaign): Promise<CampaignChange> {
  return (await carrier.findCaller(campaign.conference)) === 'left' ? CALLER_LEFT : chooseNext(context, campaign);
}

/** Calls the first person who may be called now. Those who may not are passed over with the reason; those at whose place it is too early or late wait. */
async function chooseNext(context: Context, campaign: Campaign): Promise<CampaignChange> {
  if (campaign.isPaused) return { status: STATE.paused };
  if (!(await isActiveUser(context, campaign.organizer))) return pause('The caller is not active any more.');
  const startedAt = toIso(context.clock.now());
  const calls: DialerCall[] = [...campaign.calls];
  const waiting: Participant[] = [];
  let earliest = Number.POSITIVE_INFINITY;
  for (const [index, person] of campaign.remaining.entries()) {
    const { refusal, callAfter } = await decideCall(context, person.phone ?? '', linkOf(campaign, person));
    const call = { ...person, callId: `${campaign.id}.${calls.length + 1}`, startedAt };
    if (refusal !== null) calls.push({ ...call, result: `Not called: ${refusal}`, endedAt: startedAt });
    else if (callAfter > context.clock.now()) {
      waiting.push(person);
      earliest = Math.min(earliest, callAfter);
    } else {
      const remaining = [...waiting, ...campaign.remaining.slice(index + 1)];
      const change = { calls: toEntries([...calls, { ...call, result: RINGING }]), remainingCalls: toEntries(remaining) };
      return { ...change, status: STATE.attemptingCall };
    }
  }
  const change = { calls: toEntries(calls), remainingCalls: toEntries(waiting) };
  if (waiting.length > 0) return { ...change, ...pause(`Outside of the calling hours of everyone who remains, until ${toIso(earliest)}.`) };
  return { ...change, status: STATE.complete, isStopped: true, conferenceStarted: false, ended_at: startedAt };
}

function pause(notice: string): CampaignChange {
  return { status: STATE.paused, isPaused: true, notice };
}

function linkOf({ module }: Campaign, { recordId }: Participant): RecordLink | undefined {
  return module === '' || recordId === undefined || recordId === '' ? undefined : { module, id: recordId };
}

/** Places the call that was decided on, and follows it until its end. */
async function followCall(context: Context, carrier: VoiceCarrierPort, campaign: Campaign): Promise<CampaignChange | undefined> {
  const call = findCurrent(campaign);
  if (call === undefined) return { status: STATE.running };
  if (call.carrierId === undefined || call.carrierId === '') return placeCall(context, carrier, campaign, call);
  const report = await carrier.read(call.carrierId);
  if (report.kind === 'ringing') return undefined;
  if (report.kind === 'ended') return endCall(campaign, report);
  if (campaign.state === STATE.connected) return undefined;
  const calls = changeLast(campaign.calls, { result: TALKING, connectedAt: toIso(report.connectedAt) });
  return { status: STATE.connected, calls };
}

/** At the last moment: an opt-out that was entered since counts. */
async function placeCall(context: Context, carrier: VoiceCarrierPort, campaign: Campaign, call: DialerCall): Promise<CampaignChange> {
  const { number, refusal } = await decideCall(context, call.phone ?? '', linkOf(campaign, call));
  if (refusal !== null || number === null) {
    const change = { result: `Not called: ${refusal ?? ''}`, endedAt: toIso(context.clock.now()) };
    return { status: afterCall(campaign), calls: changeLast(campaign.calls, change) };
  }
  const isRecorded = context.setting('voice_record_calls') === true;
  const placed = await carrier.place({
    ...{ to: number, from: '', requestedAt: Date.parse(call.startedAt), isRepeat: context.isRepeat },
    content: { kind: 'conference', conference: campaign.conference, isRecorded },
    statusUrl: `${context.publicUrl}/api/dialer/call-status?campaign=${campaign.id}`,
  });
  if (placed.kind === 'placed') return { calls: changeLast(campaign.calls, { carrierId: placed.id, isRecorded }) };
  const change = { result: `Not called: ${placed.reason}`.slice(0, MAX_RESULT), endedAt: toIso(context.clock.now()) };
  return { status: afterCall(campaign), calls: changeLast(campaign.calls, change) };
}

function endCall(campaign: Campaign, report: Extract<CallReport, { readonly kind: 'ended' }>): CampaignChange {
  const { connectedAt, endedAt, outcome, said } = report;
  const calls = changeLast(campaign.calls, {
    result: RESULTS[outcome],
    endedAt: toIso(endedAt),
    ...(connectedAt === undefined ? {} : { connectedAt: toIso(connectedAt) }),
    ...(said === '' ? {} : { said }),
  });
  return { status: afterCall(campaign), calls };
}

/** The state after a call. */
export function afterCall({ isPaused }: Pick<Campaign, 'isPaused'>): string {
  return isPaused ? STATE.paused : STATE.running;
}
