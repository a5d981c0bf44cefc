import type { WorkflowDefinition } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';

/** A workflow and a record in the chain that goes with the saves of a run: `workflow: Follow up (wf1) leads:42`. */
export function linkOf(
  { id, name }: Pick<WorkflowDefinition, 'id' | 'name'>,
  { keyName }: Pick<CompiledModule, 'keyName'>,
  record: string,
): string {
  return `workflow: ${name} (${id}) ${keyName}:${record}`;
}

/**
 * The cycle that a run would close, as the names of its workflows and hooks: 'Follow up → Escalate → Follow up'. Undefined: the workflow has
 * not run for this record in the chain.
 */
export function findCycle(chain: readonly string[], link: string): string | undefined {
  const place = identityOf(link);
  const start = chain.findIndex((one) => identityOf(one) === place);
  return start === -1 ? undefined : [...chain.slice(start), link].map(nameOf).join(' → ');
}

/** The part after the name, which does not change when the workflow is renamed. */
function identityOf(link: string): string {
  return link.startsWith('workflow: ') ? link.slice(link.lastIndexOf(' (')) : link;
}

function nameOf(link: string): string {
  return link.startsWith('workflow: ') ? link.slice('workflow: '.length, link.lastIndexOf(' (')) : link;
}
