import { MusterError } from '../../errors/index.ts';
import { serveDefinitions, toEntry, visible, type DefinitionCalls } from '../definition-calls.ts';
import { bodyOf, type CallRouter } from '../request/call.ts';
import { textOf } from '../request/write-input.ts';

const DROPDOWNS: DefinitionCalls<'dropdown'> = {
  kind: 'dropdown',
  base: '/api/dropdowns',
  list: (snapshot) => snapshot.dropdowns.values(),
  show: (definition) => toEntry<'dropdown'>(definition),
  complete: (definition) => {
    definition['options'] ??= [];
  },
};

/** `/api/dropdowns`: everyone reads them, System Admins change them. */
export function serveDropdowns(router: CallRouter): void {
  serveDefinitions(router, DROPDOWNS);
  router.on({ method: 'POST', url: '/api/dropdowns/get-by-name' }, async (call) => {
    const name = textOf(bodyOf(call), 'name');
    const entry = (await visible(DROPDOWNS, call)).find((dropdown) => dropdown['name'] === name);
    if (entry === undefined) throw new MusterError('definition_not_found', { values: { kind: 'dropdown' } });
    return { body: entry };
  });
}
