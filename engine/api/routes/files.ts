import fastifyMultipart from '@fastify/multipart';
import type { FileVersionsInput } from '../../files/index.ts';
import type { ApiResponse } from '../responses/send-response.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';
import { MAX_EXPORT_BYTES, spreadsheetCheck } from '../request/export-input.ts';
import { exportModule } from '../responses/send-export.ts';
import { sendDownload } from '../responses/send-download.ts';
import { sendFile, sendThumbnail } from '../responses/send-file.ts';
import { bodyOf, createEndpointRouter, parameterOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { createFileLinks } from '../request/file-links.ts';
import { textParameterOf } from '../request/parameters.ts';
import { drainRequest, readUpload } from '../request/upload-body.ts';
import { textOf, writeOptionsOf } from '../request/write-input.ts';

/** `/api/files`: uploads, and downloads with the rights on the records that refer to the files. */
export function serveFiles(router: EndpointRouter): void {
  const links = createFileLinks(router.app, router.services.clock);
  router.on({ method: 'GET', url: '/api/files/rules', preview: true }, async (context) => ({
    body: await context.services.uploads.rules(context.actor, textParameterOf(context.query, 'folder')),
  }));
  router.on({ method: 'POST', url: '/api/files/link', preview: true }, async (context) => {
    const { path } = await context.services.uploads.read(context.actor, textOf(bodyOf(context), 'path'));
    return { body: links.sign(context.session, path) };
  });
  router.on({ method: 'POST', url: '/api/files/names', preview: true }, async (context) => ({
    body: { names: await context.services.uploads.names(context.actor, bodyOf(context)['paths'] as readonly string[]) },
  }));
  router.on({ method: 'POST', url: '/api/files/versions', preview: true }, async (context) => ({
    body: { versions: await context.services.uploads.versions(context.actor, bodyOf(context) as unknown as FileVersionsInput) },
  }));
  router.on({ method: 'POST', url: '/api/files/zip', preview: true }, archiveFiles);
  router.on({ method: 'POST', url: '/api/files/merge-pdf' }, mergeFiles);
  router.on({ method: 'POST', url: '/api/files/spreadsheet/export-to-spreadsheet', bodyLimit: MAX_EXPORT_BYTES }, (context) => {
    const { module, ...sent } = spreadsheetCheck.read(bodyOf(context));
    return exportModule(context, moduleNamed(context, module), sent, 'xlsx');
  });
  router.on(
    { method: ['GET', 'HEAD'], url: '/api/files/*', preview: true, identify: (request) => links.identify(request, pathOf(request.url)) },
    readFile,
  );
  // A scope of its own: no other endpoint accepts this kind of body.
  void router.app.register(async (app) => {
    await app.register(fastifyMultipart);
    const { on } = createEndpointRouter(app, router.services, router.guard);
    on({ method: 'POST', url: '/api/files/upload' }, (context) => upload(context, undefined));
    on({ method: 'POST', url: '/api/files/upload/:folder' }, (context) => upload(context, parameterOf(context, 'folder')));
    on({ method: 'POST', url: '/api/files/upload-file-to-path' }, (context) => upload(context, textParameterOf(context.query, 'path')));
  });
}

async function upload(context: RequestContext, named: string | undefined): Promise<ApiResponse> {
  try {
    const { idempotency } = writeOptionsOf(context);
    const { name, content, folder, declaredSize } = await readUpload(context.request);
    return {
      status: 201,
      body: await context.services.uploads.upload(context.actor, { name, content, folder: named ?? folder, declaredSize, idempotency }),
    };
  } finally {
    drainRequest(context.request);
  }
}

/** POST zip: several files as one archive; `name` is that of the archive, without its ending. */
async function archiveFiles(context: RequestContext): Promise<ApiResponse> {
  const { paths, name = 'files' } = bodyOf(context) as unknown as { readonly paths: readonly string[]; readonly name?: string };
  const body = await context.services.uploads.archive(context.actor, paths);
  const file = { contentType: 'application/zip', filename: `${name}.zip`, body };
  return { body: undefined, send: (received, reply) => sendDownload(received, reply, file) };
}

/** POST merge-pdf: PDF files and images as one PDF, which is stored as an upload of the user. */
async function mergeFiles(context: RequestContext): Promise<ApiResponse> {
  const { paths, title = 'files' } = bodyOf(context) as unknown as { readonly paths: readonly string[]; readonly title?: string };
  const { idempotency } = writeOptionsOf(context);
  return { status: 201, body: await context.services.uploads.merge(context.actor, { paths, title, idempotency }) };
}

async function readFile(context: RequestContext): Promise<ApiResponse> {
  const file = await context.services.uploads.read(context.actor, pathOf(context.request.url));
  if (textParameterOf(context.query, 'thumbnail') !== undefined)
    return { body: undefined, send: (request, reply) => sendThumbnail(request, reply, file) };
  return {
    body: undefined,
    send: (request, reply) => sendFile(request, reply, file, textParameterOf(context.query, 'download') !== undefined),
  };
}

/** Returns the URL without its query. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path;
}
