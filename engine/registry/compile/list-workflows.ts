import type { WorkflowDefinition } from '#engine/model/definitions';
import type { DefinitionSet } from '../base/definition-set.ts';
import type { WorkflowDirectory } from '../contract.ts';

const NONE: readonly WorkflowDefinition[] = [];

/** The workflows of a definition set, sorted and by module. */
export function listWorkflows({ workflow }: Pick<DefinitionSet, 'workflow'>): WorkflowDirectory {
  const all = [...workflow.values()].sort(compareWorkflows);
  const byModule = new Map<string, WorkflowDefinition[]>();
  for (const one of all) {
    if (one.active !== true) continue;
    const list = byModule.get(one.module);
    if (list === undefined) byModule.set(one.module, [one]);
    else list.push(one);
  }
  return { all, byId: (id) => workflow.get(id), of: (module) => byModule.get(module) ?? NONE };
}

/** The smallest weight first; of equal ones by name, and by id so that the order is the same on every node. */
function compareWorkflows(one: WorkflowDefinition, other: WorkflowDefinition): number {
  return (one.weight ?? 0) - (other.weight ?? 0) || compareTexts(one.name, other.name) || compareTexts(one.id, other.id);
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
