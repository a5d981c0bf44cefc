import { moduleNamed } from '../module-endpoints/module-directory.ts';
import { MAX_EXPORT_BYTES, spreadsheetCheck } from '../request/export-input.ts';
import { compileCheck } from '../request/parameters.ts';
import { bodyOf, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { resolveSearch } from '../request/resolve-aliases.ts';
import { readPagination, sortOf } from '../request/search-input.ts';
import { sendDownload } from '../responses/send-download.ts';
import type { ApiResponse } from '../responses/send-response.ts';

const PAGE = 20;

/** Query of the list of exports. */
export const EXPORTS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    pageNumber: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    pageSize: { type: 'integer', minimum: 1, maximum: 100 },
  },
};

const listCheck = compileCheck<{ pageNumber?: number; pageSize?: number }>(EXPORTS_QUERY_SCHEMA);

/** `/api/exports`: exports that run as jobs; each belongs to the user who started it. */
export function serveExportJobs({ on }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/exports' }, async (context) => {
    const window = readPagination(listCheck.readQuery(context.query), PAGE);
    const { data, total } = await context.services.exportJobs.list(context.actor, { offset: window.offset, limit: window.pageSize });
    return { body: { data, total, pageNumber: window.pageNumber, pageSize: window.pageSize } };
  });
  on({ method: 'POST', url: '/api/exports', bodyLimit: MAX_EXPORT_BYTES }, startExport);
  on({ method: 'GET', url: '/api/exports/:id' }, async (context) => ({
    body: await context.services.exportJobs.get(context.actor, parameterOf(context, 'id')),
  }));
  on({ method: 'GET', url: '/api/exports/:id/file' }, async (context) => {
    const file = await context.services.exportJobs.open(context.actor, parameterOf(context, 'id'));
    return { body: undefined, send: (received, reply) => sendDownload(received, reply, file) };
  });
  on({ method: 'POST', url: '/api/exports/:id/cancel' }, async (context) => ({
    body: await context.services.exportJobs.cancel(context.actor, parameterOf(context, 'id')),
  }));
  on({ method: 'DELETE', url: '/api/exports/:id' }, async (context) => {
    await context.services.exportJobs.remove(context.actor, parameterOf(context, 'id'));
    return { body: { success: true } };
  });
}

/** The body of an export with its module. */
async function startExport(context: RequestContext): Promise<ApiResponse> {
  const { module: given, ...sent } = spreadsheetCheck.read(bodyOf(context));
  const module = moduleNamed(context, given);
  const { searchTerms: filter, search: terms, fields, ids, format = 'csv', ...rest } = resolveSearch(context, module, sent);
  const values = rest.values ?? (format === 'ndjson' ? 'raw' : 'labels');
  const input = { module: module.name, filter, terms, fields, ids, format, values, sort: sortOf(rest) };
  return { status: 202, body: await context.services.exportJobs.start(context.actor, input) };
}
