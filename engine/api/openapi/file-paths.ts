import type { FileVersion, FileView, UploadRulesView } from '../../files/index.ts';
import type { JsonObject } from '#engine/model/values';
import { SPREADSHEET_SCHEMA } from '../request/export-input.ts';
import { REQUEST_BODY_SCHEMAS } from '../request/request-body-schemas.ts';
import { describeOperation } from './components.ts';
import {
  COUNT,
  EXPORT_FILE,
  json,
  listOf,
  mapOf,
  object,
  parameter,
  publicSchema,
  closedObject,
  TEXT,
  type Paths,
} from './schema-parts.ts';

const FILE_PARTS = {
  _id: TEXT,
  path: TEXT,
  filename: TEXT,
  size: COUNT,
  type: TEXT,
  kind: { enum: ['image', 'video', 'pdf', 'link'] },
};
const FILE: JsonObject = closedObject<FileView>(FILE_PARTS);
const VERSION: JsonObject = closedObject<FileVersion>({
  ...FILE_PARTS,
  uploaded_at: TEXT,
  uploaded_by: { type: ['string', 'null'] },
  current: { type: 'boolean' },
  stored_until: { type: ['string', 'null'] },
});
const RULES: JsonObject = closedObject<UploadRulesView>({ maxBytes: COUNT, extensions: listOf(TEXT) });
const BYTES: JsonObject = { type: 'string', format: 'binary' };
const FORM: JsonObject = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { file: BYTES, fileKey: BYTES, path: { type: 'string', description: 'Folders of the address; sent before the file.' } },
      anyOf: [{ required: ['file'] }, { required: ['fileKey'] }],
    },
  },
};

/** The endpoints of `/api/files`. */
export function filePaths(): Paths {
  const upload = (path: string): Paths[string] => ({
    post: describeOperation(
      'POST',
      path,
      'Upload a file',
      { parameters: [parameter('IdempotencyKey')], requestBody: { required: true, content: FORM } },
      { 201: { description: 'Stored. Only its uploader can read it until a record has its path in a File field.', content: json(FILE) } },
    ),
  });
  return {
    '/api/files/upload': upload('/api/files/upload'),
    '/api/files/upload/{folder}': upload('/api/files/upload/{folder}'),
    '/api/files/upload-file-to-path': upload('/api/files/upload-file-to-path'),
    '/api/files/rules': {
      get: describeOperation(
        'GET',
        '/api/files/rules',
        'Accepted file types and size',
        { parameters: [inQuery('folder', 'Folder of the address.')] },
        { 200: { description: 'Done.', content: json(RULES) } },
      ),
    },
    ...readPaths(),
    ...madeFilePaths(),
    '/api/files/{path}': { get: downloadEndpoint() },
  };
}

/** Reading several files, or about them. */
function readPaths(): Paths {
  return {
    '/api/files/link': {
      post: describeOperation(
        'POST',
        '/api/files/link',
        'A link that opens one file for 15 minutes without a header',
        { requestBody: { required: true, content: json(REQUEST_BODY_SCHEMAS['POST /api/files/link'] ?? {}) } },
        {
          200: { description: 'Done.', content: json(object({ url: TEXT, expiresAt: TEXT })) },
        },
      ),
    },
    '/api/files/names': {
      post: describeOperation(
        'POST',
        '/api/files/names',
        'Original names of files; those that the caller may not read are omitted',
        { requestBody: { required: true, content: json(REQUEST_BODY_SCHEMAS['POST /api/files/names'] ?? {}) } },
        {
          200: { description: 'Done.', content: json(object({ names: mapOf(TEXT) })) },
        },
      ),
    },
    '/api/files/versions': {
      post: describeOperation(
        'POST',
        '/api/files/versions',
        'The file of a field and the earlier ones that it replaced, the newest first',
        { requestBody: { required: true, content: json(REQUEST_BODY_SCHEMAS['POST /api/files/versions'] ?? {}) } },
        {
          200: {
            description: 'Done. A save that sets the path of an earlier one restores it.',
            content: json(object({ versions: listOf(VERSION) })),
          },
        },
      ),
    },
  };
}

/** Files that are made of several others, or of records. */
function madeFilePaths(): Paths {
  return {
    '/api/files/zip': {
      post: describeOperation(
        'POST',
        '/api/files/zip',
        'At most 200 files as one ZIP archive',
        { requestBody: { required: true, content: json(REQUEST_BODY_SCHEMAS['POST /api/files/zip'] ?? {}) } },
        { 200: { description: 'The archive, sent while it is written.', content: { 'application/zip': { schema: BYTES } } } },
      ),
    },
    '/api/files/merge-pdf': {
      post: describeOperation(
        'POST',
        '/api/files/merge-pdf',
        'Merge at most 100 PDF files and images into one PDF, which is stored as an upload',
        {
          parameters: [parameter('IdempotencyKey')],
          requestBody: { required: true, content: json(REQUEST_BODY_SCHEMAS['POST /api/files/merge-pdf'] ?? {}) },
        },
        { 201: { description: 'Stored, like an upload.', content: json(FILE) } },
      ),
    },
    '/api/files/spreadsheet/export-to-spreadsheet': {
      post: describeOperation(
        'POST',
        '/api/files/spreadsheet/export-to-spreadsheet',
        'Export records of a module, as XLSX by default',
        { requestBody: { required: true, content: json(publicSchema(SPREADSHEET_SCHEMA)) } },
        { 200: { description: 'A file, sent while it is written.', content: EXPORT_FILE } },
      ),
    },
  };
}

function downloadEndpoint(): JsonObject {
  const parameters = [
    inQuery('token', 'Of a link, in place of the header.'),
    inQuery('download', 'Save it instead of showing it.'),
    inQuery('thumbnail', 'A small picture of an image instead of the file.'),
  ];
  const content = { 'application/octet-stream': { schema: BYTES }, 'image/webp': { schema: BYTES } };
  return describeOperation(
    'GET',
    '/api/files/{path}',
    'Download a file, for callers who may see a record that refers to it',
    { parameters },
    {
      200: { description: 'The file.', content },
      204: { description: 'With `thumbnail`: the file has none.' },
      206: { description: 'The part that `Range` asks for.', content },
      304: { description: 'Not modified: `If-None-Match` matches.' },
      416: { description: 'Range not satisfiable.', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  );
}

function inQuery(name: string, description: string): JsonObject {
  return { name, in: 'query', required: false, schema: TEXT, description };
}
