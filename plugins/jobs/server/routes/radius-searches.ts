import type { PluginRouteResponse, PluginRouteContext } from '#engine';
import type { JsonObject } from '#engine/model';
import { getInterestedLocations, buildJobsNearFilter, buildLeadsLivingNearFilter, buildLeadsNearFilter, getJobLocation, getLeadLocations, type RadiusCenter } from '../services/match-filters.ts';
import { toPageBody, MAX_RECORDS, readSearchPage } from '../services/search-page.ts';
import { readMiles, readSearchQuery } from '../services/read-parameters.ts';

type Handler = (context: PluginRouteContext) => Promise<PluginRouteResponse>;

/** A search around the place that a body names; `near` says what of the module lies there. */
function searchAround(module: string, near: (of: RadiusCenter, miles: number) => JsonObject, pageSize?: number): Handler {
  return async (context) => {
    const body = context.body as JsonObject;
    return findPage(context, module, near(readCenter(body), readMiles(context, body['miles'])), body, pageSize);
  };
}

/** `POST /api/jobs/radius-search`: all at once, as far as one page goes. */
export const searchJobsAround = searchAround('jobs', (of, miles) => buildJobsNearFilter([of], miles), MAX_RECORDS);

/** `POST /api/jobs/paged-radius-search`. */
export const searchJobPagesAround = searchAround('jobs', (of, miles) => buildJobsNearFilter([of], miles));

/** `POST /api/leads/radius-search`: who lives there, or would go there. */
export const searchLeadsAround = searchAround('leads', buildLeadsNearFilter);

/** `POST /api/leads/primary-address-radius-search`: who lives there. */
export const searchLeadsLivingAround = searchAround('leads', buildLeadsLivingNearFilter);

/** `POST /api/leads/interested-location-job-search` `{ leadId }`: jobs around the ZIPs that a lead would go to. */
export async function searchJobsOfInterest(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const body = context.body as JsonObject;
  const { leadId } = body;
  const lead = await context.records.get(context.actor, { module: 'leads', id: typeof leadId === 'string' ? leadId : '' });
  const places = getInterestedLocations(lead);
  if (places.length === 0) context.refuse('place_unknown');
  return findPage(context, 'jobs', buildJobsNearFilter(places, readMiles(context, body['miles'])), body);
}

/** `GET /api/jobs/leads-in-radius/{a}/{b}`: leads within b miles of a ZIP, or of a job. */
export async function listLeadsInRadius(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { a = '', b } = context.parameters;
  const of = isZip(a) ? a : getJobLocation(context, await context.records.get(context.actor, { module: 'jobs', id: a }));
  return findPage(context, 'leads', buildLeadsNearFilter(of, readMiles(context, b)), readSearchQuery(context));
}

/** `GET /api/leads/jobs-in-radius/{a}/{b}`: jobs within b miles of a ZIP, or of where a lead lives or would go. */
export async function listJobsInRadius(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { a = '', b } = context.parameters;
  const places = isZip(a) ? [a] : getLeadLocations(context, await context.records.get(context.actor, { module: 'leads', id: a }));
  return findPage(context, 'jobs', buildJobsNearFilter(places, readMiles(context, b)), readSearchQuery(context));
}

/** A page of what the asker may see of a module, under terms beside their own. */
export async function findPage({ records, actor }: PluginRouteContext, module: string, terms: JsonObject, search: JsonObject, pageSize?: number): Promise<PluginRouteResponse> {
  const page = readSearchPage(search, { terms, ...(pageSize === undefined ? {} : { pageSize }) });
  const found = await records.find(actor, { module, ...page.input });
  return { body: toPageBody(found, found.data, page) };
}

function isZip(text: string): boolean {
  return /^\d{5}$/.test(text);
}

/** A body names a ZIP, or else a point: its schema says so. */
function readCenter({ zip, latitude, longitude }: JsonObject): RadiusCenter {
  return typeof zip === 'string' ? zip : { latitude: Number(latitude), longitude: Number(longitude) };
}
