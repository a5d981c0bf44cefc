import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';
import { COLUMNS, MOST_ROWS, MOST_WIDGETS } from '../../shared/contract.ts';

/** Schemas of an endpoint. Requests are validated against them, and the OpenAPI document has them. */
type RouteSchemas = Pick<PluginRouteDefinition, 'summary' | 'bodySchema' | 'responseSchema' | 'errors' | 'status'>;

const TEXT: JsonObject = { type: 'string' };
const ID: JsonObject = { type: ['string', 'null'], maxLength: 200 };
const count = (maximum: number, minimum = 0): JsonObject => ({ type: 'integer', minimum, maximum });

const PLACE: JsonObject = {
  type: 'object',
  required: ['column', 'row', 'width', 'height'],
  properties: { column: count(COLUMNS - 1), row: count(1000), width: count(COLUMNS, 1), height: count(MOST_ROWS, 1) },
};

const CONTENT: JsonObject = {
  widget: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,63}$' },
  title: { type: 'string', maxLength: 200 },
  report: ID,
  chart: ID,
  settings: { type: 'object' },
};

const WIDGETS: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'widget', 'title', 'report', 'chart', 'settings', 'place'],
    properties: { id: TEXT, ...CONTENT, place: { ...PLACE, type: ['object', 'null'] } },
  },
};

export const SHOWN: RouteSchemas = {
  summary: 'The dashboards of the caller, and one with its widgets: ?dashboard=, else the first, else the default of their role or type',
  errors: [],
  responseSchema: {
    type: 'object',
    required: ['dashboards', 'shown', 'mayCreate', 'maySaveDefault', 'maySaveForModules'],
    properties: {
      dashboards: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'name', 'opensFirst'],
          properties: { id: TEXT, name: TEXT, opensFirst: { type: 'boolean' } },
        },
      },
      shown: {
        type: 'object',
        required: ['id', 'name', 'origin', 'widgets'],
        properties: { id: ID, name: TEXT, origin: { type: 'string', enum: ['own', 'default', 'none'] }, widgets: WIDGETS },
      },
      mayCreate: { type: 'boolean' },
      maySaveDefault: { type: 'boolean' },
      maySaveForModules: { type: 'boolean' },
    },
  },
};

/** Widgets of a request. */
const COPIED: JsonObject = {
  type: 'array',
  maxItems: MOST_WIDGETS,
  items: { type: 'object', required: ['widget', 'place'], properties: { ...CONTENT, place: PLACE } },
};

export const COPY: RouteSchemas = {
  summary: 'Create a dashboard of the caller with widgets',
  status: 201,
  bodySchema: {
    type: 'object',
    required: ['name', 'widgets'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      madeFrom: { type: 'string', minLength: 1, maxLength: 200 },
      widgets: COPIED,
    },
  },
  responseSchema: { type: 'object', required: ['id'], properties: { id: TEXT } },
  errors: ['dashboard_layout_invalid', 'dashboard_not_own', 'dashboard_full', 'widget_invalid'],
};

const TEXTS: JsonObject = { type: 'array', maxItems: 200, uniqueItems: true, items: { type: 'string', minLength: 1, maxLength: 200 } };

export const SAVE_DEFAULT: RouteSchemas = {
  summary:
    'Make widgets the default dashboard of roles and user types, or show them above the list of a module; one with the same name is replaced',
  status: 201,
  bodySchema: {
    type: 'object',
    required: ['name', 'userTypes', 'roles', 'widgets'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200 },
      userTypes: TEXTS,
      roles: TEXTS,
      module: { type: 'string', minLength: 1, maxLength: 200 },
      widgets: COPIED,
    },
  },
  responseSchema: { type: 'object', required: ['id', 'replaced'], properties: { id: TEXT, replaced: { type: 'boolean' } } },
  errors: ['dashboard_layout_invalid'],
};

export const MODULE_DASHBOARDS: RouteSchemas = {
  summary: 'The dashboards above the list of a module, for the caller',
  errors: [],
  responseSchema: {
    type: 'object',
    required: ['data', 'total'],
    properties: {
      data: {
        type: 'array',
        items: { type: 'object', required: ['id', 'name', 'widgets'], properties: { id: TEXT, name: TEXT, widgets: WIDGETS } },
      },
      total: { type: 'integer' },
    },
  },
};
