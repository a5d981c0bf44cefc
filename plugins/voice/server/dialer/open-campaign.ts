import type { PluginRouteContext } from '#engine';
import type { JsonObject } from '#engine/model';
import type { ConferenceDetails } from '../../shared/dialer.ts';
import { hasCarrier } from '../carrier/choose-carrier.ts';
import { findCurrent, nameState, toCampaign, type Campaign } from './campaign.ts';

/** A campaign as the caller may see it. Errors: `record_not_found`. */
export async function readCampaign({ records, actor, refuse }: PluginRouteContext, id: string): Promise<Campaign> {
  const record = await records.get(actor, { module: 'dialerCampaigns', id });
  if (record['deleted'] === true) refuse('record_not_found');
  return toCampaign(record);
}

/** A campaign that the caller may run: its organizer, with the right to edit it. Errors: `action_not_allowed`, `dialer_of_another`. */
export async function openCampaign(context: PluginRouteContext, id: string): Promise<Campaign> {
  const campaign = await readCampaign(context, id);
  if (!isOrganizer(context, campaign)) context.refuse('dialer_of_another');
  if (!(await mayEdit(context, campaign))) context.refuse('action_not_allowed');
  return campaign;
}

async function mayEdit({ records, actor }: PluginRouteContext, { id }: Campaign): Promise<boolean> {
  return (await records.explain(actor, { module: 'dialerCampaigns', id, action: 'edit' })).allowed;
}

function isOrganizer({ actor, rights }: PluginRouteContext, { organizer }: Campaign): boolean {
  return rights.unrestricted || organizer === actor.userId;
}

/** A campaign in the form of the API. */
export async function describeCampaign(context: PluginRouteContext, campaign: Campaign): Promise<JsonObject> {
  const details: ConferenceDetails = {
    campaign: campaign.id,
    name: campaign.name,
    state: Number(campaign.state),
    stateName: nameState(campaign.state),
    isStopped: campaign.isStopped,
    isPaused: campaign.isPaused,
    conferenceStarted: campaign.conferenceStarted,
    notice: campaign.notice || null,
    module: campaign.module || null,
    participants: campaign.participants,
    remainingCalls: campaign.remaining,
    calls: campaign.calls,
    current: findCurrent(campaign) ?? null,
    isSimulated: !hasCarrier(context),
    canRun: isOrganizer(context, campaign) && (await mayEdit(context, campaign)),
  };
  return details as unknown as JsonObject;
}
