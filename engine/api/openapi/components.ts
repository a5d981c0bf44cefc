import type { JsonObject } from '#engine/model/values';
import type { ErrorRow } from '../../errors/index.ts';
import { FIGURES_SCHEMA } from '../module-endpoints/operations/figures.ts';
import { GROUP_SCHEMA } from '../module-endpoints/operations/group.ts';
import { RELATED_SCHEMA } from '../module-endpoints/operations/related.ts';
import { IDS } from '../request/request-body-schemas.ts';
import { SEARCH_SCHEMA } from '../request/search-input.ts';
import type { RefusedRow, SaveManyResult } from '../../records/index.ts';
import {
  closedObject,
  COUNT,
  listOf,
  NULLABLE_TEXT,
  operationIdOf,
  pathParametersOf,
  SEARCH_FOR_ONE_DESCRIPTION,
  publicSchema,
  reference,
  TEXT,
  TEXTS,
} from './schema-parts.ts';

const PROBLEM: JsonObject = {
  type: 'object',
  required: ['field', 'code', 'message'],
  properties: { field: TEXT, code: TEXT, message: TEXT },
};
const REFUSED: JsonObject = {
  type: 'array',
  items: {
    type: 'object',
    required: ['_id', 'code', 'error'],
    properties: { _id: TEXT, code: TEXT, error: TEXT, details: { type: 'array', items: PROBLEM } },
  },
};

/** Request bodies that the endpoints of every module share; under `/api/generic-modules` the name of the module is added. */
const BODIES: { readonly [name: string]: JsonObject } = {
  SearchRequest: publicSchema(SEARCH_SCHEMA),
  SearchOneRequest: { ...publicSchema(SEARCH_SCHEMA), additionalProperties: true, description: SEARCH_FOR_ONE_DESCRIPTION },
  GroupRequest: publicSchema(GROUP_SCHEMA),
  FiguresRequest: publicSchema(FIGURES_SCHEMA),
  RelatedRequest: publicSchema(RELATED_SCHEMA),
  IdsRequest: { type: 'object', required: ['ids'], properties: { ids: IDS } },
  Favorite: { type: 'object', required: ['favorite'], properties: { favorite: { type: 'boolean' } } },
};

