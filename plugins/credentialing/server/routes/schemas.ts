import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';

/** Request and response schemas of an endpoint. */
type RouteSchemas = Pick<PluginRouteDefinition, 'summary' | 'bodySchema' | 'responseSchema' | 'errors' | 'status'>;

const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const TEXT: JsonObject = { type: 'string', maxLength: 1000 };
const FIELDS: JsonObject = { type: 'object', additionalProperties: true, description: 'Values by field name.' };
const IDS: JsonObject = { type: 'array', minItems: 1, maxItems: 500, items: ID };
const COUNT: JsonObject = { type: 'integer', minimum: 0 };
const OBJECT: JsonObject = { type: 'object', additionalProperties: true };
const LIST: JsonObject = { type: 'array', items: OBJECT };
const PREVIEW: JsonObject = { type: 'boolean', description: 'Lists the changes and saves nothing.' };

const SAVED: JsonObject = {
  type: 'object',
  required: ['success', 'refused'],
  properties: {
    success: { type: 'boolean' },
    created: { type: 'array', items: ID },
    updated: { type: 'array', items: ID },
    applied: COUNT,
    refused: LIST,
    batchId: ID,
  },
};
const CHANGES: JsonObject = {
  type: 'object',
  required: ['preview', 'setups', 'changes', 'refused'],
  properties: { preview: { type: 'boolean' }, setups: COUNT, changes: LIST, refused: LIST, batchId: ID },
};
const PAGE: JsonObject = {
  type: 'object',
  required: ['data', 'total', 'pageNumber', 'pageSize'],
  properties: { data: LIST, total: COUNT, pageNumber: COUNT, pageSize: COUNT },
};

function body(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', required: [...required], properties, additionalProperties: false };
}

export const CHANGE_ENTRIES: RouteSchemas = {
  summary: 'Change fields of the matching items of many setups',
  errors: ['categories_missing'],
  bodySchema: body(
    {
      setups: IDS,
      match: {
        type: 'object',
        minProperties: 1,
        properties: { label: TEXT, category: TEXT, field_type: TEXT },
        additionalProperties: false,
      },
      fields: { ...FIELDS, minProperties: 1 },
      preview: PREVIEW,
    },
    ['setups', 'match', 'fields'],
  ),
  responseSchema: CHANGES,
};

export const REPLACE_DOCUMENT: RouteSchemas = {
  summary: 'Replace a document to sign or a library resource in the items of setups',
  errors: [],
  bodySchema: body({ setups: IDS, from: ID, to: ID, preview: PREVIEW }, ['from', 'to']),
  responseSchema: CHANGES,
};

export const UPDATE_SETUPS: RouteSchemas = {
  summary: 'Add, change and remove items of many setups by their titles',
  errors: ['categories_missing'],
  bodySchema: body(
    {
      setups: IDS,
      add: { type: 'array', maxItems: 100, items: { ...FIELDS, required: ['label'], properties: { label: TEXT } } },
      change: {
        type: 'array',
        maxItems: 100,
        items: { type: 'object', required: ['label', 'fields'], properties: { label: TEXT, fields: FIELDS }, additionalProperties: false },
      },
      remove: { type: 'array', maxItems: 100, items: TEXT },
      preview: PREVIEW,
    },
    ['setups'],
  ),
  responseSchema: CHANGES,
};

export const OPEN_RECORDS: RouteSchemas = {
  summary: 'Open records that differ from a setup, item by item',
  errors: [],
  responseSchema: PAGE,
};

export const BRING_ALONG: RouteSchemas = {
  summary: 'Make chosen changes of a setup in open records',
  errors: [],
  bodySchema: body(
    {
      changes: {
        type: 'array',
        maxItems: 2000,
        items: { type: 'object', required: ['record', 'key'], properties: { record: ID, key: TEXT }, additionalProperties: false },
      },
      all: { type: 'boolean' },
    },
    [],
  ),
  responseSchema: SAVED,
};

export const SAVE_MULTIPLE: RouteSchemas = {
  summary: 'Change the items with an id and create the others',
  errors: ['categories_missing'],
  bodySchema: body({ items: { type: 'array', minItems: 1, maxItems: 500, items: FIELDS } }, ['items']),
  responseSchema: SAVED,
};

export const UPDATE_ORDERS: RouteSchemas = {
  summary: 'Set the places of items',
  errors: [],
  bodySchema: body(
    {
      items: {
        type: 'array',
        maxItems: 500,
        items: { type: 'object', required: ['_id', 'order'], properties: { _id: ID, order: COUNT }, additionalProperties: false },
      },
      ids: { type: 'array', maxItems: 500, items: ID },
    },
    [],
  ),
  responseSchema: SAVED,
};

export const APPROVE: RouteSchemas = {
  summary: 'Approve items',
  errors: ['expiration_missing'],
  bodySchema: body({ ids: IDS, expiration_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } }, ['ids']),
  responseSchema: SAVED,
};

export const REJECT: RouteSchemas = {
  summary: 'Return items to their providers, with the reason',
  errors: [],
  bodySchema: body({ ids: IDS, reason: { type: 'string', minLength: 1, maxLength: 2000, pattern: '\\S' } }, ['ids', 'reason']),
  responseSchema: SAVED,
};

export const REVIEW_QUEUE: RouteSchemas = {
  summary: 'Submitted items of all providers, the oldest first',
  errors: [],
  bodySchema: body(
    {
      pageNumber: { type: 'integer', minimum: 0, maximum: 1_000_000 },
      pageSize: { type: 'integer', minimum: 1, maximum: 200 },
      mine: { type: 'boolean', description: 'Only those assigned to the caller.' },
      searchTerms: { ...OBJECT, description: 'A filter over the items.' },
    },
    [],
  ),
  responseSchema: PAGE,
};

export const UNREAD_COUNTS: RouteSchemas = {
  summary: 'Messages about items that the caller has not read',
  errors: [],
  bodySchema: body({ ids: IDS }, ['ids']),
  responseSchema: {
    type: 'object',
    required: ['counts'],
    properties: { counts: { type: 'object', additionalProperties: COUNT } },
  },
};

export const MARK_VIEWED: RouteSchemas = {
  summary: 'Mark messages as read by the caller',
  errors: [],
  bodySchema: body({ ids: IDS, viewer: { ...ID, description: 'Always the caller, whatever is named.' } }, ['ids']),
  responseSchema: SAVED,
};

export const BUILD: RouteSchemas = {
  summary: 'Build the credentialing record of a placement, or return the one that exists',
  status: 201,
  errors: ['credentialing_setup_missing', 'credentialing_not_created', 'categories_missing'],
  responseSchema: {
    type: 'object',
    required: ['_id', '_created'],
    properties: { _id: ID, _created: { type: 'boolean' }, _text: TEXT },
    additionalProperties: true,
  },
};

export const CHECKLIST: RouteSchemas = {
  summary: 'The items of a record with their states, by category',
  errors: [],
  responseSchema: {
    type: 'object',
    required: ['record', 'locked', 'percent', 'done', 'total', 'categories'],
    properties: { record: OBJECT, locked: { type: 'boolean' }, percent: COUNT, done: COUNT, total: COUNT, categories: LIST },
  },
};

export const NOT_READY: RouteSchemas = {
  summary: 'Placements that start soon and are not ready, with the reasons, by start date',
  errors: [],
  responseSchema: PAGE,
};
