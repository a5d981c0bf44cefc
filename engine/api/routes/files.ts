import fastifyMultipart from '@fastify/multipart';
import type { Answer } from '../answers/send.ts';
import { sendFile } from '../answers/send-file.ts';
import { bodyOf, createCallRouter, parameterOf, type Call, type CallRouter } from '../request/call.ts';
import { createFileLinks } from '../request/file-links.ts';
import { textParameterOf } from '../request/parameters.ts';
import { readAway, readUpload } from '../request/upload-body.ts';
import { textOf, writeOptionsOf } from '../request/write-input.ts';

/** `/api/files`: uploads, and files with the rights on the records that hold them. */
export function serveFiles(router: CallRouter): void {
  const links = createFileLinks(router.app, router.services.clock);
  router.on({ method: 'GET', url: '/api/files/rules' }, async (call) => ({ body: await call.services.uploads.rules(call.actor, textParameterOf(call.query, 'folder')) }));
  router.on({ method: 'POST', url: '/api/files/link' }, async (call) => {
    const { path } = await call.services.uploads.read(call.actor, textOf(bodyOf(call), 'path'));
    return { body: links.sign(call.session, path) };
  });
  router.on({ method: 'POST', url: '/api/files/names' }, async (call) => ({ body: { names: await call.services.uploads.names(call.actor, bodyOf(call)['paths'] as readonly string[]) } }));
  router.on({ method: ['GET', 'HEAD'], url: '/api/files/*', identify: (request) => links.identify(request, pathOf(request.url)) }, readFile);
  // Nowhere else is a body of this kind accepted.
  void router.app.register(async (app) => {
    await app.register(fastifyMultipart);
    const { on } = createCallRouter(app, router.services, router.gate);
    on({ method: 'POST', url: '/api/files/upload' }, (call) => upload(call, undefined));
    on({ method: 'POST', url: '/api/files/upload/:folder' }, (call) => upload(call, parameterOf(call, 'folder')));
    on({ method: 'POST', url: '/api/files/upload-file-to-path' }, (call) => upload(call, textParameterOf(call.query, 'path')));
  });
}

async function upload(call: Call, named: string | undefined): Promise<Answer> {
  try {
    const { idempotency } = writeOptionsOf(call);
    const { name, content, folder, announced } = await readUpload(call.request);
    return { status: 201, body: await call.services.uploads.upload(call.actor, { name, content, folder: named ?? folder, announced, idempotency }) };
  } finally {
    readAway(call.request);
  }
}

async function readFile(call: Call): Promise<Answer> {
  const file = await call.services.uploads.read(call.actor, pathOf(call.request.url));
  return { body: undefined, send: (request, reply) => sendFile(request, reply, file, textParameterOf(call.query, 'download') !== undefined) };
}

/** The address without its query. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path;
}
