import { MusterError, SYSTEM_ACTOR, type Actor, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { RINGING, STATE, STATE_NAMES, TALKING, type DialerCall, type Participant } from '../../shared/dialer.ts';

/** The stored fields of a campaign that calls change. */
export interface Campaign {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly organizer: string;
  readonly module: string;
  readonly state: string;
  readonly isPaused: boolean;
  readonly isStopped: boolean;
  readonly conferenceStarted: boolean;
  readonly conference: string;
  readonly notice: string;
  readonly turn: number;
  readonly startedAt: string;
  readonly participants: readonly Participant[];
  readonly remaining: readonly Participant[];
  readonly calls: readonly DialerCall[];
}

/** What changes in a campaign. */
export type CampaignChange = JsonObject;

const MODULE = 'dialerCampaigns';
/** States in which the conference is open, and calls are made. */
export const ACTIVE_STATES: readonly string[] = [STATE.awaitingCallIn, STATE.running, STATE.attemptingCall, STATE.connected];
/** How often a change is tried that others overtake. */
const TRIES = 10;

/** Reads the fields of a campaign; empty lists are stored as none. */
export function toCampaign(record: VisibleRecord): Campaign {
  const list = <Entry>(field: string): readonly Entry[] => (record[field] ?? []) as unknown as readonly Entry[];
  return {
    id: record._id,
    version: Number(record['_version']),
    name: toText(record['name']),
    organizer: toText(record['organizer']),
    module: toText(record['related_module']),
    state: toText(record['status']),
    isPaused: record['isPaused'] === true,
    isStopped: record['isStopped'] === true,
    conferenceStarted: record['conferenceStarted'] === true,
    conference: toText(record['conference_id']),
    notice: toText(record['notice']),
    turn: Number(record['turn'] ?? 0),
    startedAt: toText(record['started_at']),
    participants: list('participants'),
    remaining: list('remainingCalls'),
    calls: list('calls'),
  };
}

/** The name of a state. */
export function nameState(state: string): string {
  return STATE_NAMES[Number(state)] ?? state;
}

/** The call that rings or is spoken on. */
export function findCurrent({ state, calls }: Pick<Campaign, 'state' | 'calls'>): DialerCall | undefined {
  if (state !== STATE.attemptingCall && state !== STATE.connected) return undefined;
  const last = calls.at(-1);
  return last?.result === RINGING || last?.result === TALKING ? last : undefined;
}

/** The list of calls with the last one changed. */
export function changeLast(calls: readonly DialerCall[], change: Partial<DialerCall>): JsonObject[] {
  return calls.map((call, index) => ({ ...call, ...(index === calls.length - 1 ? change : {}) }));
}

/** People in the form in which they are stored. */
export function toEntries(list: readonly (Participant | DialerCall)[]): JsonObject[] {
  return list.map((one) => ({ ...one }));
}

/** A campaign that was not deleted. */
export async function findCampaign({ records }: Pick<PluginContext, 'records'>, id: string): Promise<Campaign | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, { module: MODULE, filter: { _id: id }, limit: 1, totalLimit: 1 });
  const [record] = data;
  return record === undefined || record['deleted'] === true ? undefined : toCampaign(record);
}

/** The product, in the name of a user. */
export function actFor({ userId, impersonatorId }: Pick<Actor, 'userId' | 'impersonatorId'>): Actor {
  return {
    ...SYSTEM_ACTOR,
    name: 'voice',
    ...(userId === undefined ? {} : { userId }),
    ...(impersonatorId === undefined ? {} : { impersonatorId }),
  };
}

/** Stores a change of a campaign as it was read; its next step is then made by a new job. Undefined: it was changed meanwhile. */
export async function storeChange(
  { records }: Pick<PluginContext, 'records'>,
  actor: Actor,
  campaign: Campaign,
  change: CampaignChange,
): Promise<VisibleRecord | undefined> {
  const fields = { ...change, turn: campaign.turn + 1 };
  try {
    return (await records.update(actor, { module: MODULE, id: campaign.id, version: campaign.version, fields })).record;
  } catch (error) {
    if (error instanceof MusterError && error.code === 'version_conflict') return undefined;
    throw error;
  }
}

/** Changes a campaign by what it is at this moment, however often its calls change it meanwhile. Errors: `version_conflict`, `record_not_found`. */
export async function changeCampaign(
  context: Pick<PluginContext, 'records' | 'refuse'>,
  actor: Actor,
  id: string,
  decide: (campaign: Campaign) => Promise<CampaignChange> | CampaignChange,
): Promise<Campaign> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const campaign = (await findCampaign(context, id)) ?? context.refuse('record_not_found');
    const stored = await storeChange(context, actor, campaign, await decide(campaign));
    if (stored !== undefined) return toCampaign(stored);
  }
  return context.refuse('version_conflict');
}
