import { findTasksOf, type ValueTask } from '../../records/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { ReplacementState, ReplacementSummary, ReplacementTask, ReplacementView } from '#engine/model/wire';
import type { ChangeSetServices } from '../contract.ts';

type Services = Pick<ChangeSetServices, 'store' | 'registry'>;

/** What is left to do with the values that these change-sets removed, by their ids; those with nothing left are absent. */
export async function readReplacements(
  { store, registry }: Services,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReplacementView>> {
  const snapshot = registry.current();
  const bySet = new Map<string, ReplacementTask[]>();
  for (const task of await findTasksOf(store, ids)) {
    const view = viewTask(task, snapshot);
    if (view === undefined || task.changeSet === undefined) continue;
    bySet.set(task.changeSet, [...(bySet.get(task.changeSet) ?? []), view]);
  }
  return new Map([...bySet].map(([id, tasks]) => [id, { ...summarize(tasks), tasks }]));
}

/** The same without the tasks. */
export function summarizeReplacement(view: ReplacementView | undefined): ReplacementSummary | null {
  if (view === undefined) return null;
  const { tasks: _, ...summary } = view;
  return summary;
}

/** How far these tasks are; undefined: nothing is done for them now. */
export function summarizeTasks(tasks: readonly ValueTask[], snapshot: DefinitionSnapshot): ReplacementSummary | undefined {
  const views = tasks.flatMap((task) => viewTask(task, snapshot) ?? []);
  return views.length === 0 ? undefined : summarize(views);
}

function summarize(tasks: readonly ReplacementTask[]): ReplacementSummary {
  const sum = (count: 'done' | 'records' | 'refused'): number => tasks.reduce((all, task) => all + task[count], 0);
  const state = tasks.some((task) => task.state === 'running') ? 'running' : 'refused';
  return { state, done: sum('done'), total: sum('records'), refused: sum('refused') };
}

/** undefined: its field is not active now; the job takes it up again when it is. */
function viewTask(task: ValueTask, snapshot: DefinitionSnapshot): ReplacementTask | undefined {
  const { _id, records = 0, done = 0, refused = 0, examples = [] } = task;
  const state: ReplacementState = task.state ?? 'running';
  const progress = { _id, state, records, done, refused, examples };
  const module = [...snapshot.modules.values()].find(({ id }) => id === task.module);
  if (task.kind === 'module')
    return { ...progress, module: task.name, moduleLabel: module?.label ?? task.name, field: null, value: null, to: null };
  const field = module?.fieldsById.get(task.field);
  if (module === undefined || field === undefined) return undefined;
  const label = task.column === null ? field.definition.label : `${field.definition.label}: ${task.column}`;
  return { ...progress, module: module.name, moduleLabel: module.label, field: label, value: task.value, to: task.to };
}
