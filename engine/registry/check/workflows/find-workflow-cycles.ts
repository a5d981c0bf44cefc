import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import { listOutcomes } from '#engine/model/workflows';

/** A workflow that starts another one, and the position that says so, in one of the two. */
interface Start {
  readonly to: string;
  readonly owner: string;
  readonly path: string;
}

/** A workflow of which a run starts another run of itself: its id, the position, and the cycle in words. */
export type FoundCycle = readonly [id: string, path: string, cause: string];

/** The cycles of workflows that start each other by a step or by their end, each reported once for each of its workflows. */
export function findWorkflowCycles(workflows: ReadonlyMap<string, WorkflowDefinition>): readonly FoundCycle[] {
  const starts = listStarts(workflows);
  const found: FoundCycle[] = [];
  for (const id of workflows.keys()) {
    const cycle = findCycle(id, starts);
    const first = cycle?.[0];
    if (cycle === undefined || first === undefined) continue;
    const names = [id, ...cycle.map(({ to }) => to)].map((one) => workflows.get(one)?.name ?? one);
    const own = cycle.find(({ owner }) => owner === id) ?? first;
    found.push([id, own.owner === id ? own.path : '', `The workflow starts itself again: ${names.join(' → ')}.`]);
  }
  return found;
}

/** What each workflow starts, by its id. */
function listStarts(workflows: ReadonlyMap<string, WorkflowDefinition>): ReadonlyMap<string, readonly Start[]> {
  const starts = new Map<string, Start[]>([...workflows.keys()].map((id) => [id, []]));
  for (const { id, executionOccurs, after, actions = [] } of workflows.values()) {
    starts.get(id)?.push(...listSteps(actions, '/actions').map(({ to, path }) => ({ to, path, owner: id })));
    if (executionOccurs === 'workflow' && after !== undefined)
      starts.get(after.workflow)?.push({ to: id, owner: id, path: '/after/workflow' });
  }
  return starts;
}

function listSteps(steps: readonly WorkflowStep[], path: string): readonly Pick<Start, 'to' | 'path'>[] {
  return steps.flatMap((step, index) => {
    const here = `${path}/${index}`;
    if (step.type === 'start-workflow') return [{ to: step.workflow, path: `${here}/workflow` }];
    if (step.type === 'for-each') return listSteps(step.steps, `${here}/steps`);
    if (step.type === 'approval') return listOutcomes(step).flatMap(([name, inner]) => listSteps(inner, `${here}/${name}`));
    if (step.type !== 'branch') return [];
    return [
      ...step.branches.flatMap((branch, place) => listSteps(branch.steps, `${here}/branches/${place}/steps`)),
      ...listSteps(step.otherwise ?? [], `${here}/otherwise`),
    ];
  });
}

/** The shortest way from a workflow to itself; undefined: there is none. */
function findCycle(id: string, starts: ReadonlyMap<string, readonly Start[]>): readonly Start[] | undefined {
  const seen = new Set<string>();
  let ways: readonly (readonly Start[])[] = (starts.get(id) ?? []).map((start) => [start]);
  while (ways.length > 0) {
    const back = ways.find((way) => way.at(-1)?.to === id);
    if (back !== undefined) return back;
    ways = ways.flatMap((way) => {
      const last = way.at(-1)?.to ?? '';
      if (seen.has(last)) return [];
      seen.add(last);
      return (starts.get(last) ?? []).map((start) => [...way, start]);
    });
  }
  return undefined;
}
