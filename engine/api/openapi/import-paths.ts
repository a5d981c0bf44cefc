import type { JsonObject } from '#engine/model/values';
import { IMPORT_BODY_SCHEMAS } from '../request/import-body-schemas.ts';
import { IMPORT_ROWS_QUERY_SCHEMA } from '../request/import-input.ts';
import { REQUEST_BODY_SCHEMAS } from '../request/request-body-schemas.ts';
import { IMPORT_ERRORS_QUERY_SCHEMA, IMPORTS_QUERY_SCHEMA } from '../routes/imports.ts';
import { EXPORT_CONTENT_TYPES } from '../../exports/index.ts';
import { describeOperation, type OperationInput } from './components.ts';
import { json, object, page, queryParametersOf, reference, TEXT, whole, type Paths } from './schema-parts.ts';

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

const ONE = '/api/imports/{id}';
const UPLOAD = { 'multipart/form-data': { schema: FORM }, ...json(IMPORT_BODY_SCHEMAS['POST /api/imports'] ?? {}) };
const FILES = Object.fromEntries([EXPORT_CONTENT_TYPES.csv, EXPORT_CONTENT_TYPES.xlsx].map((type) => [type, { schema: BYTES }]));

const ENDPOINTS: readonly (readonly [method: string, path: string, summary: string, responses: JsonObject, takes?: OperationInput])[] = [
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
    (paths[path] ??= {})[method.toLowerCase()] = describeOperation(method, path, summary, takes ?? {}, responses);
  return paths;
}

function done(content: JsonObject): JsonObject {
  return { 200: { description: 'Done.', content } };
}

function bodyFor(endpoint: string, required = true): { readonly requestBody: JsonObject } {
  return { requestBody: { required, content: json(REQUEST_BODY_SCHEMAS[endpoint] ?? {}) } };
}
