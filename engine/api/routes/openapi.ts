import type { Rights } from '../../access/index.ts';
import type { JsonObject } from '#engine/model';
import { buildOpenApi } from '../openapi/build-document.ts';
import { rightsOf, type EndpointRouter } from '../request/request-context.ts';

/** `/api/openapi.json`: the endpoints that the requester may use, typed by the active definitions. */
export function serveOpenApi({ on, services }: EndpointRouter): void {
  // The rights object is replaced when rights or definitions change, so a document is valid as long as its rights object.
  const documents = new WeakMap<Rights, JsonObject>();
  on({ method: 'GET', url: '/api/openapi.json' }, async (context) => {
    const rights = await rightsOf(context);
    let document = documents.get(rights);
    if (document === undefined)
      documents.set(
        rights,
        (document = buildOpenApi(context.snapshot, rights, {
          version: services.configuration.version,
          publicUrl: services.configuration.publicUrl,
          routes: services.pluginRoutes,
          errorsOf: (module) => services.pluginHost.errorsOf(module),
        })),
      );
    return { body: document };
  });
}
