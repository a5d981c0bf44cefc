import type { FastifyRequest } from 'fastify';
import type { CompiledModule } from '#engine/model/compiled';
import { readTimeZone, zoneClock } from '#engine/model/time';
import { createExportFile, maxSheetRecords, type ExportFormat } from '../../exports/index.ts';
import type { VisibleRecord } from '../../records/index.ts';
import type { ExportParameters } from '../request/export-input.ts';
import type { RequestContext } from '../request/request-context.ts';
import { resolveSearch } from '../request/resolve-aliases.ts';
import { sortOf } from '../request/search-input.ts';
import { toPublicError } from './error-response.ts';
import { sendDownload } from './send-download.ts';
import type { ApiResponse } from './send-response.ts';

/** The response of an export: a file that is written while it is sent. Errors: those of `openExport`. */
export async function exportModule(
  context: RequestContext,
  module: CompiledModule,
  sent: ExportParameters,
  defaultFormat: ExportFormat,
): Promise<ApiResponse> {
  const { services, actor, request, snapshot } = context;
  const { searchTerms: filter, search: terms, fields, ids, format = defaultFormat, ...rest } = resolveSearch(context, module, sent);
  const values = rest.values ?? (format === 'ndjson' ? 'raw' : 'labels');
  const found = await services.records.openExport(actor, {
    module: module.name,
    ...{ filter, terms, fields, ids, format },
    sort: sortOf(rest),
    populate: values === 'labels',
    limitOf: format === 'xlsx' ? maxSheetRecords : undefined,
  });
  const zone = zoneClock(readTimeZone(snapshot.settings.get('time_zone')?.setting));
  const { body, ...file } = createExportFile(
    { ...found, records: readWhileOpen(found.records, context.reply) },
    {
      ...{ format, values, zone },
      day: zone.dayOf(services.clock.now()),
      moduleLabel: (name) => snapshot.module(name)?.label ?? name,
      describeError: (error) => {
        const { message, code } = toPublicError(services, error, request);
        return { error: message, code };
      },
    },
  );
  return {
    body: undefined,
    send: (received, reply) => sendDownload(received, reply, { ...file, body: logErrors(context, request, body) }),
  };
}

/**
 * The records as long as the client is there. Closing the file would do it too, but only with its next piece, which takes many records if
 * they are packed well.
 */
async function* readWhileOpen(records: AsyncIterable<VisibleRecord>, { raw }: RequestContext['reply']): AsyncGenerator<VisibleRecord> {
  for await (const record of records) {
    if (raw.destroyed) return;
    yield record;
  }
}

/** The file, with its error in the log: the response has begun, and can only be cut off. */
async function* logErrors({ services }: RequestContext, request: FastifyRequest, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    toPublicError(services, error, request);
    throw error;
  }
}
