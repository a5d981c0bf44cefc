import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import { toText, type JsonValue } from '#engine/model';
import type { AudiencePreview } from '../../shared/campaign.ts';
import { readAudience } from '../services/audience.ts';
import { requireChannel } from '../services/check-campaign.ts';
import { SENDING } from '../services/other-plugins.ts';
import { readResults } from '../services/results.ts';

/** People whose addresses a preview checks, and those that it shows. */
const MOST_CHECKED = 1_000;
const MOST_SHOWN = 20;

/** `GET /api/campaigns/:campaign/results`: sums by status, and by step and subject. */
export async function showResults(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, parameters } = context;
  const { _id } = await records.get(actor, { module: 'campaigns', id: parameters['campaign'] ?? '' });
  return { body: (await readResults(context, actor, _id)) as unknown as JsonValue };
}

/** `GET /api/campaigns/:campaign/audience`: how many people the caller would reach, and the first of them. */
export async function previewAudience(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, parameters } = context;
  const campaign = await records.get(actor, { module: 'campaigns', id: parameters['campaign'] ?? '' });
  const channel = requireChannel(context, campaign);
  const audience = await readAudience(context, actor, campaign);
  const empty: AudiencePreview = { total: 0, checked: 0, reachable: 0, people: [] };
  if (audience === undefined) return { body: empty as unknown as JsonValue };
  const sort = [{ sortField: '_id', sortOrder: 'asc' as const }];
  const { data, total } = await records.find(actor, { ...audience, sort, limit: MOST_CHECKED });
  const reach = await context.service(SENDING).findReach({ channel, records: data });
  const addresses = new Set(reach.flatMap(({ address, reason }) => (reason === undefined ? [address] : [])));
  const people = data.slice(0, MOST_SHOWN).map((person, index) => ({
    id: person._id,
    name: toText(person['name']),
    reason: reach[index]?.reason ?? null,
  }));
  const preview: AudiencePreview = { total, checked: data.length, reachable: addresses.size, people };
  return { body: preview as unknown as JsonValue };
}
