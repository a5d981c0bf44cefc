import type { WorkflowDefinition } from '#engine/model/definitions';
import { copyDefinitionSet, type DefinitionSet } from '../base/definition-set.ts';
import { validateAgainstSchema } from '../base/validate-against-schema.ts';
import type { ChangeSet, WorkflowDirectory } from '../contract.ts';
import type { WorkflowProblem } from '../problem.ts';

const NONE: readonly WorkflowDefinition[] = [];

/** The workflows of a definition set, sorted and by module. */
export function listWorkflows(
  { workflow }: Pick<DefinitionSet, 'workflow'>,
  changeSets: readonly ChangeSet[],
  problems: readonly WorkflowProblem[],
): WorkflowDirectory {
  const all = [...workflow.values()].sort(compareWorkflows);
  const byModule = new Map<string, WorkflowDefinition[]>();
  for (const one of all) {
    if (one.active !== true) continue;
    const list = byModule.get(one.module);
    if (list === undefined) byModule.set(one.module, [one]);
    else list.push(one);
  }
  const times = new Map<string, string>();
  for (const { state, at, changes } of changeSets)
    if (state === 'published') for (const { kind, id } of changes) if (kind === 'workflow') times.set(id, at);
  return {
    all,
    byId: (id) => workflow.get(id),
    problemOf: (id) => problems.find((problem) => problem.id === id)?.cause,
    changedAt: (id) => times.get(id),
    of: (module) => byModule.get(module) ?? NONE,
  };
}

/** The smallest weight first; of equal ones by name, and by id so that the order is the same on every node. */
function compareWorkflows(one: WorkflowDefinition, other: WorkflowDefinition): number {
  return (one.weight ?? 0) - (other.weight ?? 0) || compareTexts(one.name, other.name) || compareTexts(one.id, other.id);
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The definitions with the workflows that have problems as inactive, and without those that break the rules of their form. */
export function stopBrokenWorkflows(set: DefinitionSet, problems: readonly WorkflowProblem[]): DefinitionSet {
  const broken = new Set(problems.flatMap(({ id }) => id ?? []));
  if (broken.size === 0) return set;
  const copy = copyDefinitionSet(set);
  for (const id of broken) {
    const workflow = set.workflow.get(id);
    if (workflow === undefined) continue;
    if (validateAgainstSchema('workflow', workflow, '', '').length > 0) copy.workflow.delete(id);
    else copy.workflow.set(id, { ...workflow, active: false });
  }
  return copy;
}