/** Schemas that all modules share. */
export const SHARED_SCHEMAS: { readonly [name: string]: JsonObject } = {
  ...BODIES,
  ...Object.fromEntries(Object.entries(BODIES).map(([name, body]) => [`Generic${name}`, withModule(body)])),
  Error: {
    type: 'object',
    required: ['error', 'code', 'details'],
    properties: {
      error: { ...TEXT, description: 'Text for people.' },
      code: { ...TEXT, description: 'Stable.' },
      details: { type: 'array', items: PROBLEM },
    },
  },
  Warnings: { type: 'array', items: { type: 'object', required: ['code', 'text'], properties: { code: TEXT, text: TEXT } } },
  PopulatedRelate: {
    anyOf: [
      { type: 'object', required: ['_id', 'name', 'open'], properties: { _id: TEXT, name: TEXT, module: TEXT, open: { type: 'boolean' } } },
      { type: 'object', required: ['_id', 'hidden'], properties: { _id: TEXT, module: TEXT, hidden: { const: true } } },
    ],
  },
  BulkSaveResponse: closedObject<SaveManyResult>(
    {
      created: COUNT,
      updated: COUNT,
      unchanged: { ...COUNT, description: 'Records that had the values already.' },
      ids: { type: 'array', items: NULLABLE_TEXT, description: 'Of the records, one per record of the body; null: it was refused.' },
      refused: listOf(closedObject<RefusedRow>({ row: COUNT, field: NULLABLE_TEXT, code: TEXT, text: TEXT })),
      batchId: { ...TEXT, description: 'Absent in a dry run.' },
    },
    'batchId',
  ),
  BulkUpdateResponse: {
    type: 'object',
    required: ['success', 'updated', 'refused'],
    properties: { success: { type: 'boolean' }, updated: TEXTS, refused: REFUSED },
  },
  BulkDeleteResponse: {
    type: 'object',
    required: ['success', 'deleted', 'refused'],
    properties: { success: { type: 'boolean' }, deleted: TEXTS, refused: REFUSED },
  },
  BulkRestoreResponse: {
    type: 'object',
    required: ['success', 'restored', 'refused'],
    properties: { success: { type: 'boolean' }, restored: TEXTS, refused: REFUSED },
  },
  FiguresResponse: {
    type: 'object',
    required: ['steps', 'rows', 'total', 'isComplete', 'filter', 'asOf'],
    properties: {
      steps: {
        type: 'array',
        description: 'One per item of `by`.',
        items: {
          type: 'object',
          required: ['field', 'label', 'groups'],
          properties: {
            field: TEXT,
            label: TEXT,
            unit: TEXT,
            groups: {
              type: 'array',
              items: {
                type: 'object',
                required: ['kind', 'key', 'label', 'filter'],
                properties: {
                  kind: { type: 'string', enum: ['value', 'missing', 'others'] },
                  key: { type: ['string', 'number', 'null'] },
                  label: TEXT,
                  hue: TEXT,
                  filter: { type: 'object', description: 'With `filter` of the response, finds the records of the group.' },
                },
              },
            },
          },
        },
      },
      rows: {
        type: 'array',
        items: {
          type: 'object',
          required: ['at', 'values'],
          properties: {
            at: { type: 'array', items: { type: 'integer' }, description: 'The place of its group in each step.' },
            values: { type: 'object', additionalProperties: { type: ['number', 'null'] } },
          },
        },
      },
      total: { type: 'object', additionalProperties: { type: ['number', 'null'] } },
      isComplete: { type: 'boolean', description: 'False: there are more groups.' },
      filter: { type: 'object' },
      asOf: { type: 'string', format: 'date-time' },
    },
  },
  GroupResponse: {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'array',
        items: {
          type: 'object',
          required: ['keys', 'measures'],
          properties: {
            keys: { type: 'array', items: { type: ['string', 'number', 'null'] } },
            measures: { type: 'object', additionalProperties: { type: ['number', 'null'] } },
          },
        },
      },
    },
  },
  DependentsResponse: {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'array',
        items: { type: 'object', required: ['module', 'relation', 'count'], properties: { module: TEXT, relation: TEXT, count: COUNT } },
      },
    },
  },
  CountResponse: { type: 'object', required: ['success', 'total'], properties: { success: { type: 'boolean' }, total: COUNT } },
  ModuleOptions: { type: 'object', required: ['name'], properties: { name: TEXT }, additionalProperties: false },
};

/** Responses that any endpoint may return. */
export const SHARED_RESPONSES: { readonly [name: string]: JsonObject } = Object.fromEntries(
  [
    ['BadRequest', 'The request could not be read.'],
    ['Unauthorized', 'No valid session.'],
    ['Forbidden', 'Signed in, but not allowed.'],
    ['NotFound', 'Not found, or not visible to the caller.'],
    ['Conflict', 'A stale version, a duplicate, or an idempotency conflict.'],
    ['TooLarge', 'More than 1 MiB; in bulk, more than 8 MiB.'],
    ['WrongMediaType', 'Not JSON.'],
    ['Invalid', 'Validation or a rule refused it.'],
    ['TooManyRequests', 'Try again later.'],
    ['Unavailable', 'Try again in a moment.'],
    ['Failed', 'Something went wrong on our side.'],
  ].map(([name = '', description = '']) => [name, { description, content: { 'application/json': { schema: reference('Error') } } }]),
);

