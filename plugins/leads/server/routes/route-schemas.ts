import type { PluginRouteDefinition } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';

/** What a call takes and answers: requests are held to it, and the OpenAPI document shows it. */
type RouteSchemas = Pick<PluginRouteDefinition, 'summary' | 'body' | 'answer' | 'errors'>;

const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const TEXT: JsonObject = { type: 'string' };
const MAYBE: JsonObject = { type: ['string', 'null'] };
const RECORD: JsonObject = { type: 'object', required: ['_id'], properties: { _id: TEXT } };
const REASON = object({ text: TEXT, speaksFor: { type: 'boolean' } });
const MATCH = object({ _id: TEXT, name: TEXT, profession: MAYBE, lead_status: MAYBE, city: MAYBE, state: MAYBE, assigned_to: MAYBE, updatedAt: MAYBE, score: { type: 'number' }, reasons: listOf(REASON) });
const MERGED = object({ success: { const: true }, record: RECORD, merged: listOf(TEXT), moved: listOf(object({ module: TEXT, field: TEXT, count: { type: 'integer', minimum: 1 } })) });

export const DUP_CHECK: RouteSchemas = {
  summary: 'Leads that may be the same person; nothing is saved', errors: [],
  body: { type: 'object', description: 'Fields of a lead, with its _id when it is saved.', properties: { _id: ID } },
  answer: object({ matches: listOf(MATCH), hidden: { type: 'integer', minimum: 0 } }),
};

export const MERGE_DUPLICATES: RouteSchemas = {
  summary: 'Merge leads into one, in a batch that can be undone',
  body: { ...object({ primaryId: ID, duplicateIds: { type: 'array', maxItems: 20, items: ID }, fields: { type: 'object', description: 'Values chosen for the primary.' } }), required: ['primaryId', 'duplicateIds'] },
  answer: MERGED,
};

export const MERGE: RouteSchemas = {
  summary: 'Merge one record of any module into another',
  body: object({ _moduleName: ID, fromRecordId: ID, toRecordId: ID }),
  answer: MERGED,
};

export const NOT_DUPLICATES: RouteSchemas = {
  summary: 'Remember that leads are other people', errors: [],
  body: object({ ids: { type: 'array', minItems: 1, maxItems: 100, items: ID } }),
  answer: object({ success: { const: true }, ids: listOf(TEXT) }),
};

export const UPDATE_STATUS: RouteSchemas = {
  summary: 'Change the status of a lead; one that is no longer the old one is a conflict', errors: ['placement_opps_incomplete'],
  body: { ...object({ leadId: ID, oldStatus: TEXT, newStatus: ID, changeSource: TEXT }), required: ['leadId', 'newStatus'] },
  answer: RECORD,
};

/** An object in which all of these are there, and others may be. */
function object(properties: { readonly [name: string]: JsonValue }): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties };
}

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}
