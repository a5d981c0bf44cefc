import { createRequire } from 'node:module';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Rights } from '../../access/index.ts';
import { ERROR_CATALOGUE, type ErrorRow } from '../../errors/index.ts';
import { buildOpenApi } from '../openapi/build-document.ts';
import { writeDocument } from '../openapi/write-document.ts';
import { rightsOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { ENDPOINTS_PAGE, DOCS_SCRIPT, DOCS_STYLE } from './docs-page.ts';
import { renderGuide, type GuidePage } from './guide-page.ts';
import guides from './guides.json' with { type: 'json' };
import { ERROR_COLUMNS, renderIndex, renderReference, type ReferencePage } from './reference-page.ts';
import written from './reference.json' with { type: 'json' };

const PAGES = written as unknown as readonly ReferencePage[];
const GUIDES = guides as readonly GuidePage[];

/**
 * `/api/docs`: the guides, the page of endpoints and the reference pages. All are public: they contain what is in the
 * source, and no stored data.
 */
export async function serveDocs(pages: FastifyInstance, errorRows: { readonly [code: string]: ErrorRow }): Promise<void> {
  const require = createRequire(import.meta.url);
  const root = path.join(path.dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static');
  await pages.register(fastifyStatic, { root, prefix: '/api/docs/static/', decorateReply: false, cacheControl: true, maxAge: '1h' });
  const referencePages = PAGES.map((page) => (page.name === 'errors' ? addPluginErrors(page, errorRows) : page));
  const html = [
    ['', renderIndex(GUIDES, referencePages)],
    ['/endpoints', ENDPOINTS_PAGE],
    ...GUIDES.map((guide) => [`/${guide.name}`, renderGuide(guide)] as const),
    ...referencePages.map((page) => [`/${page.name}`, renderReference(page)] as const),
  ] as const;
  const texts = [
    ...html.map(([place, text]) => [`/api/docs${place}`, 'text/html', text] as const),
    ['/api/docs/docs.js', 'text/javascript', DOCS_SCRIPT],
    ['/api/docs/docs.css', 'text/css', DOCS_STYLE],
  ] as const;
  for (const [url, type, text] of texts) pages.get(url, async (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text));
}

/** Appends the errors of plugins to those of the engine; which plugins run is known only at runtime. */
function addPluginErrors(page: ReferencePage, errorRows: { readonly [code: string]: ErrorRow }): ReferencePage {
  const own = Object.entries(errorRows)
    .filter(([code]) => !Object.hasOwn(ERROR_CATALOGUE, code))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (own.length === 0) return page;
  const rows = own.map(([code, { status, isPublic, text }]) => [code, isPublic ? 'yes' : 'no', `${status}: ${text}`] as const);
  return {
    ...page,
    sections: [
      ...page.sections,
      { name: 'Of the plugins', text: 'Errors of the plugins, with the status of each.', columns: ERROR_COLUMNS, rows },
    ],
  };
}

/**
 * `/api/openapi.json`: the endpoints that the requester may use, typed by the active definitions. It is made on the first
 * request for it, once for all requests at the same time, and cached as bytes.
 */
export function serveOpenApi({ on }: EndpointRouter): void {
  // The rights object is replaced when rights or definitions change, so a document is valid as long as its rights object.
  const documents = new WeakMap<Rights, Promise<Buffer>>();
  on({ method: 'GET', url: '/api/openapi.json' }, async (context) => {
    const rights = await rightsOf(context);
    let document = documents.get(rights);
    if (document === undefined) {
      document = makeOpenApi(context, rights);
      documents.set(rights, document);
      document.catch(() => documents.delete(rights));
    }
    return { body: undefined, json: await document };
  });
}

async function makeOpenApi({ services, snapshot }: RequestContext, rights: Rights): Promise<Buffer> {
  const document = await buildOpenApi(snapshot, rights, {
    version: services.configuration.version,
    publicUrl: services.configuration.publicUrl,
    routes: services.pluginRoutes,
    events: services.pluginEvents,
    errorsOf: (module) => services.pluginHost.errorsOf(module),
  });
  return writeDocument(document);
}
