import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';
import { MAX_MILES } from '../services/read-parameters.ts';
import { SEARCH_PROPERTIES } from '../services/search-page.ts';

/** Request and response schemas of an endpoint. Requests are validated against them, and the OpenAPI document includes them. */
type RouteSchemas = Pick<PluginRouteDefinition, 'summary' | 'bodySchema' | 'responseSchema' | 'errors'>;

const TEXT: JsonObject = { type: 'string', maxLength: 1000 };
const RECORD: JsonObject = { type: 'object', required: ['_id'], properties: { _id: { type: 'string' } } };
const COUNT: JsonObject = { type: 'integer', minimum: 0 };

/** Schema of a page of records, in the format of search responses. */
const PAGE: JsonObject = {
  type: 'object',
  required: ['data', 'total', 'pageNumber', 'pageSize'],
  properties: { data: { type: 'array', items: RECORD }, total: COUNT, pageNumber: COUNT, pageSize: COUNT, _warnings: { type: 'array' } },
};

export const EXISTING_JOBS: RouteSchemas = {
  summary: 'Jobs of the same title and ZIP; nothing is saved',
  errors: [],
  bodySchema: {
    type: 'object',
    required: ['custom_job_title', 'zip'],
    properties: {
      custom_job_title: TEXT,
      zip: TEXT,
      idToExcludeFromSearch: { type: ['string', 'null'], maxLength: 200, description: 'The job that is being changed, when it is saved.' },
    },
  },
  responseSchema: {
    type: 'object',
    required: ['exists', 'data', 'hidden'],
    properties: {
      exists: { type: 'boolean' },
      data: { type: 'array', items: RECORD },
      hidden: { ...COUNT, description: 'Number of matches that the caller may not see.' },
    },
  },
};

export const RATING_SEARCH: RouteSchemas = {
  summary: 'A page of jobs, the highest rated first',
  errors: [],
  bodySchema: {
    type: 'object',
    properties: { ...SEARCH_PROPERTIES, minimum: { type: 'integer', minimum: 0, maximum: 5, description: 'The lowest rating to return.' } },
  },
  responseSchema: PAGE,
};

const MILES: JsonObject = { type: 'number', minimum: 0, maximum: MAX_MILES, description: 'Absent: the setting match_miles.' };

/** Schema of the center: a ZIP or a point. */
const AROUND: JsonObject = {
  type: 'object',
  properties: {
    ...SEARCH_PROPERTIES,
    zip: { type: 'string', pattern: '^\\d{5}$' },
    latitude: { type: 'number', minimum: -90, maximum: 90 },
    longitude: { type: 'number', minimum: -180, maximum: 180 },
    miles: MILES,
  },
  anyOf: [
    { properties: { zip: {} }, required: ['zip'] },
    { properties: { latitude: {}, longitude: {} }, required: ['latitude', 'longitude'] },
  ],
};

const around = (summary: string): RouteSchemas => ({ summary, errors: [], bodySchema: AROUND, responseSchema: PAGE });
const listed = (summary: string, errors: readonly string[]): RouteSchemas => ({ summary, errors, responseSchema: PAGE });
const PLACED = ['place_unknown'];

export const JOBS_AROUND = around('Jobs within a radius');
export const LEADS_AROUND = around('Leads who live within a radius, or are interested in a location there');
export const LEADS_LIVING_AROUND = around('Leads who live around a place');
export const JOBS_OF_INTEREST: RouteSchemas = {
  summary: 'Jobs around the ZIPs that a lead is interested in',
  errors: PLACED,
  responseSchema: PAGE,
  bodySchema: {
    type: 'object',
    required: ['leadId'],
    properties: { ...SEARCH_PROPERTIES, leadId: { type: 'string', minLength: 1, maxLength: 200 }, miles: MILES },
  },
};
export const LEADS_IN_RADIUS = listed('Leads within so many miles of a ZIP or of a job', PLACED);
export const JOBS_IN_RADIUS = listed('Jobs within so many miles of a ZIP or of a lead', PLACED);
export const MATCHING_LEADS = listed('Active leads of the profession of a job, around it', PLACED);
export const APPLIED_LEADS = listed('The leads of the applicants of a job', []);
export const APPLIED_JOBS = listed('The jobs that a lead applied for', []);
export const MATCHING_JOBS = listed('Open jobs of the profession of a lead, around it', PLACED);

/** Adds the search body to the schemas of a matching list. */
const matched = (listing: RouteSchemas): RouteSchemas => ({
  ...listing,
  bodySchema: { type: 'object', properties: { ...SEARCH_PROPERTIES, miles: MILES } },
});

export const MATCH_LEADS = matched(MATCHING_LEADS);
export const MATCH_JOBS = matched(MATCHING_JOBS);
