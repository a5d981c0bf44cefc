import {
  MusterError,
  withWarnings,
  type FindResult,
  type PluginRouteResponse,
  type PluginRouteContext,
  type PluginRouteDefinition,
} from '#engine';
import type { JsonObject, JsonValue, SortDefinition } from '#engine/model';
import { buildHiringJobFilter, buildHiringAccountFilter } from '../../shared/open-jobs.ts';

const MODULE = 'accounts';
/** The modules that the search reads, with the labels for the error. */
const USED = { accounts: 'Accounts', jobs: 'Jobs' };
const DEFAULT_PAGE_SIZE = 10;

/** The request body, already validated against the schema. */
interface OppsSearch {
  readonly leadId?: string;
  readonly profession?: string;
  readonly searchTerms?: JsonObject;
  readonly sortField?: string;
  readonly sortOrder?: SortDefinition['sortOrder'];
  readonly pageNumber?: number;
  readonly pageSize?: number;
}

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };

/** `POST /api/accounts/placement-opps-search`: accounts with open jobs, and the number of open jobs of each. */
export const PLACEMENT_OPPS: Omit<PluginRouteDefinition, 'handle'> = {
  method: 'POST',
  path: '/api/accounts/placement-opps-search',
  errors: ['lead_without_profession'],
  summary: 'Accounts with open jobs, of a profession or of that of a lead',
  bodySchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      leadId: { ...TEXT, description: 'The lead whose profession is searched for.' },
      profession: TEXT,
      searchTerms: { type: 'object', description: 'Further conditions on the accounts.' },
      sortField: TEXT,
      sortOrder: { type: 'string', enum: ['asc', 'desc'] },
      pageNumber: { type: 'integer', minimum: 0, maximum: 1_000_000 },
      pageSize: { type: 'integer', minimum: 1, maximum: 1_000 },
    },
  },
  responseSchema: {
    type: 'object',
    required: ['data', 'total', 'pageNumber', 'pageSize'],
    properties: {
      data: {
        type: 'array',
        items: {
          type: 'object',
          required: ['_id', 'open_jobs'],
          properties: { _id: { type: 'string' }, open_jobs: { type: 'integer', minimum: 1 } },
        },
      },
      total: { type: 'integer', minimum: 0 },
      pageNumber: { type: 'integer', minimum: 0 },
      pageSize: { type: 'integer', minimum: 1 },
    },
  },
};

/** Returns a page like any search, limited to the accounts, jobs and the lead that the requester can see. */
export async function handlePlacementOpps(context: PluginRouteContext): Promise<PluginRouteResponse> {
  for (const [name, module] of Object.entries(USED))
    if (!context.rights.module(name).access) throw new MusterError('module_access_denied', { values: { module } });
  const search = context.body as OppsSearch;
  const { pageNumber = 0, pageSize = DEFAULT_PAGE_SIZE } = search;
  const statuses = context.setting('open_job_statuses') as readonly string[];
  const profession = await readProfession(context, search);
  const found = await context.records.find(context.actor, {
    module: MODULE,
    filter: { and: [search.searchTerms ?? {}, buildHiringAccountFilter(statuses, profession)] },
    sort: [{ sortField: search.sortField ?? 'name', sortOrder: search.sortOrder ?? 'asc' }],
    offset: pageNumber * pageSize,
    limit: pageSize,
  });
  const counts = await countJobs(context, found, buildHiringJobFilter(statuses, profession));
  const data = found.data.map((account) => ({ ...account, open_jobs: counts.get(account._id) ?? 0 }));
  return { body: withWarnings({ data, total: found.total, pageNumber, pageSize }, found.warnings) };
}

/** The profession in the request, or that of the lead if the requester can see it. */
async function readProfession(
  { records, actor, refuse }: PluginRouteContext,
  { leadId, profession }: OppsSearch,
): Promise<string | undefined> {
  if (profession !== undefined || leadId === undefined) return profession;
  const lead = await records.get(actor, { module: 'leads', id: leadId });
  return typeof lead['profession'] === 'string' && lead['profession'] !== '' ? lead['profession'] : refuse('lead_without_profession');
}

/** The number of matching jobs of each account on the page. */
async function countJobs(
  { records, actor }: PluginRouteContext,
  { data }: FindResult,
  jobs: JsonObject,
): Promise<ReadonlyMap<JsonValue, number>> {
  if (data.length === 0) return new Map();
  const { groups } = await records.group(actor, {
    module: 'jobs',
    filter: { ...jobs, accounts_jobs: { in: data.map((account) => account._id) } },
    by: [{ field: 'accounts_jobs' }],
    measures: [{ name: 'jobs', kind: 'count' }],
    limit: data.length,
  });
  return new Map(groups.map(({ keys: [account = null], measures }) => [account, measures['jobs'] ?? 0]));
}
