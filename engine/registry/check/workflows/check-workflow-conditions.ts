import type { CompiledModule } from '#engine/model/compiled';
import type { WorkflowCondition } from '#engine/model/definitions';
import { checkRule } from '../check-rules.ts';
import { checkWorkflowValue } from './check-workflow-values.ts';
import { findReadField, findRelated, type WorkflowCheck } from './workflow-check.ts';

/** Checks conditions: their fields and relations exist, and values can be those of their fields. */
export function checkWorkflowConditions(conditions: readonly WorkflowCondition[], path: string, check: WorkflowCheck): void {
  conditions.forEach((condition, index) => checkOne(condition, `${path}/${index}`, check));
}

function checkOne(condition: WorkflowCondition, path: string, check: WorkflowCheck): void {
  const { module } = check;
  switch (condition.type) {
    case 'record-changes':
      return;
    case 'field-changes':
      return void findReadField(module, condition.field, `${path}/field`, check);
    case 'changes-to':
      return checkChange(condition, path, check);
    case 'related-contains': {
      const other = findRelated(condition.relation, `${path}/relation`, check);
      return other === undefined ? undefined : checkCompared(other, condition.field, { value: condition.value }, path, check);
    }
    case 'rule':
      return checkStepRule(condition.rule, `${path}/rule`, check);
    case 'group':
      return checkWorkflowConditions(condition.conditions, `${path}/conditions`, check);
  }
}

function checkChange(
  { field, from, to }: Extract<WorkflowCondition, { readonly type: 'changes-to' }>,
  path: string,
  check: WorkflowCheck,
): void {
  if (from === undefined && to === undefined)
    check.report(path, `Give from, to or both; any change of ${field} is the type field-changes.`);
  checkCompared(check.module, field, { from, to }, path, check);
}

/** Checks that a field exists and can have the values that it is compared with. */
function checkCompared(
  module: CompiledModule,
  name: string,
  values: { readonly [property: string]: unknown },
  path: string,
  check: WorkflowCheck,
): void {
  const field = findReadField(module, name, `${path}/field`, check);
  if (field === undefined) return;
  for (const [property, value] of Object.entries(values))
    if (value !== undefined) checkWorkflowValue(field, value, `${path}/${property}`, check);
}

/** Checks a rule of the condition language over the records that the steps run on. */
export function checkStepRule(rule: unknown, path: string, { module, resolved, report }: WorkflowCheck): void {
  const known = resolved.get(module.name);
  if (known !== undefined) checkRule(rule, path, known, report);
}
