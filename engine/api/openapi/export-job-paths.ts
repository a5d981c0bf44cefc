import { EXPORT_JOB_STATES, type ExportJobView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { EXPORT_CONTENT_TYPES } from '../../exports/index.ts';
import { SPREADSHEET_SCHEMA } from '../request/export-input.ts';
import { EXPORTS_QUERY_SCHEMA } from '../routes/export-jobs.ts';
import { describeOperation, type OperationInput } from './components.ts';
import {
  closedObject,
  COUNT,
  json,
  NULLABLE_TEXT,
  object,
  orNull,
  page,
  publicSchema,
  queryParametersOf,
  reference,
  TEXT,
  type Paths,
} from './schema-parts.ts';

const ONE = '/api/exports/{id}';
const EXPORT = json(reference('Export'));
const FILES = Object.fromEntries(
  Object.values(EXPORT_CONTENT_TYPES).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
);

const ENDPOINTS: readonly (readonly [method: string, path: string, summary: string, responses: JsonObject, takes?: OperationInput])[] = [
  [
    ...(['GET', '/api/exports', 'Your exports that run as jobs, the newest first'] as const),
    done(json(page(reference('Export')))),
    { parameters: queryParametersOf(EXPORTS_QUERY_SCHEMA) },
  ],
  [
    ...(['POST', '/api/exports', 'Start an export as a job: its file can be downloaded for seven days'] as const),
    { 202: { description: 'Started: a job does the work.', content: EXPORT } },
    { requestBody: { required: true, content: json(publicSchema(SPREADSHEET_SCHEMA)) } },
  ],
  ['GET', ONE, 'An export with its progress', done(EXPORT)],
  ['DELETE', ONE, 'Remove an export that has ended, with its file', done(json(object({ success: { type: 'boolean' } })))],
  ['GET', `${ONE}/file`, 'The file, while you have the rights that it was written with', done(FILES)],
  ['POST', `${ONE}/cancel`, 'End an export that has not ended', done(EXPORT)],
];

/** The endpoints of `/api/exports`. */
export function exportJobPaths(): Paths {
  const paths: Paths = {};
  for (const [method, path, summary, responses, takes] of ENDPOINTS)
    (paths[path] ??= {})[method.toLowerCase()] = describeOperation(method, path, summary, takes ?? {}, responses);
  return paths;
}

/** The schema of an export in responses. */
export function exportJobSchemas(): { readonly [name: string]: JsonObject } {
  return {
    Export: closedObject<ExportJobView>({
      _id: TEXT,
      module: TEXT,
      state: { type: 'string', enum: [...EXPORT_JOB_STATES] },
      filename: TEXT,
      progress: { ...object({ done: COUNT, total: orNull(COUNT) }), additionalProperties: false },
      size: orNull(COUNT),
      problem: orNull({ ...object({ code: TEXT, text: TEXT }), additionalProperties: false }),
      createdAt: TEXT,
      endedAt: NULLABLE_TEXT,
      expiresAt: TEXT,
    }),
  };
}

function done(content: JsonObject): JsonObject {
  return { 200: { description: 'Done.', content } };
}
