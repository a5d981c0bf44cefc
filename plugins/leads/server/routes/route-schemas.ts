import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';

/** Request and response schemas of an endpoint. Requests are validated against them, and the OpenAPI document includes them. */
type RouteSchemas = Pick<PluginRouteDefinition, 'summary' | 'bodySchema' | 'responseSchema' | 'errors'>;

const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const TEXT: JsonObject = { type: 'string' };
const RECORD: JsonObject = { type: 'object', required: ['_id'], properties: { _id: TEXT } };

export const UPDATE_STATUS: RouteSchemas = {
  summary: 'Change the status of a lead; 409 if it is no longer the old one',
  errors: ['placement_opps_incomplete'],
  bodySchema: {
    type: 'object',
    required: ['leadId', 'newStatus'],
    properties: { leadId: ID, oldStatus: TEXT, newStatus: ID, changeSource: TEXT },
  },
  responseSchema: RECORD,
};
