import type { PluginRouteResponse, PluginRouteContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import {
  getInterestedLocations,
  buildJobsNearFilter,
  buildLeadsLivingNearFilter,
  buildLeadsNearFilter,
  getJobLocation,
  getLeadLocations,
  type RadiusCenter,
} from '../services/match-filters.ts';
import { toPageBody, MAX_RECORDS, readSearchPage } from '../services/search-page.ts';
import { readMiles, readSearchQuery } from '../services/read-parameters.ts';

type Handler = (context: PluginRouteContext) => Promise<PluginRouteResponse>;

/** Creates a search around the place in the body; `near` builds the filter of the module. */
function searchAround(module: string, near: (of: RadiusCenter, miles: number) => JsonObject, pageSize?: number): Handler {
  return async (context) => {
    const body = context.body as JsonObject;
    return findPage(context, module, near(readCenter(body), readMiles(context, body['miles'])), body, pageSize);
  };
}

/** `POST /api/jobs/radius-search`: all results on one page, up to the maximum page size. */
export const searchJobsAround = searchAround('jobs', (of, miles) => buildJobsNearFilter([of], miles), MAX_RECORDS);

/** `POST /api/jobs/paged-radius-search`. */
export const searchJobPagesAround = searchAround('jobs', (of, miles) => buildJobsNearFilter([of], miles));

/** `POST /api/leads/radius-search`: leads that live there or are interested in the location. */
export const searchLeadsAround = searchAround('leads', buildLeadsNearFilter);

/** `POST /api/leads/primary-address-radius-search`: leads that live there. */
export const searchLeadsLivingAround = searchAround('leads', buildLeadsLivingNearFilter);

/** `POST /api/leads/interested-location-job-search` `{ leadId }`: jobs around the interested ZIPs of a lead. */
export async function searchJobsOfInterest(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const body = context.body as JsonObject;
  const { leadId } = body;
  const lead = await context.records.get(context.actor, { module: 'leads', id: toText(leadId) });
  const places = getInterestedLocations(lead);
  if (places.length === 0) context.refuse('place_unknown');
  return findPage(context, 'jobs', buildJobsNearFilter(places, readMiles(context, body['miles'])), body);
}

/** `GET /api/jobs/leads-in-radius/{a}/{b}`: leads within b miles of a ZIP or a job. */
export async function listLeadsInRadius(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { a = '', b } = context.parameters;
  const of = isZip(a) ? a : getJobLocation(context, await context.records.get(context.actor, { module: 'jobs', id: a }));
  return findPage(context, 'leads', buildLeadsNearFilter(of, readMiles(context, b)), readSearchQuery(context));
}

/** `GET /api/leads/jobs-in-radius/{a}/{b}`: jobs within b miles of a ZIP, or of the home or interested locations of a lead. */
export async function listJobsInRadius(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { a = '', b } = context.parameters;
  const places = isZip(a) ? [a] : getLeadLocations(context, await context.records.get(context.actor, { module: 'leads', id: a }));
  return findPage(context, 'jobs', buildJobsNearFilter(places, readMiles(context, b)), readSearchQuery(context));
}

/** Finds a page of the records that the requester can see, with `terms` in addition to the terms of the search. */
export async function findPage(
  { records, actor }: PluginRouteContext,
  module: string,
  terms: JsonObject,
  search: JsonObject,
  pageSize?: number,
): Promise<PluginRouteResponse> {
  const page = readSearchPage(search, { terms, ...(pageSize === undefined ? {} : { pageSize }) });
  const found = await records.find(actor, { module, ...page.input });
  return { body: toPageBody(found, found.data, page) };
}

function isZip(text: string): boolean {
  return /^\d{5}$/.test(text);
}

/** The body has a ZIP or a point; the schema guarantees it. */
function readCenter({ zip, latitude, longitude }: JsonObject): RadiusCenter {
  return typeof zip === 'string' ? zip : { latitude: Number(latitude), longitude: Number(longitude) };
}
