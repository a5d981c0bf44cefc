import { withWarnings, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import { toText } from '#engine/model';

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1_000;
const MAX_PAGES = 1_000_000;
/** Campaigns of a lead that are found by their recipients. */
const MOST_CAMPAIGNS = 1_000;

/**
 * `GET /api/campaigns/leads/:lead/campaigns?pageNumber=&pageSize=`: the campaigns of which a lead is a recipient, and those for which it was
 * chosen, as far as the caller sees them. Errors: `record_not_found`; `parameter_invalid`.
 */
export async function listOfLead(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, parameters } = context;
  const lead = await records.get(actor, { module: 'leads', id: parameters['lead'] ?? '' });
  const pageNumber = readNumber(context, 'pageNumber', { least: 0, most: MAX_PAGES, absent: 0 });
  const pageSize = readNumber(context, 'pageSize', { least: 1, most: MAX_PAGE_SIZE, absent: PAGE_SIZE });
  const entered = await listEntered(context, lead._id);
  const chosen = { leads_campaigns: { equals: lead._id } };
  const found = await records.find(actor, {
    module: 'campaigns',
    filter: entered.length === 0 ? chosen : { or: [chosen, { _id: { in: [...entered] } }] },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    offset: pageNumber * pageSize,
    limit: pageSize,
  });
  return { body: withWarnings({ data: found.data, total: found.total, pageNumber, pageSize }, found.warnings) };
}

/** The campaigns of the recipients that the caller sees. */
async function listEntered({ records, actor, rights }: PluginRouteContext, lead: string): Promise<readonly string[]> {
  if (!rights.module('campaignRecipients').access) return [];
  const { data } = await records.find(actor, {
    module: 'campaignRecipients',
    filter: { person: { equals: { module: 'leads', id: lead } } },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    fields: ['campaign'],
    limit: MOST_CAMPAIGNS,
    totalLimit: 1,
  });
  return [...new Set(data.map(({ campaign }) => toText(campaign)).filter((id) => id !== ''))];
}

interface NumberBounds {
  readonly least: number;
  readonly most: number;
  readonly absent: number;
}

function readNumber({ query, refuse }: PluginRouteContext, name: string, { least, most, absent }: NumberBounds): number {
  const text = query[name];
  if (text === undefined) return absent;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    refuse('parameter_invalid', { message: `${name} must be a whole number from ${least} to ${most}.`, data: { parameter: name } });
  return value;
}
