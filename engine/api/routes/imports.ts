import { IMPORT_FORMATS, type ImportColumnChoice, type ImportCorrections, type ImportDuplicates } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';
import type { ReadChoice } from '../../imports/index.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';
import { acceptFileBodies, importRowsCheck } from '../request/import-input.ts';
import { compileCheck } from '../request/parameters.ts';
import { bodyOf, createEndpointRouter, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { readPagination } from '../request/search-input.ts';
import { drainRequest, readUpload } from '../request/upload-body.ts';
import { splitUpdate, textOf } from '../request/write-input.ts';
import { sendDownload } from '../responses/send-download.ts';
import type { ApiResponse } from '../responses/send-response.ts';

const PAGE = 50;
const OF_LIST = 20;

/** Query of the file of errors. */
export const IMPORT_ERRORS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { format: { enum: IMPORT_FORMATS.filter((format) => format !== 'ndjson') } },
};

const errorsCheck = compileCheck<{ format?: 'csv' | 'xlsx' }>(IMPORT_ERRORS_QUERY_SCHEMA);

/** Query of the list of imports. */
export const IMPORTS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    pageNumber: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    pageSize: { type: 'integer', minimum: 1, maximum: 100 },
  },
};

const listCheck = compileCheck<{ pageNumber?: number; pageSize?: number }>(IMPORTS_QUERY_SCHEMA);

/** `/api/imports`: files of records that are checked and saved; each belongs to the user who uploaded it. */
export function serveImports(router: EndpointRouter): void {
  const { on } = router;
  on({ method: 'GET', url: '/api/imports' }, async (context) => {
    const window = readPagination(listCheck.readQuery(context.query), OF_LIST);
    const { data, total } = await context.services.imports.list(context.actor, { offset: window.offset, limit: window.pageSize });
    return { body: { data, total, pageNumber: window.pageNumber, pageSize: window.pageSize } };
  });
  on({ method: 'GET', url: '/api/imports/:id' }, async (context) => ({
    body: await context.services.imports.get(context.actor, parameterOf(context, 'id')),
  }));
  on({ method: 'GET', url: '/api/imports/:id/fields' }, async (context) => {
    const data = await context.services.imports.fields(context.actor, parameterOf(context, 'id'));
    return { body: { data, total: data.length } };
  });
  on({ method: 'GET', url: '/api/imports/:id/rows' }, listRows);
  on({ method: 'GET', url: '/api/imports/:id/errors' }, sendErrors);
  on({ method: 'PUT', url: '/api/imports/:id' }, updateImport);
  on({ method: 'DELETE', url: '/api/imports/:id' }, async (context) => {
    await context.services.imports.remove(context.actor, parameterOf(context, 'id'));
    return { body: { success: true } };
  });
  serveSteps(router);
  // A scope of its own: no other endpoint accepts this kind of body.
  void router.app.register(async (app) => {
    await acceptFileBodies(app);
    createEndpointRouter(app, router.services, router.guard).on({ method: 'POST', url: '/api/imports' }, uploadImport);
  });
}

function serveSteps({ on }: EndpointRouter): void {
  on({ method: 'POST', url: '/api/imports/:id/check' }, async (context) => {
    const body = await context.services.imports.check(context.actor, parameterOf(context, 'id'));
    return { status: body.state === 'checking' ? 202 : 200, body };
  });
  on({ method: 'POST', url: '/api/imports/:id/start' }, async (context) => {
    const { _version: version, again = false } = bodyOf(context) as { readonly _version?: number; readonly again?: boolean };
    const body = await context.services.imports.start(context.actor, parameterOf(context, 'id'), { version, again });
    return { status: 202, body };
  });
  on({ method: 'POST', url: '/api/imports/:id/pause' }, async (context) => ({
    body: await context.services.imports.pause(context.actor, parameterOf(context, 'id')),
  }));
  on({ method: 'POST', url: '/api/imports/:id/resume' }, async (context) => ({
    status: 202,
    body: await context.services.imports.resume(context.actor, parameterOf(context, 'id')),
  }));
  on({ method: 'POST', url: '/api/imports/:id/cancel' }, async (context) => ({
    body: await context.services.imports.cancel(context.actor, parameterOf(context, 'id')),
  }));
}

/** A form with the fields `module` and `file`, or JSON with the path of an uploaded file. */
async function uploadImport(context: RequestContext): Promise<ApiResponse> {
  const { request, services, actor } = context;
  try {
    if (request.isMultipart()) {
      const { name, content, declaredSize, fields } = await readUpload(request);
      const module = moduleNamed(context, textOf(fields, 'module')).name;
      return { status: 201, body: await services.imports.upload(actor, { module, name, content, declaredSize }) };
    }
    if (request.headers['content-type']?.startsWith('application/json') !== true)
      throw new MusterError('unsupported_media_type', { message: 'Send the file as multipart/form-data.' });
    const { module: given, path } = bodyOf(context) as { readonly module: string; readonly path: string };
    const module = moduleNamed(context, given).name;
    const file = await services.uploads.read(actor, path);
    const upload = { module, name: file.filename, content: await file.open(), declaredSize: file.size };
    return { status: 201, body: await services.imports.upload(actor, upload) };
  } finally {
    drainRequest(request);
  }
}

async function updateImport(context: RequestContext): Promise<ApiResponse> {
  const id = parameterOf(context, 'id');
  const { fields, version } = splitUpdate({ ...bodyOf(context) }, id);
  const { file, columns, constants, duplicates, corrections } = fields as {
    readonly file?: ReadChoice | null;
    readonly columns?: readonly ImportColumnChoice[] | null;
    readonly constants?: JsonObject | null;
    readonly duplicates?: ImportDuplicates | null;
    readonly corrections?: ImportCorrections | null;
  };
  const body = await context.services.imports.update(context.actor, id, {
    version,
    read: file ?? undefined,
    columns: columns ?? undefined,
    constants: constants ?? undefined,
    duplicates: duplicates ?? undefined,
    corrections: corrections ?? undefined,
  });
  return { body };
}

async function listRows(context: RequestContext): Promise<ApiResponse> {
  const { state = 'all', code, column = null, field = null, ...search } = importRowsCheck.readQuery(context.query);
  const window = readPagination(search, PAGE);
  const { data, total } = await context.services.imports.rows(context.actor, parameterOf(context, 'id'), {
    state: state === 'all' ? undefined : state,
    problem: code === undefined ? undefined : { code, column, field },
    offset: window.offset,
    limit: window.pageSize,
  });
  return { body: { data, total, pageNumber: window.pageNumber, pageSize: window.pageSize } };
}

async function sendErrors(context: RequestContext): Promise<ApiResponse> {
  const { format = 'csv' } = errorsCheck.readQuery(context.query);
  const file = await context.services.imports.errors(context.actor, parameterOf(context, 'id'), format);
  return { body: undefined, send: (received, reply) => sendDownload(received, reply, file) };
}
