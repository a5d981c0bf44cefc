import type { Rights } from '../../access/index.ts';
import type { JsonObject } from '#engine/model';
import { buildOpenApi } from '../openapi/build-document.ts';
import { rightsOf, type CallRouter } from '../request/call.ts';

/** `/api/openapi.json`: what the caller may reach, typed by the definitions in force. */
export function serveOpenApi({ on, services }: CallRouter): void {
  // Rights are made anew when they or the definitions change, so a document holds as long as its rights.
  const documents = new WeakMap<Rights, JsonObject>();
  on({ method: 'GET', url: '/api/openapi.json' }, async (call) => {
    const rights = await rightsOf(call);
    let document = documents.get(rights);
    if (document === undefined) documents.set(rights, (document = buildOpenApi(call.snapshot, rights, { version: services.configuration.version, publicUrl: services.configuration.publicUrl, routes: services.pluginRoutes, errorsOf: (module) => services.pluginHost.errorsOf(module) })));
    return { body: document };
  });
}
