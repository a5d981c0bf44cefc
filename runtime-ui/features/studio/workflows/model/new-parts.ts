import type { WORKFLOW_EXECUTIONS, WorkflowAlert, WorkflowCondition, WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { newId, withNewIds } from './edit-steps.ts';

export const STEP_TYPES = [
  'update-record',
  'update-related',
  'create-record',
  'notify',
  'notification',
  'call-webhook',
  'wait',
  'approval',
  'branch',
  'for-each',
  'start-workflow',
  'plugin',
] as const satisfies readonly WorkflowStep['type'][];

export type StepType = (typeof STEP_TYPES)[number];

/** A new step, to be filled in; the draft says what is missing. */
export function newStep(type: StepType): WorkflowStep {
  const id = newId('step');
  switch (type) {
    case 'update-record':
      return { id, type, values: {} };
    case 'update-related':
      return { id, type, relation: '', values: {} };
    case 'create-record':
      return { id, type, module: '', values: {} };
    case 'notify':
      return { id, type, alert: newAlert() };
    case 'notification':
      return { id, type, text: '', recipients: [{ owner: true }] };
    case 'call-webhook':
      return { id, type, url: '' };
    case 'wait':
      return { id, type, for: { amount: 1, unit: 'days' } };
    case 'approval':
      return { id, type, text: '', approvers: [{ lead: true }] };
    case 'branch':
      return { id, type, branches: [{ condition: true, steps: [] }] };
    case 'for-each':
      return { id, type, relation: '', steps: [] };
    case 'start-workflow':
      return { id, type, workflow: '' };
    case 'plugin':
      return { id, type, action: '', input: {} };
  }
}

export const CONDITION_TYPES = ['changes-to', 'field-changes', 'record-changes', 'related-contains', 'rule', 'group'] as const;
export type ConditionType = (typeof CONDITION_TYPES)[number];

/** A new condition, to be filled in. */
export function newCondition(type: ConditionType): WorkflowCondition {
  const id = newId('condition');
  switch (type) {
    case 'changes-to':
      return { id, type, field: '' };
    case 'field-changes':
      return { id, type, field: '' };
    case 'record-changes':
      return { id, type };
    case 'related-contains':
      return { id, type, relation: '', field: '', value: null };
    case 'rule':
      return { id, type, rule: true };
    case 'group':
      return { id, type, match: 'any', conditions: [] };
  }
}

/** A copy of a condition with new ids. */
export function copyCondition(condition: WorkflowCondition): WorkflowCondition {
  const id = newId('condition');
  return condition.type === 'group' ? { ...condition, id, conditions: condition.conditions.map(copyCondition) } : { ...condition, id };
}

/** A new message, to the owner of the record. */
export function newAlert(): WorkflowAlert {
  return {
    id: newId('alert'),
    name: t('studioWorkflows.alert.newName'),
    alertType: 'email',
    sourceType: 'normal',
    subject: '',
    message: '',
    recipients: [{ owner: true }],
  };
}

/** A new workflow, which is off. */
export function newWorkflow(name: string, module: string): WorkflowDefinition {
  return { id: newId('workflow'), name, module, active: false, executionOccurs: 'save', appliesTo: 'both' };
}

/** A copy of a workflow, which is off. */
export function copyWorkflow(workflow: WorkflowDefinition, name: string): WorkflowDefinition {
  const { conditions, alerts, actions } = workflow;
  return {
    ...workflow,
    id: newId('workflow'),
    name,
    active: false,
    ...(conditions && { conditions: conditions.map(copyCondition) }),
    ...(alerts && { alerts: alerts.map((alert) => ({ ...alert, id: newId('alert') })) }),
    ...(actions && { actions: actions.map(withNewIds) }),
  };
}

export type Execution = (typeof WORKFLOW_EXECUTIONS)[number];

/** A workflow that is started in another way, without the properties of the way before. */
export function withExecution(workflow: WorkflowDefinition, executionOccurs: Execution): WorkflowDefinition {
  const { appliesTo: _applies, time: _time, schedule: _schedule, button: _button, after: _after, ...rest } = workflow;
  switch (executionOccurs) {
    case 'save':
      return { ...rest, executionOccurs, appliesTo: 'both' };
    case 'time':
      return { ...rest, executionOccurs, time: { field: '', offset: { amount: 1, unit: 'days' } } };
    case 'schedule':
      return { ...rest, executionOccurs, schedule: { cron: '0 8 * * *' } };
    case 'button':
      return { ...rest, executionOccurs, button: { label: workflow.name } };
    case 'workflow':
      return { ...rest, executionOccurs, after: { workflow: '' } };
    case 'webhook':
      return { ...rest, executionOccurs };
  }
}
