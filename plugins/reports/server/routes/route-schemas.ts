import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';

/** Schemas of an endpoint. Requests are validated against them, and the OpenAPI document has them. */
type RouteSchemas = Pick<PluginRouteDefinition, 'summary' | 'bodySchema' | 'responseSchema' | 'errors' | 'moduleNames'>;

const TEXT: JsonObject = { type: 'string' };
const DAY: JsonObject = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
const OPTIONAL_TEXT: JsonObject = { type: ['string', 'null'] };
const COUNT: JsonObject = { type: 'integer' };
const OBJECTS: JsonObject = { type: 'array', items: { type: 'object' } };

const OPTIONS: JsonObject = {
  dateRange: {
    type: 'object',
    description: 'Only records of these days, both included. Default field: the first date that is grouped by, else createdAt.',
    properties: { field: { type: 'string', maxLength: 200 }, from: DAY, to: DAY },
  },
  teams: { type: 'array', maxItems: 200, items: { type: 'string', minLength: 1, maxLength: 200 } },
};

const PREVIEW: JsonObject = {
  type: 'object',
  required: ['report'],
  properties: {
    report: { type: 'object', description: 'The fields of a report.' },
    chart: { type: 'object', description: 'The fields of a report chart.' },
    ...OPTIONS,
  },
};

const COLUMN: JsonObject = {
  type: 'object',
  required: ['name', 'label', 'kind'],
  properties: { name: TEXT, label: TEXT, kind: { type: 'string', enum: ['field', 'group', 'measure'] } },
};

const FIGURES: JsonObject = {
  type: ['object', 'null'],
  required: ['steps', 'measures', 'rows', 'total', 'isComplete'],
  properties: { steps: OBJECTS, measures: OBJECTS, rows: OBJECTS, total: { type: 'object' }, isComplete: { type: 'boolean' } },
};

const DATA: JsonObject = {
  type: 'object',
  required: ['module', 'dependsOn', 'columns', 'figures', 'groups', 'rows', 'total', 'filter', 'chart', 'problems', 'asOf'],
  properties: {
    module: TEXT,
    dependsOn: { type: 'array', items: TEXT },
    columns: { type: 'array', items: COLUMN },
    figures: FIGURES,
    groups: OBJECTS,
    rows: OBJECTS,
    total: COUNT,
    filter: { type: 'object' },
    chart: { type: ['object', 'null'] },
    problems: { type: 'array', items: TEXT },
    asOf: { type: 'string', format: 'date-time' },
    _warnings: OBJECTS,
  },
};

const ESTIMATE_RESPONSE: JsonObject = {
  type: 'object',
  required: ['records', 'milliseconds', 'usesIndex'],
  properties: { records: COUNT, milliseconds: { type: ['number', 'null'] }, usesIndex: { type: 'boolean' } },
};

const SOURCE_LIST: JsonObject = {
  type: 'object',
  required: ['data', 'total'],
  properties: {
    data: { type: 'array', items: { type: 'object', required: ['name', 'label'], properties: { name: TEXT, label: TEXT } } },
    total: COUNT,
  },
};

const MODULE_NAMES = ['report.related_module'];

export const REPORT_DATA: RouteSchemas = {
  summary: 'The figures or records of a report, as the caller may see them',
  bodySchema: { type: 'object', properties: OPTIONS },
  responseSchema: DATA,
  errors: ['report_source_refused'],
};
export const CHART_DATA: RouteSchemas = {
  ...REPORT_DATA,
  summary: 'The figures of a report chart, as the caller may see them',
  errors: ['report_source_refused', 'chart_without_report'],
};
export const PREVIEW_DATA: RouteSchemas = {
  summary: 'The same for a report, and a chart of it, that are not saved',
  bodySchema: PREVIEW,
  responseSchema: DATA,
  errors: ['report_source_refused'],
  moduleNames: MODULE_NAMES,
};
export const ESTIMATE: RouteSchemas = {
  summary: 'What computing a report costs, without doing it',
  bodySchema: PREVIEW,
  responseSchema: ESTIMATE_RESPONSE,
  errors: ['report_source_refused'],
  moduleNames: MODULE_NAMES,
};
export const SOURCES: RouteSchemas = {
  summary: 'The modules that the caller may report on',
  responseSchema: SOURCE_LIST,
  errors: [],
};
export const TREND: RouteSchemas = {
  summary: 'The figures that a report had on each day (?days=90&measure=&split=true), of the days whose figures the caller may see',
  responseSchema: {
    type: 'object',
    required: ['figures', 'measures', 'measure', 'group', 'days', 'hidden', 'since', 'isStored'],
    properties: {
      figures: FIGURES,
      measures: OBJECTS,
      measure: OPTIONAL_TEXT,
      group: OPTIONAL_TEXT,
      days: COUNT,
      hidden: COUNT,
      since: OPTIONAL_TEXT,
      isStored: { type: 'boolean' },
    },
  },
  errors: ['report_source_refused'],
};
export const REPORT_EXPORT: RouteSchemas = {
  summary: 'The figures or records of a report as a file (?format=csv|xlsx), limited by ?from=&to=&dateField=&teams=',
  errors: ['report_source_refused'],
};
export const CHART_EXPORT: RouteSchemas = {
  summary: 'The figures of a report chart as a file (?format=csv|xlsx), limited by ?from=&to=&dateField=&teams=',
  errors: ['report_source_refused', 'chart_without_report'],
};
