import type { PluginRouteAnswer, PluginRouteContext } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import { activeLeads, jobsNear, leadsNear, openJobs, placeOfJob, placesOfLead } from '../services/near.ts';
import { MOST_RECORDS } from '../services/search-page.ts';
import { NOBODY } from '../services/nobody.ts';
import { milesOf, searchOfQuery } from '../services/read-near.ts';
import { answerTerms } from './radius-searches.ts';

type Handler = (context: PluginRouteContext) => Promise<PluginRouteAnswer>;

/** How far is looked, and the page: as a query string or a body says. */
type ReadAsked = (context: PluginRouteContext) => { readonly miles: JsonValue | undefined; readonly search: JsonObject };

const readQuery: ReadAsked = (context) => ({ miles: context.query['miles'], search: searchOfQuery(context) });
const readBody: ReadAsked = ({ body }) => ({ miles: (body as JsonObject)['miles'], search: body as JsonObject });

/** Active leads of the profession of a job who live around it, or would go there. */
function matchLeads(read: ReadAsked): Handler {
  return async (context) => {
    const { records, actor, parameters } = context;
    const job = await records.get(actor, { module: 'jobs', id: parameters['id'] ?? '' });
    const { miles, search } = read(context);
    const terms = { and: [activeLeads({ setting: (key) => context.setting(key) }, job['profession']), leadsNear(placeOfJob(context, job), milesOf(context, miles))] };
    return answerTerms(context, 'leads', terms, search);
  };
}

/** Open jobs of the profession of a lead around where it lives or would go. */
function matchJobs(read: ReadAsked): Handler {
  return async (context) => {
    const { records, actor, parameters } = context;
    const lead = await records.get(actor, { module: 'leads', id: parameters['id'] ?? '' });
    const { miles, search } = read(context);
    const terms = { and: [openJobs(lead['profession']), jobsNear(placesOfLead(context, lead), milesOf(context, miles))] };
    return answerTerms(context, 'jobs', terms, search);
  };
}

/** `GET /api/jobs/{id}/matching-leads`, and `POST /api/jobs/{id}/match-leads` with a search. */
export const listMatchingLeads = matchLeads(readQuery);
export const searchMatchingLeads = matchLeads(readBody);

/** `GET /api/leads/{id}/matching-jobs`, `GET /api/jobs/matching-jobs-for-lead/{id}`, and `POST /api/leads/{id}/match-jobs` with a search. */
export const listMatchingJobs = matchJobs(readQuery);
export const searchMatchingJobs = matchJobs(readBody);

/** `GET /api/jobs/{id}/applied-leads`: the leads of its applicants that the asker may see. */
export async function listAppliedLeads(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  return answerApplied(context, { of: 'jobs', by: 'jobs_applicants', wanted: 'leads', from: 'lead' });
}

/** `GET /api/leads/{id}/applied-jobs`: the jobs that it applied for. */
export async function listAppliedJobs(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  return answerApplied(context, { of: 'leads', by: 'lead', wanted: 'jobs', from: 'jobs_applicants' });
}

/** Applicants lead from a record of one module to those of another. */
async function answerApplied(context: PluginRouteContext, { of, by, wanted, from }: { readonly of: string; readonly by: string; readonly wanted: string; readonly from: string }): Promise<PluginRouteAnswer> {
  const { records, actor, parameters } = context;
  const { _id } = await records.get(actor, { module: of, id: parameters['id'] ?? '' });
  const { data } = await records.find(actor, { module: 'applicants', filter: { [by]: _id, [from]: { exists: true } }, fields: [from], limit: MOST_RECORDS });
  const ids = [...new Set(data.flatMap(({ [from]: id }) => (typeof id === 'string' ? [id] : [])))];
  return answerTerms(context, wanted, { _id: { in: ids.length === 0 ? [NOBODY] : ids } }, searchOfQuery(context));
}
