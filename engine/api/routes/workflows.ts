import { MusterError } from '../../errors/index.ts';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { serveDefinitions, toEntry, type DefinitionEndpointOptions } from '../definition-endpoints.ts';
import { searchEntries } from '../definition-search.ts';
import { assertSystemAdmin, bodyOf, type EndpointRouter } from '../request/request-context.ts';
import { searchCheck } from '../request/search-input.ts';
import { serveWorkflowParts } from './workflow-parts.ts';

const WORKFLOWS: DefinitionEndpointOptions<'workflow'> = {
  kind: 'workflow',
  base: '/api/workflows',
  list: (snapshot) => snapshot.workflows.all,
  show: (definition) => toEntry<'workflow'>(definition),
  assertReadable: assertSystemAdmin,
  defaultSort: { sortField: 'name', sortOrder: 'desc' },
  complete: completeWorkflow,
};

/** `/api/workflows` and their actions, alerts and conditions: definitions, which System Admins read and change. */
export function serveWorkflows(router: EndpointRouter): void {
  serveDefinitions(router, WORKFLOWS);
  router.on({ method: 'POST', url: '/api/workflows/paged-search', preview: true }, async (context) => {
    await assertSystemAdmin(context);
    const search = searchCheck.read(bodyOf(context));
    const entries = context.snapshot.workflows.all.map((workflow) => toEntry<'workflow'>(workflow));
    return { body: searchEntries(entries, { ...WORKFLOWS.defaultSort, ...search }) };
  });
  serveWorkflowParts(router);
}

/** A workflow runs when a record is saved unless something else is said, and only when it is switched on. */
function completeWorkflow(definition: { [property: string]: unknown }): void {
  definition['executionOccurs'] ??= 'save' satisfies WorkflowDefinition['executionOccurs'];
  definition['active'] ??= false;
  // The form of the specification has no field for the time: a day after the record was made, until it is changed.
  if (definition['executionOccurs'] === 'time') definition['time'] ??= { field: 'createdAt', offset: { amount: 1, unit: 'days' } };
  if (definition['name'] === undefined) throw new MusterError('body_invalid', { values: { reason: 'name is required' } });
}
