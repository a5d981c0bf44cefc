import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import { listOutcomes } from '#engine/model/workflows';
import type { DefinitionSnapshot } from '../../../registry/index.ts';
import { compileConditions, flattenConditions, type ConditionTest, type RelatedCondition } from './compile-condition.ts';

/** A workflow, with its conditions compiled. */
export interface CompiledWorkflow {
  readonly definition: WorkflowDefinition;
  readonly holds: ConditionTest;
  /** Its conditions about related records: empty, unless records have to be read. */
  readonly related: readonly RelatedCondition[];
  /** Its steps read the values before the save. */
  readonly readsOld: boolean;
}

/** The workflows of a module that take part in saves. */
export interface ModuleWorkflows {
  /** Those that start with a save of a new record, by weight and name. */
  readonly onCreate: readonly CompiledWorkflow[];
  /** Those that start with an update, by weight and name. */
  readonly onUpdate: readonly CompiledWorkflow[];
  /** Those that start before or after the date of a field. */
  readonly timed: readonly TimedWorkflow[];
  /** Runs may wait for a condition, or for approvers named by the record: each save of the record can change them. */
  readonly hasConditionWaits: boolean;
}

/** A workflow that starts before or after the date of a field. */
export type TimedWorkflow = WorkflowDefinition & { readonly time: NonNullable<WorkflowDefinition['time']> };

const compiled = new WeakMap<DefinitionSnapshot, Map<string, ModuleWorkflows | undefined>>();

/** The workflows of a module, compiled once for each version of the definitions; undefined: none takes part in its saves. */
export function workflowsOf(snapshot: DefinitionSnapshot, module: string): ModuleWorkflows | undefined {
  let modules = compiled.get(snapshot);
  if (modules === undefined) compiled.set(snapshot, (modules = new Map<string, ModuleWorkflows | undefined>()));
  if (modules.has(module)) return modules.get(module);
  const made = compile(snapshot.workflows.of(module));
  modules.set(module, made);
  return made;
}

function compile(workflows: readonly WorkflowDefinition[]): ModuleWorkflows | undefined {
  const onSave = workflows.filter(({ executionOccurs }) => executionOccurs === 'save').map(compileWorkflow);
  const timed = workflows.filter(isTimed);
  const hasConditionWaits = workflows.some(({ actions }) =>
    stepsOf(actions).some((step) => step.type === 'approval' || (step.type === 'wait' && step.condition !== undefined)),
  );
  if (onSave.length === 0 && timed.length === 0 && !hasConditionWaits) return undefined;
  return {
    onCreate: onSave.filter(({ definition }) => definition.appliesTo !== 'update'),
    onUpdate: onSave.filter(({ definition }) => definition.appliesTo !== 'new'),
    timed,
    hasConditionWaits,
  };
}

/** Compiles one workflow. */
export function compileWorkflow(definition: WorkflowDefinition): CompiledWorkflow {
  return {
    definition,
    holds: compileConditions(definition),
    related: flattenConditions(definition.conditions).filter((condition) => condition.type === 'related-contains'),
    readsOld: JSON.stringify(definition.actions ?? []).includes('"old.'),
  };
}

/** Whether a workflow starts before or after the date of a field. */
export function isTimed(workflow: WorkflowDefinition): workflow is TimedWorkflow {
  return workflow.executionOccurs === 'time' && workflow.time !== undefined;
}

/** All steps, also those inside branches and loops. */
export function stepsOf(steps: readonly WorkflowStep[] = []): readonly WorkflowStep[] {
  return steps.flatMap((step) => {
    if (step.type === 'for-each') return [step, ...stepsOf(step.steps)];
    if (step.type === 'approval') return [step, ...listOutcomes(step).flatMap(([, steps]) => stepsOf(steps))];
    if (step.type !== 'branch') return [step];
    return [step, ...step.branches.flatMap((branch) => stepsOf(branch.steps)), ...stepsOf(step.otherwise)];
  });
}
