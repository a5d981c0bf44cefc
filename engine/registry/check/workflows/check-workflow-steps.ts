import type { CompiledModule } from '#engine/model/compiled';
import type { WorkflowStep, WorkflowValue } from '#engine/model/definitions';
import { listOutcomes } from '#engine/model/workflows';
import { suggestName } from '../suggest-name.ts';
import { checkStepRule } from './check-workflow-conditions.ts';
import { checkDate, checkRecipients, checkVariables, checkWorkflowAlert } from './check-workflow-messages.ts';
import { checkOtherWorkflow } from './check-workflow-trigger.ts';
import { checkWrittenValue } from './check-workflow-values.ts';
import { checkApproval } from './check-workflow-approval.ts';
import { checkWorkflowFilter, findField, findPath, findRelated, type WorkflowCheck } from './workflow-check.ts';

type StepOf<Type extends WorkflowStep['type']> = Extract<WorkflowStep, { readonly type: Type }>;

/** Checks steps: what they name exists, and what they write fits its field. */
export function checkWorkflowSteps(steps: readonly WorkflowStep[], path: string, check: WorkflowCheck): void {
  steps.forEach((step, index) => checkStep(step, `${path}/${index}`, check));
}

function checkStep(step: WorkflowStep, path: string, check: WorkflowCheck): void {
  switch (step.type) {
    case 'update-record':
      return checkValues(check.module, step.values, path, check);
    case 'update-related':
      return void checkRelated(step, path, check);
    case 'create-record':
      return checkNewRecord(step, path, check);
    case 'notify':
      return checkWorkflowAlert(step.alert, `${path}/alert`, check);
    case 'notification':
      checkVariables(step.text, `${path}/text`, check);
      return checkRecipients(step.recipients, `${path}/recipients`, check);
    case 'call-webhook':
      return checkBody(step, path, check);
    case 'wait':
      return checkWait(step, path, check);
    case 'branch':
      return checkBranches(step, path, check);
    case 'approval':
      checkApproval(step, path, check);
      for (const [name, steps] of listOutcomes(step)) checkWorkflowSteps(steps, `${path}/${name}`, check);
      return;
    case 'for-each': {
      const other = checkRelated(step, path, check);
      return other === undefined ? undefined : checkWorkflowSteps(step.steps, `${path}/steps`, { ...check, module: other });
    }
    case 'start-workflow':
      return checkOtherWorkflow(step.workflow, `${path}/workflow`, check);
    case 'plugin':
      return;
  }
}

function checkValues(
  module: CompiledModule,
  values: { readonly [field: string]: WorkflowValue },
  path: string,
  check: WorkflowCheck,
): void {
  for (const [name, value] of Object.entries(values)) {
    const place = `${path}/values/${name}`;
    const field = findField(module, name, place, check);
    if (field !== undefined) checkWrittenValue(field, value, place, check);
  }
}

/** Checks a step on related records; returns their module. Values are read from the record itself. */
function checkRelated(step: StepOf<'update-related' | 'for-each'>, path: string, check: WorkflowCheck): CompiledModule | undefined {
  const other = findRelated(step.relation, `${path}/relation`, check);
  if (other === undefined) return undefined;
  checkWorkflowFilter(step.filter, other, `${path}/filter`, check);
  if (step.type === 'update-related') checkValues(other, step.values, path, check);
  return other;
}

function checkNewRecord({ module: name, values, link }: StepOf<'create-record'>, path: string, check: WorkflowCheck): void {
  const module = check.catalog.modules.get(name);
  if (module === undefined) {
    const suggestion = suggestName(name, check.catalog.modules.keys());
    return check.report(`${path}/module`, `There is no module ${name}.${suggestion}`);
  }
  checkValues(module, values, path, check);
  const field = link === undefined ? undefined : findField(module, link, `${path}/link`, check);
  if (field === undefined) return;
  const isForward = module.relations.get(field.name)?.direction === 'forward';
  if (!isForward || (field.refs.length > 0 && !field.refs.includes(check.module.name)))
    check.report(`${path}/link`, `${field.name} does not relate to ${check.module.name}.`);
}

function checkBody({ body = {} }: StepOf<'call-webhook'>, path: string, check: WorkflowCheck): void {
  for (const [name, value] of Object.entries(body)) {
    const place = `${path}/body/${name}`;
    if ('field' in value) findPath(value.field, `${place}/field`, check);
    if ('text' in value) checkVariables(value.text, `${place}/text`, check);
  }
}

function checkWait({ for: span, until, condition }: StepOf<'wait'>, path: string, check: WorkflowCheck): void {
  if (span === undefined && until === undefined && condition === undefined) check.report(path, 'A wait needs for, until or condition.');
  if (span === undefined && condition !== undefined) check.report(`${path}/for`, 'A wait for a condition needs for: how long at most.');
  if (span !== undefined && span.amount < 1) check.report(`${path}/for/amount`, 'Wait for 1 or more.');
  if (until !== undefined) checkDate(until, `${path}/until`, check);
  if (condition !== undefined) checkStepRule(condition, `${path}/condition`, check);
}

function checkBranches({ branches, otherwise = [] }: StepOf<'branch'>, path: string, check: WorkflowCheck): void {
  branches.forEach(({ condition, steps }, index) => {
    checkStepRule(condition, `${path}/branches/${index}/condition`, check);
    checkWorkflowSteps(steps, `${path}/branches/${index}/steps`, check);
  });
  checkWorkflowSteps(otherwise, `${path}/otherwise`, check);
}
