import type { CompiledModule } from '#engine/model';
import { MusterError } from '../../errors/index.ts';
import type { ApiResponse } from '../responses/send-response.ts';
import { serveDefinitions, toEntry, type DefinitionEndpointOptions } from '../definition-endpoints.ts';
import { findServed, moduleNamed } from '../module-endpoints/module-directory.ts';
import { parameterOf, rightsOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { effectiveLayouts } from '../views/module-layouts.ts';

const LAYOUTS: DefinitionEndpointOptions<'layout'> = {
  kind: 'layout',
  base: '/api/layouts',
  list: (snapshot) => snapshot.layouts,
  show: (definition, rights) => (rights.unrestricted ? toEntry<'layout'>(definition) : undefined),
  readByName: async (name, context) =>
    context.snapshot.modules.has(name) ? layoutsOf(context, moduleNamed(context.snapshot, name)) : undefined,
};

/** `/api/layouts/{name}` and `/module/{id}`: the layouts of a module for the requester; only System Admins may write. */
export function serveLayouts(router: EndpointRouter): void {
  serveDefinitions(router, LAYOUTS);
  router.on({ method: 'GET', url: '/api/layouts/module/:id' }, (context) =>
    layoutsOf(
      context,
      findServed(context.snapshot, ({ id }) => id === parameterOf(context, 'id')),
    ),
  );
}

async function layoutsOf(context: RequestContext, module: CompiledModule): Promise<ApiResponse> {
  const rights = await rightsOf(context);
  if (!rights.module(module.name).access) throw new MusterError('module_access_denied', { values: { module: module.label } });
  const layouts = rights.unrestricted
    ? context.snapshot.layouts.filter(({ ssModule }) => ssModule === module.name)
    : Object.values(effectiveLayouts(context.snapshot, module, rights));
  return { body: { data: layouts.map((layout) => toEntry<'layout'>(layout)), total: layouts.length } };
}
