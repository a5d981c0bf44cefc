import type { JsonObject } from '#engine/model/values';
import { IMPORT_BODY_SCHEMAS } from '../request/import-body-schemas.ts';
import { IMPORT_ROWS_QUERY_SCHEMA } from '../request/import-input.ts';
import { REQUEST_BODY_SCHEMAS } from '../request/request-body-schemas.ts';
import { IMPORT_ERRORS_QUERY_SCHEMA, IMPORTS_QUERY_SCHEMA } from '../routes/imports.ts';
import { EXPORT_CONTENT_TYPES } from '../../exports/index.ts';
import { ERROR_RESPONSES } from './components.ts';
import {
  json,
  object,
  operationIdOf,
  page,
  pathParametersOf,
  queryParametersOf,
  reference,
  TEXT,
  whole,
  type Paths,
} from './schema-parts.ts';

const BYTES: JsonObject = { type: 'string', format: 'binary' };
const FORM: JsonObject = { type: 'object', required: ['module', 'file'], properties: { module: TEXT, file: BYTES, fileKey: BYTES } };

/** The file of an import as the body of a request. */
export const IMPORT_CONTENT: JsonObject = {
  ...Object.fromEntries(Object.values(EXPORT_CONTENT_TYPES).map((type) => [type, { schema: BYTES }])),
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: BYTES, fileKey: BYTES }, anyOf: [{ required: ['file'] }, { required: ['fileKey'] }] },
  },
};

const IMPORT = json(reference('Import'));
const DONE = { 200: { description: 'Done.', content: IMPORT } };
const STARTED = { 202: { description: 'Started: a job does the work.', content: IMPORT } };

/** The endpoints of `/api/imports`. */
export function importPaths(): Paths {
  const one = '/api/imports/{id}';
  const files = Object.fromEntries([EXPORT_CONTENT_TYPES.csv, EXPORT_CONTENT_TYPES.xlsx].map((type) => [type, { schema: BYTES }]));
  const step = (name: string, summary: string, responses: JsonObject): Paths => ({
    [`${one}/${name}`]: { post: describe('POST', `${one}/${name}`, summary, responses) },
  });
  return {
    '/api/imports': {
      get: describe('GET', '/api/imports', 'Your imports, those of all users for a System Admin; the newest first', {
        200: { description: 'Done.', content: json(page(reference('Import'))) },
      }, { parameters: queryParametersOf(IMPORTS_QUERY_SCHEMA) }),
      post: describe('POST', '/api/imports', 'Upload a file of records: its columns are proposed', {
        201: { description: 'Stored and read.', content: IMPORT },
      }, {
        requestBody: {
          required: true,
          content: { 'multipart/form-data': { schema: FORM }, ...json(IMPORT_BODY_SCHEMAS['POST /api/imports'] ?? {}) },
        },
      }),
    },
    [one]: {
      get: describe('GET', one, 'An import with its columns, summary and progress', DONE),
      put: describe('PUT', one, 'Choose how its file is read and what its columns are; correct cells', DONE, bodyFor('PUT /api/imports/:id')),
      delete: describe('DELETE', one, 'Remove an import with its file; the records stay', {
        200: { description: 'Done.', content: json(object({ success: { type: 'boolean' } })) },
      }),
    },
    [`${one}/fields`]: {
      get: describe('GET', `${one}/fields`, 'The fields that columns can be imported as', {
        200: { description: 'Done.', content: json(whole(reference('ImportField'))) },
      }),
    },
    [`${one}/rows`]: {
      get: describe('GET', `${one}/rows`, 'Rows with what they would do, or did, and their problems', {
        200: { description: 'Done.', content: json(page(reference('ImportRow'))) },
      }, { parameters: queryParametersOf(IMPORT_ROWS_QUERY_SCHEMA) }),
    },
    [`${one}/errors`]: {
      get: describe('GET', `${one}/errors`, 'The rows with problems as a file that can be corrected and imported', {
        200: { description: 'A file, sent while it is written.', content: files },
      }, { parameters: queryParametersOf(IMPORT_ERRORS_QUERY_SCHEMA) }),
    },
    ...step('check', 'Check all rows without saving anything', { ...DONE, ...STARTED }),
    [`${one}/start`]: {
      post: describe('POST', `${one}/start`, 'Save the rows', { ...STARTED }, bodyFor('POST /api/imports/:id/start', false)),
    },
    ...step('pause', 'Pause after the present rows', DONE),
    ...step('resume', 'Continue an import that is paused or failed', STARTED),
    ...step('cancel', 'End an import or a check after the present rows; what was saved stays', DONE),
  };
}

function bodyFor(endpoint: string, required = true): { readonly requestBody: JsonObject } {
  return { requestBody: { required, content: json(REQUEST_BODY_SCHEMAS[endpoint] ?? {}) } };
}

function describe(
  method: string,
  path: string,
  summary: string,
  responses: JsonObject,
  takes: { readonly parameters?: readonly JsonObject[]; readonly requestBody?: JsonObject } = {},
): JsonObject {
  const parameters = [...pathParametersOf(path), ...(takes.parameters ?? [])];
  return {
    summary,
    operationId: operationIdOf(method, path),
    tags: ['imports'],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takes.requestBody === undefined ? {} : { requestBody: takes.requestBody }),
    responses: { ...ERROR_RESPONSES, ...responses },
  };
}
