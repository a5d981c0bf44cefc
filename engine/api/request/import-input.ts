import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fastifyMultipart from '@fastify/multipart';
import { MusterError } from '../../errors/index.ts';
import { EXPORT_CONTENT_TYPES } from '../../exports/index.ts';
import type { ImportUpload, ReadChoice } from '../../imports/index.ts';
import { IMPORT_FORMATS, IMPORT_ROW_STATES, type ImportFormat, type ImportRowState } from '#engine/model/wire';
import { READ_PROPERTIES } from './import-body-schemas.ts';
import { clearBodyTimer } from './request-body.ts';
import { compileCheck } from './parameters.ts';
import type { RequestContext } from './request-context.ts';
import { SEARCH_SCHEMA } from './search-input.ts';
import { readUpload } from './upload-body.ts';

/** Query of POST import of a module. */
export const IMPORT_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    mode: {
      type: 'string',
      enum: ['create', 'update', 'upsert'],
      description: 'Whether the records are new (the default), exist, or are changed if they exist and created otherwise.',
    },
    key: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description: 'Names of the fields that say which record is meant, with commas between them, one of them unique; default _id.',
    },
    dryRun: { type: 'boolean', description: 'Runs all rules and saves nothing.' },
    again: { type: 'boolean', description: 'Creates the records of a file that was imported before.' },
    format: { enum: [...IMPORT_FORMATS] },
    ...READ_PROPERTIES,
    duplicates: { enum: ['allow'], description: 'Saves records that rules about duplicates would refuse.' },
    module: { type: 'string', minLength: 1, maxLength: 200 },
  },
};

/** The query of an import of a program. */
export interface ImportQuery extends ReadChoice {
  readonly mode?: 'create' | 'update' | 'upsert';
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly again?: boolean;
  readonly format?: ImportFormat;
  readonly module?: string;
}

export const importQueryCheck = compileCheck<ImportQuery>(IMPORT_QUERY_SCHEMA);

const { pageNumber, pageSize } = SEARCH_SCHEMA.properties;

/** Query of the rows of an import. */
export const IMPORT_ROWS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    state: { enum: ['all', ...IMPORT_ROW_STATES] },
    code: { type: 'string', minLength: 1, maxLength: 200, description: 'Only rows with this problem, as in the kinds of the summary.' },
    column: { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'With code: place of its column. Absent: the row as a whole.' },
    field: { type: 'string', minLength: 1, maxLength: 200, description: 'With code: its field. Absent: it has none.' },
    pageNumber,
    pageSize,
  },
};

export const importRowsCheck = compileCheck<{
  state?: 'all' | ImportRowState;
  code?: string;
  column?: number;
  field?: string;
  pageNumber?: number;
  pageSize?: number;
}>(IMPORT_ROWS_QUERY_SCHEMA);

/** Passes the bodies of this scope on as streams; JSON and forms are read as everywhere. */
export async function acceptFileBodies(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser('*', (request, payload, done) => {
    clearBodyTimer(request);
    done(null, payload);
  });
  await app.register(fastifyMultipart);
}

/** The file of a request: its body, or the file of a form. Errors: `unsupported_media_type`, `file_missing`, `upload_interrupted`. */
export async function readImportFile(
  { request }: Pick<RequestContext, 'request'>,
  name: string,
  given: ImportFormat | undefined,
): Promise<Pick<ImportUpload, 'name' | 'content' | 'declaredSize' | 'format'>> {
  if (request.isMultipart()) {
    const { name: own, content, declaredSize } = await readUpload(request);
    return { name: own, content, declaredSize, format: given };
  }
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const format = given ?? IMPORT_FORMATS.find((one) => EXPORT_CONTENT_TYPES[one] === type);
  if (!(request.body instanceof Readable) || format === undefined)
    throw new MusterError('unsupported_media_type', { message: 'Send the file as CSV, NDJSON or XLSX: as the body, or in a form.' });
  const length = Number(request.headers['content-length']);
  return {
    name: `${name}.${format}`,
    content: readBody(request.body),
    declaredSize: Number.isSafeInteger(length) ? length : undefined,
    format,
  };
}

async function* readBody(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body) yield piece as Uint8Array;
  } catch (cause) {
    throw cause instanceof MusterError ? cause : new MusterError('upload_interrupted', { cause });
  }
}
