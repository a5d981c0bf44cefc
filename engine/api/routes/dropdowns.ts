import { MusterError } from '../../errors/index.ts';
import { serveDefinitions, toEntry, listVisible, type DefinitionEndpointOptions } from '../definition-endpoints.ts';
import { bodyOf, type EndpointRouter } from '../request/request-context.ts';
import { textOf } from '../request/write-input.ts';

const DROPDOWNS: DefinitionEndpointOptions<'dropdown'> = {
  kind: 'dropdown',
  base: '/api/dropdowns',
  list: (snapshot) => snapshot.dropdowns.values(),
  show: (definition) => toEntry<'dropdown'>(definition),
  complete: (definition) => {
    definition['options'] ??= [];
  },
};

/** `/api/dropdowns`: everyone may read them, System Admins may change them. */
export function serveDropdowns(router: EndpointRouter): void {
  serveDefinitions(router, DROPDOWNS);
  router.on({ method: 'POST', url: '/api/dropdowns/get-by-name' }, async (context) => {
    const name = textOf(bodyOf(context), 'name');
    const entry = (await listVisible(DROPDOWNS, context)).find((dropdown) => dropdown['name'] === name);
    if (entry === undefined) throw new MusterError('definition_not_found', { values: { kind: 'dropdown' } });
    return { body: entry };
  });
}
