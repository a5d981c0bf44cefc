import type { PluginRouteResponse, PluginRouteContext } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import { buildActiveLeadsFilter, buildJobsNearFilter, buildLeadsNearFilter, buildOpenJobsFilter, getJobLocation, getLeadLocations } from '../services/match-filters.ts';
import { MAX_RECORDS } from '../services/search-page.ts';
import { NO_RECORD_ID } from '../services/no-record-id.ts';
import { readMiles, readSearchQuery } from '../services/read-parameters.ts';
import { findPage } from './radius-searches.ts';

type Handler = (context: PluginRouteContext) => Promise<PluginRouteResponse>;

/** How far is looked, and the page: as a query string or a body says. */
type ReadSearch = (context: PluginRouteContext) => { readonly miles: JsonValue | undefined; readonly search: JsonObject };

const readQuery: ReadSearch = (context) => ({ miles: context.query['miles'], search: readSearchQuery(context) });
const readBody: ReadSearch = ({ body }) => ({ miles: (body as JsonObject)['miles'], search: body as JsonObject });

/** Active leads of the profession of a job who live around it, or would go there. */
function matchLeads(read: ReadSearch): Handler {
  return async (context) => {
    const { records, actor, parameters } = context;
    const job = await records.get(actor, { module: 'jobs', id: parameters['id'] ?? '' });
    const { miles, search } = read(context);
    const terms = { and: [buildActiveLeadsFilter({ setting: (key) => context.setting(key) }, job['profession']), buildLeadsNearFilter(getJobLocation(context, job), readMiles(context, miles))] };
    return findPage(context, 'leads', terms, search);
  };
}

/** Open jobs of the profession of a lead around where it lives or would go. */
function matchJobs(read: ReadSearch): Handler {
  return async (context) => {
    const { records, actor, parameters } = context;
    const lead = await records.get(actor, { module: 'leads', id: parameters['id'] ?? '' });
    const { miles, search } = read(context);
    const terms = { and: [buildOpenJobsFilter(lead['profession']), buildJobsNearFilter(getLeadLocations(context, lead), readMiles(context, miles))] };
    return findPage(context, 'jobs', terms, search);
  };
}

/** `GET /api/jobs/{id}/matching-leads`, and `POST /api/jobs/{id}/match-leads` with a search. */
export const listMatchingLeads = matchLeads(readQuery);
export const searchMatchingLeads = matchLeads(readBody);

/** `GET /api/leads/{id}/matching-jobs`, `GET /api/jobs/matching-jobs-for-lead/{id}`, and `POST /api/leads/{id}/match-jobs` with a search. */
export const listMatchingJobs = matchJobs(readQuery);
export const searchMatchingJobs = matchJobs(readBody);

/** `GET /api/jobs/{id}/applied-leads`: the leads of its applicants that the asker may see. */
export async function listAppliedLeads(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return findAppliedPage(context, { of: 'jobs', by: 'jobs_applicants', wanted: 'leads', from: 'lead' });
}

/** `GET /api/leads/{id}/applied-jobs`: the jobs that it applied for. */
export async function listAppliedJobs(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return findAppliedPage(context, { of: 'leads', by: 'lead', wanted: 'jobs', from: 'jobs_applicants' });
}

/** Applicants lead from a record of one module to those of another. */
async function findAppliedPage(context: PluginRouteContext, { of, by, wanted, from }: { readonly of: string; readonly by: string; readonly wanted: string; readonly from: string }): Promise<PluginRouteResponse> {
  const { records, actor, parameters } = context;
  const { _id } = await records.get(actor, { module: of, id: parameters['id'] ?? '' });
  const { data } = await records.find(actor, { module: 'applicants', filter: { [by]: _id, [from]: { exists: true } }, fields: [from], limit: MAX_RECORDS });
  const ids = [...new Set(data.flatMap(({ [from]: id }) => (typeof id === 'string' ? [id] : [])))];
  return findPage(context, wanted, { _id: { in: ids.length === 0 ? [NO_RECORD_ID] : ids } }, readSearchQuery(context));
}