/** Header parameters of every write. */
export const SHARED_PARAMETERS: { readonly [name: string]: JsonObject } = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description: 'The same key returns the first response again, for 24 hours.',
  },
  BatchId: {
    name: 'X-Batch-Id',
    in: 'header',
    required: false,
    schema: { type: 'string', format: 'uuid' },
    description: 'Adds to an earlier batch of the same user.',
  },
  Fields: { name: 'fields', in: 'query', required: false, schema: TEXT, description: 'Field names, separated by commas.' },
  Duplicates: {
    name: 'duplicates',
    in: 'query',
    required: false,
    schema: { type: 'string', enum: ['allow'] },
    description: 'Saves the record although duplicates were found.',
  },
  Dependents: {
    name: 'dependents',
    in: 'query',
    required: false,
    schema: { type: 'string', enum: ['unlink'] },
    description: 'Also clears references to the removed records.',
  },
  ThenBy: {
    name: 'thenBy',
    in: 'query',
    required: false,
    schema: TEXT,
    description: 'Secondary sort for equal values of sortField, as JSON.',
  },
  SearchTerms: { name: 'searchTerms', in: 'query', required: false, schema: TEXT, description: 'A filter, as JSON.' },
  Populate: { name: 'populate', in: 'query', required: false, schema: TEXT, description: 'true, or names of relating fields.' },
};

/** Adds the name of the module to a body. */
export function withModule(body: JsonObject): JsonObject {
  const { required, properties } = body as { readonly required?: readonly string[]; readonly properties: JsonObject };
  return {
    ...body,
    required: ['moduleOptions', ...(required ?? [])],
    properties: { moduleOptions: reference('ModuleOptions'), ...properties },
  };
}

/** Returns the schema of a page of records. */
export function pageOf(record: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['data', 'total', 'pageNumber', 'pageSize'],
    properties: {
      module: TEXT,
      data: { type: 'array', items: { anyOf: [record, TEXT] } },
      total: COUNT,
      totalIsExact: { type: 'boolean' },
      pageNumber: COUNT,
      pageSize: COUNT,
      _warnings: reference('Warnings'),
    },
  };
}

const NAMES: { readonly [status: string]: string } = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'WrongMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'Failed',
  503: 'Unavailable',
};

/** Error responses that any endpoint may return. */
export const ERROR_RESPONSES: JsonObject = Object.fromEntries(
  Object.entries(NAMES).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
);

/** What an endpoint takes besides the parameters in its path. */
export interface OperationInput {
  readonly parameters?: readonly JsonObject[];
  readonly requestBody?: JsonObject;
}

/** An endpoint with a fixed path: it is listed under the first part of that. */
export function describeOperation(method: string, path: string, summary: string, takes: OperationInput, responses: JsonObject): JsonObject {
  const parameters = [...pathParametersOf(path), ...(takes.parameters ?? [])];
  return {
    summary,
    operationId: operationIdOf(method, path),
    tags: [path.split('/')[2] ?? ''],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takes.requestBody === undefined ? {} : { requestBody: takes.requestBody }),
    responses: { ...ERROR_RESPONSES, ...responses },
  };
}

/** Same as `ERROR_RESPONSES`, with the errors of plugins listed under their status. */
export function buildErrorResponses(rows: { readonly [code: string]: ErrorRow }): JsonObject {
  const byStatus = new Map<string, string[]>();
  for (const [code, row] of Object.entries(rows))
    if (row.isPublic) byStatus.set(String(row.status), [...(byStatus.get(String(row.status)) ?? []), `\`${code}\`: ${row.text}`]);
  const described = [...byStatus].map(([status, lines]): [string, JsonObject] => {
    const common = SHARED_RESPONSES[NAMES[status] ?? '']?.['description'];
    const description = [...(typeof common === 'string' ? [common] : []), ...lines.map((line) => `- ${line}`)].join('\n');
    return [status, { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }];
  });
  return { ...ERROR_RESPONSES, ...Object.fromEntries(described) };
}
