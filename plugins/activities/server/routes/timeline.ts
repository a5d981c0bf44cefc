import { withWarnings, type PluginRouteResponse, type PluginRouteContext, type PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';
import { buildRelatedTerms, type PopulatedRecord } from '../../shared/related-record.ts';

const PAGE_SIZE = 10;
/** Maximum number of records whose activities are combined into one timeline. */
const MAX_RECORDS = 100;

const NAME: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const COUNT: JsonObject = { type: 'integer', minimum: 0 };
const RECORD: JsonObject = { module: NAME, id: NAME };
const PAGE: JsonObject = {
  sortField: NAME,
  sortOrder: { enum: ['asc', 'desc'] },
  pageNumber: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  pageSize: { type: 'integer', minimum: 1, maximum: 1_000 },
};

/** Schema of a page of activities in the format of search responses, newest first. */
const PAGE_SCHEMA: JsonObject = {
  type: 'object',
  required: ['data', 'total', 'pageNumber', 'pageSize'],
  properties: {
    data: { type: 'array', items: { type: 'object', required: ['_id'], properties: { _id: { type: 'string' } } } },
    total: COUNT,
    pageNumber: COUNT,
    pageSize: COUNT,
    _warnings: { type: 'array' },
  },
};

/** The endpoints that return the activities of records, limited to the activities that the requester can see. */
export const TIMELINE_ROUTES: readonly PluginRouteDefinition[] = [
  relatedRoute('get-related-activity', 'The activities about a record', {}),
  relatedRoute('unread-related', 'The activities about a record that nobody has read', { viewed: { equals: false } }),
  {
    method: 'POST',
    path: '/api/activities/get-combined-activities',
    summary: 'The activities about several records, in one timeline',
    errors: [],
    moduleNames: ['records.module'],
    responseSchema: PAGE_SCHEMA,
    bodySchema: {
      type: 'object',
      additionalProperties: false,
      required: ['records'],
      properties: {
        ...PAGE,
        records: {
          type: 'array',
          minItems: 1,
          maxItems: MAX_RECORDS,
          items: { type: 'object', additionalProperties: false, required: ['module', 'id'], properties: RECORD },
        },
      },
    },
    handle: (context) =>
      findPage(context, buildRelatedTerms((context.body as unknown as { readonly records: readonly PopulatedRecord[] }).records)),
  },
];

/** Defines an endpoint for one record; `terms` narrow the result. */
function relatedRoute(name: string, summary: string, terms: JsonObject): PluginRouteDefinition {
  return {
    method: 'POST',
    path: `/api/activities/${name}`,
    summary,
    errors: [],
    moduleNames: ['module'],
    responseSchema: PAGE_SCHEMA,
    bodySchema: { type: 'object', additionalProperties: false, required: ['module', 'id'], properties: { ...PAGE, ...RECORD } },
    handle: (context) => {
      const { module, id } = context.body as unknown as PopulatedRecord;
      return findPage(context, { ...terms, ...buildRelatedTerms([{ module, id }]) });
    },
  };
}

async function findPage({ records, actor, body }: PluginRouteContext, filter: JsonObject): Promise<PluginRouteResponse> {
  const {
    sortField = 'createdAt',
    sortOrder = 'desc',
    pageNumber = 0,
    pageSize = PAGE_SIZE,
  } = body as {
    readonly sortField?: string;
    readonly sortOrder?: 'asc' | 'desc';
    readonly pageNumber?: number;
    readonly pageSize?: number;
  };
  const { data, total, warnings } = await records.find(actor, {
    module: 'activities',
    filter,
    sort: [{ sortField, sortOrder }],
    offset: pageNumber * pageSize,
    limit: pageSize,
  });
  return { body: withWarnings({ data, total, pageNumber, pageSize }, warnings) };
}
