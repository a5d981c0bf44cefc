import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import { nameArtifact } from '../base/definition-set.ts';
import { validateAgainstSchema } from '../base/validate-against-schema.ts';
import type { WorkflowProblem } from '../problem.ts';
import type { CheckContext, Report } from './check-context.ts';
import { checkWorkflowConditions } from './workflows/check-workflow-conditions.ts';
import { checkWorkflowAlert } from './workflows/check-workflow-messages.ts';
import { checkWorkflowSteps } from './workflows/check-workflow-steps.ts';
import { checkWorkflowTrigger } from './workflows/check-workflow-trigger.ts';
import { findWorkflowCycles } from './workflows/find-workflow-cycles.ts';
import type { WorkflowCheck } from './workflows/workflow-check.ts';

/** The definitions that workflows refer to. */
export interface WorkflowCheckInput extends Pick<CheckContext, 'set' | 'modules' | 'knownModules' | 'dropdowns'> {
  readonly compiled: ReadonlyMap<string, CompiledModule>;
  /** Returns the file of an artifact, by 'kind/id', with its position. */
  readonly origin: (key: string) => string | undefined;
}

/** All problems of the workflows. One that has a problem is inactive: it never prevents the use of other definitions. */
export function checkWorkflows({
  set,
  modules,
  knownModules,
  dropdowns,
  compiled,
  origin,
}: WorkflowCheckInput): readonly WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  const reporter = (workflow: WorkflowDefinition): Report => {
    const [file = '', base = ''] = (origin(`workflow/${workflow.id}`) ?? nameArtifact('workflow', workflow)).split('#');
    return (path, cause) => problems.push({ id: workflow.id, file, path: base + path, cause });
  };
  const valid = new Map<string, WorkflowDefinition>();
  for (const [id, workflow] of set.workflow) {
    const report = reporter(workflow);
    const shapes = validateAgainstSchema('workflow', workflow, '', '');
    for (const { path, cause } of shapes) report(path, cause);
    if (shapes.length === 0) valid.set(id, workflow);
  }
  const catalog = { version: 0, modules: compiled, dropdowns };
  const roles = new Map([...set.role.values()].map(({ id, name }) => [id, name]));
  for (const workflow of valid.values()) {
    const report = reporter(workflow);
    const module = compiled.get(workflow.module);
    if (module === undefined) report('/module', explainModule(workflow.module, knownModules));
    else checkWorkflow(workflow, { workflow, module, catalog, resolved: modules, workflows: valid, roles, report });
  }
  for (const [id, path, cause] of [...findDoubledNames(valid), ...findWorkflowCycles(valid)]) {
    const workflow = valid.get(id);
    if (workflow !== undefined) reporter(workflow)(path, cause);
  }
  return problems;
}

function explainModule(name: string, known: ReadonlySet<string>): string {
  return known.has(name) ? `The module ${name} is not active.` : `There is no module ${name}.`;
}

function checkWorkflow(workflow: WorkflowDefinition, check: WorkflowCheck): void {
  checkIds(workflow, check.report);
  checkWorkflowTrigger(check);
  checkWorkflowConditions(workflow.conditions ?? [], '/conditions', check);
  workflow.alerts?.forEach((alert, index) => checkWorkflowAlert(alert, `/alerts/${index}`, check));
  checkWorkflowSteps(workflow.actions ?? [], '/actions', check);
}

/** Runs name steps, alerts and conditions by their ids. */
function checkIds({ conditions = [], alerts = [], actions = [] }: WorkflowDefinition, report: Report): void {
  const seen = new Set<string>();
  const note = (id: string, path: string): void => {
    if (seen.has(id)) report(`${path}/id`, `Two parts of the workflow have the id ${id}.`);
    seen.add(id);
  };
  const noteConditions = (list: typeof conditions, path: string): void =>
    list.forEach((one, index) => {
      note(one.id, `${path}/${index}`);
      if (one.type === 'group') noteConditions(one.conditions, `${path}/${index}/conditions`);
    });
  const noteSteps = (list: readonly WorkflowStep[], path: string): void =>
    list.forEach((one, index) => {
      const here = `${path}/${index}`;
      note(one.id, here);
      if (one.type === 'for-each') noteSteps(one.steps, `${here}/steps`);
      if (one.type !== 'branch') return;
      one.branches.forEach(({ steps }, place) => noteSteps(steps, `${here}/branches/${place}/steps`));
      noteSteps(one.otherwise ?? [], `${here}/otherwise`);
    });
  noteConditions(conditions, '/conditions');
  alerts.forEach(({ id }, index) => note(id, `/alerts/${index}`));
  noteSteps(actions, '/actions');
}

function findDoubledNames(workflows: ReadonlyMap<string, WorkflowDefinition>): readonly (readonly [string, string, string])[] {
  const first = new Map<string, string>();
  return [...workflows.values()].flatMap(({ id, name }) => {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, id);
    return earlier === undefined ? [] : [[id, '/name', `There is another workflow ${name} (id ${earlier}).`] as const];
  });
}
