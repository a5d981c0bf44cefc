import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { DialerCall } from '../../shared/dialer.ts';
import { actFor, changeCampaign, toCampaign, toEntries, type Campaign } from '../dialer/campaign.ts';
import { describeCampaign, openCampaign, readCampaign } from '../dialer/open-campaign.ts';

/** Modules whose records activities are about. */
const ACTIVITY_MODULES: readonly string[] = ['accounts', 'contacts', 'leads', 'providers', 'subs'];
const MINUTE = 60_000;

/** `GET /api/dialer/conference-details/:id`: a campaign with its calls. */
export async function readConference(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return { body: await describeCampaign(context, await readCampaign(context, context.parameters['id'] ?? '')) };
}

/** `POST /api/dialer/get-conference-details` `{ campaign }`: the same. */
export async function getConference(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { campaign } = context.body as { readonly campaign: string };
  return { body: await describeCampaign(context, await readCampaign(context, campaign)) };
}

/** `POST /api/dialer/conference-search`: campaigns by name and state, the newest first. */
export async function searchConferences(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const body = context.body as {
    readonly search?: string;
    readonly states?: readonly number[];
    readonly isMine?: boolean;
    readonly pageNumber?: number;
    readonly pageSize?: number;
  };
  const { search = '', states = [], isMine = false, pageNumber = 0, pageSize = 10 } = body;
  const { data, total } = await context.records.find(context.actor, {
    module: 'dialerCampaigns',
    filter: {
      ...(search === '' ? {} : { name: { contains: search } }),
      ...(states.length === 0 ? {} : { status: { in: states.map(String) } }),
      ...(isMine ? { organizer: context.actor.userId ?? '' } : {}),
    },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    offset: pageNumber * pageSize,
    limit: pageSize,
  });
  return { body: { data: await Promise.all(data.map((record) => describeCampaign(context, toCampaign(record)))), total } };
}

/** `GET /api/dialer/call-details/:id`: one call, with the campaign that it belongs to. */
export async function readCall(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const id = context.parameters['id'] ?? '';
  const campaign = await readCampaign(context, id.split('.')[0] ?? '');
  const call = findCall(context, campaign, id);
  return { body: { ...call, campaign: campaign.id, module: campaign.module || null } as unknown as JsonObject };
}

function findCall({ refuse }: PluginRouteContext, { calls }: Campaign, id: string): DialerCall {
  return calls.find(({ callId }) => callId === id) ?? refuse('dialer_call_missing');
}

/** `POST /api/dialer/save-disposition/:id` `{ disposition, note? }`: what came of a call, as an activity of the person. */
export async function saveDisposition(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const id = context.parameters['id'] ?? '';
  const { disposition, note = '' } = context.body as { readonly disposition: string; readonly note?: string };
  const campaign = await openCampaign(context, id.split('.')[0] ?? '');
  const call = findCall(context, campaign, id);
  if (toText(call.connectedAt) === '' && toText(call.endedAt) === '') context.refuse('dialer_call_not_over');
  const activity = await writeActivity(context, campaign, call, { disposition, note });
  const changed = await changeCampaign(context, actFor(context.actor), campaign.id, ({ calls }) => ({
    calls: toEntries(calls.map((one) => (one.callId === id ? { ...one, disposition, note, activity } : one))),
  }));
  const recording = toText(findCall(context, changed, id).recording);
  // It may have been stored while the activity was.
  if (recording !== '' && recording !== toText(call.recording))
    await context.records.update(SYSTEM_ACTOR, { module: 'activities', id: activity, fields: { call: recording } });
  return { body: await describeCampaign(context, changed) };
}

/** With the rights of the caller; a later disposition of the same call changes its activity. */
async function writeActivity(
  { records, actor }: PluginRouteContext,
  { name, module }: Campaign,
  call: DialerCall,
  { disposition, note }: { readonly disposition: string; readonly note: string },
): Promise<string> {
  const link = call.recordId === undefined || !ACTIVITY_MODULES.includes(module) ? undefined : { module, id: call.recordId };
  const talked = Date.parse(toText(call.endedAt)) - Date.parse(toText(call.connectedAt));
  const fields: JsonObject = {
    name: `Call: ${disposition}`,
    description: [`${call.result}. Campaign: ${name}.`, toText(call.said), note].filter((part) => part !== '').join('\n'),
    ...(Number.isNaN(talked) ? {} : { duration_minutes: Math.ceil(talked / MINUTE) }),
  };
  if (toText(call.activity) !== '') {
    await records.update(actor, { module: 'activities', id: toText(call.activity), fields });
    return toText(call.activity);
  }
  const { record } = await records.create(actor, {
    module: 'activities',
    idempotency: { key: `voice-${call.callId}`, path: 'voice/disposition', bodyDigest: '' },
    fields: {
      ...fields,
      activityType: 'Call',
      activity_date: call.startedAt,
      ...(actor.userId === undefined ? {} : { assigned_to: actor.userId }),
      ...(link === undefined ? {} : { relatedRecord: link }),
      ...(toText(call.recording) === '' ? {} : { call: toText(call.recording) }),
    },
  });
  return record._id;
}
