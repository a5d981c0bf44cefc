import type { PluginRouteResponse, PluginRouteContext } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import {
  buildJobsNearFilter,
  buildMatchingLeadsFilter,
  buildOpenJobsFilter,
  getJobLocation,
  getLeadLocations,
} from '../services/match-filters.ts';
import { MAX_RECORDS } from '../services/search-page.ts';
import { NO_RECORD_ID } from '../services/no-record-id.ts';
import { readMiles, readSearchQuery } from '../services/read-parameters.ts';
import { findPage } from './radius-searches.ts';

type Handler = (context: PluginRouteContext) => Promise<PluginRouteResponse>;

/** Reads the radius and the page from the query string or the body. */
type ReadSearch = (context: PluginRouteContext) => { readonly miles: JsonValue | undefined; readonly search: JsonObject };

const readQuery: ReadSearch = (context) => ({ miles: context.query['miles'], search: readSearchQuery(context) });
const readBody: ReadSearch = ({ body }) => ({ miles: (body as JsonObject)['miles'], search: body as JsonObject });

/** Active leads with the profession of a job that live near it or are interested in its location. */
function matchLeads(read: ReadSearch): Handler {
  return async (context) => {
    const { records, actor, parameters } = context;
    const job = await records.get(actor, { module: 'jobs', id: parameters['id'] ?? '' });
    const { miles, search } = read(context);
    const terms = buildMatchingLeadsFilter(
      { setting: (key) => context.setting(key) },
      job['profession'],
      getJobLocation(context, job),
      readMiles(context, miles),
    );
    return findPage(context, 'leads', terms, search);
  };
}

/** Open jobs with the profession of a lead near its home or its interested locations. */
function matchJobs(read: ReadSearch): Handler {
  return async (context) => {
    const { records, actor, parameters } = context;
    const lead = await records.get(actor, { module: 'leads', id: parameters['id'] ?? '' });
    const { miles, search } = read(context);
    const terms = {
      and: [buildOpenJobsFilter(lead['profession']), buildJobsNearFilter(getLeadLocations(context, lead), readMiles(context, miles))],
    };
    return findPage(context, 'jobs', terms, search);
  };
}

/** `GET /api/jobs/{id}/matching-leads`, and `POST /api/jobs/{id}/match-leads` with a search. */
export const listMatchingLeads = matchLeads(readQuery);
export const searchMatchingLeads = matchLeads(readBody);

/**
 * `GET /api/leads/{id}/matching-jobs`, `GET /api/jobs/matching-jobs-for-lead/{id}`, and `POST
 * /api/leads/{id}/match-jobs` with a search.
 */
export const listMatchingJobs = matchJobs(readQuery);
export const searchMatchingJobs = matchJobs(readBody);

/** `GET /api/jobs/{id}/applied-leads`: the leads of its applicants that the requester can see. */
export async function listAppliedLeads(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return findAppliedPage(context, { of: 'jobs', by: 'jobs_applicants', wanted: 'leads', from: 'lead' });
}

/** `GET /api/leads/{id}/applied-jobs`: the jobs that the lead applied for. */
export async function listAppliedJobs(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return findAppliedPage(context, { of: 'leads', by: 'lead', wanted: 'jobs', from: 'jobs_applicants' });
}

/** Finds the records of one module that are linked to a record of another module by applicants. */
async function findAppliedPage(
  context: PluginRouteContext,
  { of, by, wanted, from }: { readonly of: string; readonly by: string; readonly wanted: string; readonly from: string },
): Promise<PluginRouteResponse> {
  const { records, actor, parameters } = context;
  const { _id } = await records.get(actor, { module: of, id: parameters['id'] ?? '' });
  const { data } = await records.find(actor, {
    module: 'applicants',
    filter: { [by]: _id, [from]: { exists: true } },
    fields: [from],
    limit: MAX_RECORDS,
  });
  const ids = [...new Set(data.flatMap(({ [from]: id }) => (typeof id === 'string' ? [id] : [])))];
  return findPage(context, wanted, { _id: { in: ids.length === 0 ? [NO_RECORD_ID] : ids } }, readSearchQuery(context));
}
