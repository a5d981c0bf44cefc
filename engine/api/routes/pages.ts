import path from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import fastifyHelmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { ApiServices } from '../services.ts';
import { listRunningPlugins } from '../views/shell-view.ts';
import { serveDocs } from './docs.ts';

/** What a page may load: only our own files, and no script from text. Component libraries set styles on elements. */
const PAGE_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
} as const;

/** The thread that reads PDF files decodes scanned images with WebAssembly; the page itself may not run it. */
const PDF_THREAD_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** The built UI with its routes, and `/api/docs`; an unknown path under `/api` is a JSON 404. */
export async function servePages(app: FastifyInstance, services: ApiServices): Promise<void> {
  const hasUi = services.uiFolder !== undefined && existsSync(path.join(services.uiFolder, 'index.html'));
  await app.register(async (pages) => {
    const isHttps = services.configuration.publicUrl.startsWith('https:');
    await pages.register(fastifyHelmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { ...toLists(PAGE_POLICY), ...(isHttps ? { upgradeInsecureRequests: [] } : {}) },
      },
      strictTransportSecurity: isHttps ? { maxAge: 15_552_000 } : false,
      crossOriginEmbedderPolicy: false,
    });
    await serveDocs(pages, services.errorRows);
    if (hasUi) await serveUi(pages, services.uiFolder, services);
  });
  app.setNotFoundHandler(() => {
    throw new MusterError('route_not_found');
  });
}

const STATIC_FILES = { index: false, preCompressed: true, cacheControl: false } as const;

/** Files whose names contain the hash of their content. */
function setAssetHeaders(reply: FastifyReply, file: string): void {
  void reply.header('cache-control', 'public, max-age=31536000, immutable');
  if (/[\\/]pdf\.worker[^\\/]*$/.test(file)) void reply.header('content-security-policy', PDF_THREAD_POLICY);
}

async function serveUi(pages: FastifyInstance, root: string, services: ApiServices): Promise<void> {
  const assets = path.join(root, 'assets');
  // A route for the folder and not for each of its thousand files, which would cost time and memory at every start.
  await pages.register(fastifyStatic, { ...STATIC_FILES, root: assets, prefix: '/assets/', setHeaders: setAssetHeaders });
  await pages.register(fastifyStatic, {
    ...STATIC_FILES,
    root,
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  // Every route of the UI returns the same page; the client-side router selects the view. Which plugins run is known before sign-in.
  const page = readFileSync(path.join(root, 'index.html'), 'utf8');
  pages.get('/*', async (request, reply) => {
    if (!isPageRequest(request.method, request.url)) throw new MusterError('route_not_found');
    const plugins = listRunningPlugins(services).join(' ');
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replace('<html', `<html data-plugins="${plugins}"`));
  });
}

/** True for a route of the UI: a GET outside `/api` for a path that is not a file. */
function isPageRequest(method: string, url: string): boolean {
  const [route = ''] = url.split('?', 1);
  return (method === 'GET' || method === 'HEAD') && route !== '/api' && !route.startsWith('/api/') && !/\.[a-z0-9]{2,5}$/i.test(route);
}

function toLists(policy: { readonly [directive: string]: readonly string[] }): { [directive: string]: string[] } {
  return Object.fromEntries(Object.entries(policy).map(([directive, sources]) => [directive, [...sources]]));
}
