import type { PluginRouteAnswer, PluginRouteContext } from '#engine';
import type { JsonObject } from '#engine/model';
import { interestsOfLead, jobsNear, leadsLivingNear, leadsNear, placeOfJob, placesOfLead, type Middle } from '../services/near.ts';
import { answerPage, MOST_RECORDS, readSearchPage } from '../services/search-page.ts';
import { milesOf, searchOfQuery } from '../services/read-near.ts';

type Handler = (context: PluginRouteContext) => Promise<PluginRouteAnswer>;

/** A search around the place that a body names; `near` says what of the module lies there. */
function searchAround(module: string, near: (of: Middle, miles: number) => JsonObject, pageSize?: number): Handler {
  return async (context) => {
    const body = context.body as JsonObject;
    return answerTerms(context, module, near(middleOf(body), milesOf(context, body['miles'])), body, pageSize);
  };
}

/** `POST /api/jobs/radius-search`: all at once, as far as one page goes. */
export const searchJobsAround = searchAround('jobs', (of, miles) => jobsNear([of], miles), MOST_RECORDS);

/** `POST /api/jobs/paged-radius-search`. */
export const searchJobPagesAround = searchAround('jobs', (of, miles) => jobsNear([of], miles));

/** `POST /api/leads/radius-search`: who lives there, or would go there. */
export const searchLeadsAround = searchAround('leads', leadsNear);

/** `POST /api/leads/primary-address-radius-search`: who lives there. */
export const searchHomesAround = searchAround('leads', leadsLivingNear);

/** `POST /api/leads/interested-location-job-search` `{ leadId }`: jobs around the ZIPs that a lead would go to. */
export async function searchJobsOfInterest(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  const body = context.body as JsonObject;
  const { leadId } = body;
  const lead = await context.records.get(context.actor, { module: 'leads', id: typeof leadId === 'string' ? leadId : '' });
  const places = interestsOfLead(lead);
  if (places.length === 0) context.refuse('place_unknown');
  return answerTerms(context, 'jobs', jobsNear(places, milesOf(context, body['miles'])), body);
}

/** `GET /api/jobs/leads-in-radius/{a}/{b}`: leads within b miles of a ZIP, or of a job. */
export async function listLeadsInRadius(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  const { a = '', b } = context.parameters;
  const of = isZip(a) ? a : placeOfJob(context, await context.records.get(context.actor, { module: 'jobs', id: a }));
  return answerTerms(context, 'leads', leadsNear(of, milesOf(context, b)), searchOfQuery(context));
}

/** `GET /api/leads/jobs-in-radius/{a}/{b}`: jobs within b miles of a ZIP, or of where a lead lives or would go. */
export async function listJobsInRadius(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  const { a = '', b } = context.parameters;
  const places = isZip(a) ? [a] : placesOfLead(context, await context.records.get(context.actor, { module: 'leads', id: a }));
  return answerTerms(context, 'jobs', jobsNear(places, milesOf(context, b)), searchOfQuery(context));
}

/** A page of what the asker may see of a module, under terms beside their own. */
export async function answerTerms({ records, actor }: PluginRouteContext, module: string, terms: JsonObject, search: JsonObject, pageSize?: number): Promise<PluginRouteAnswer> {
  const page = readSearchPage(search, { terms, ...(pageSize === undefined ? {} : { pageSize }) });
  const found = await records.find(actor, { module, ...page.input });
  return { body: answerPage(found, found.data, page) };
}

function isZip(text: string): boolean {
  return /^\d{5}$/.test(text);
}

/** A body names a ZIP, or else a point: its schema says so. */
function middleOf({ zip, latitude, longitude }: JsonObject): Middle {
  return typeof zip === 'string' ? zip : { latitude: Number(latitude), longitude: Number(longitude) };
}
