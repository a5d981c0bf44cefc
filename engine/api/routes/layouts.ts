import type { CompiledModule } from '#engine/model';
import { MusterError } from '../../errors/index.ts';
import type { Answer } from '../answers/send.ts';
import { serveDefinitions, toEntry, type DefinitionCalls } from '../definition-calls.ts';
import { findServed, moduleNamed } from '../module-calls/module-directory.ts';
import { parameterOf, rightsOf, type Call, type CallRouter } from '../request/call.ts';
import { effectiveLayouts } from '../views/module-layouts.ts';

const LAYOUTS: DefinitionCalls<'layout'> = {
  kind: 'layout',
  base: '/api/layouts',
  list: (snapshot) => snapshot.layouts,
  show: (definition, rights) => (rights.unrestricted ? toEntry<'layout'>(definition) : undefined),
  readByName: async (name, call) => (call.snapshot.modules.has(name) ? layoutsOf(call, moduleNamed(call.snapshot, name)) : undefined),
};

/** `/api/layouts/{name}` and `/module/{id}`: the layouts of a module as the reader gets them; writing is System Admin's. */
export function serveLayouts(router: CallRouter): void {
  serveDefinitions(router, LAYOUTS);
  router.on({ method: 'GET', url: '/api/layouts/module/:id' }, (call) => layoutsOf(call, findServed(call.snapshot, ({ id }) => id === parameterOf(call, 'id'))));
}

async function layoutsOf(call: Call, module: CompiledModule): Promise<Answer> {
  const rights = await rightsOf(call);
  if (!rights.module(module.name).access) throw new MusterError('module_access_denied', { values: { module: module.label } });
  const layouts = rights.unrestricted ? call.snapshot.layouts.filter(({ ssModule }) => ssModule === module.name) : Object.values(effectiveLayouts(call.snapshot, module, rights));
  return { body: { data: layouts.map((layout) => toEntry<'layout'>(layout)), total: layouts.length } };
}
