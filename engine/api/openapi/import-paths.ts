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
const STARTED: JsonObject = { 202: { description: 'Started: a job does the work.', content: IMPORT } };

/** What an endpoint takes besides the parameters in its path. */
interface Takes {
  readonly parameters?: readonly JsonObject[];
  readonly requestBody?: JsonObject;
}

const ONE = '/api/imports/{id}';
const UPLOAD = { 'multipart/form-data': { schema: FORM }, ...json(IMPORT_BODY_SCHEMAS['POST /api/imports'] ?? {}) };
const FILES = Object.fromEntries([EXPORT_CONTENT_TYPES.csv, EXPORT_CONTENT_TYPES.xlsx].map((type) => [type, { schema: BYTES }]));

const ENDPOINTS: readonly (readonly [method: string, path: string, summary: string, responses: JsonObject, takes?: Takes])[] = [
  [
    ...(['GET', '/api/imports', 'Your imports, those of all users for a System Admin; the newest first'] as const),
    done(json(page(reference('Import')))),
    { parameters: queryParametersOf(IMPORTS_QUERY_SCHEMA) },
  ],
  [
    ...(['POST', '/api/imports', 'Upload a file of records: its columns are proposed'] as const),
    { 201: { description: 'Stored and read.', content: IMPORT } },
    { requestBody: { required: true, content: UPLOAD } },
  ],
  ['GET', ONE, 'An import with its columns, summary and progress', done(IMPORT)],
  ['PUT', ONE, 'Choose how its file is read and what its columns are; correct cells', done(IMPORT), bodyFor('PUT /api/imports/:id')],
  ['DELETE', ONE, 'Remove an import with its file; the records stay', done(json(object({ success: { type: 'boolean' } })))],
  ['GET', `${ONE}/fields`, 'The fields that columns can be imported as', done(json(whole(reference('ImportField'))))],
  [
    ...(['GET', `${ONE}/rows`, 'Rows with what they would do, or did, and their problems'] as const),
    done(json(page(reference('ImportRow')))),
    { parameters: queryParametersOf(IMPORT_ROWS_QUERY_SCHEMA) },
  ],
  [
    ...(['GET', `${ONE}/errors`, 'The rows with problems as a file that can be corrected and imported'] as const),
    { 200: { description: 'A file, sent while it is written.', content: FILES } },
    { parameters: queryParametersOf(IMPORT_ERRORS_QUERY_SCHEMA) },
  ],
  ['POST', `${ONE}/check`, 'Check all rows without saving anything', { ...done(IMPORT), ...STARTED }],
  ['POST', `${ONE}/start`, 'Save the rows', STARTED, bodyFor('POST /api/imports/:id/start', false)],
  ['POST', `${ONE}/pause`, 'Pause after the present rows', done(IMPORT)],
  ['POST', `${ONE}/resume`, 'Continue an import that is paused or failed', STARTED],
  ['POST', `${ONE}/cancel`, 'End an import or a check after the present rows; what was saved stays', done(IMPORT)],
];

/** The endpoints of `/api/imports`. */
export function importPaths(): Paths {
  const paths: Paths = {};
  for (const [method, path, summary, responses, takes] of ENDPOINTS)
    (paths[path] ??= {})[method.toLowerCase()] = describe(method, path, summary, responses, takes);
  return paths;
}

function done(content: JsonObject): JsonObject {
  return { 200: { description: 'Done.', content } };
}

function bodyFor(endpoint: string, required = true): { readonly requestBody: JsonObject } {
  return { requestBody: { required, content: json(REQUEST_BODY_SCHEMAS[endpoint] ?? {}) } };
}

function describe(method: string, path: string, summary: string, responses: JsonObject, takes: Takes = {}): JsonObject {
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
