import { listConditionVariables } from '#engine/model/conditions';
import type { CompiledModule } from '#engine/model/compiled';
import type {
  WorkflowAlert,
  WorkflowCondition,
  WorkflowDefinition,
  WorkflowRecipient,
  WorkflowStep,
  WorkflowValue,
} from '#engine/model/definitions';
import { visitFilterFields } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import { listOutcomes, listTextVariables } from '#engine/model/workflows';

/** What a part of a workflow uses, as in the reference index: 'module/tickets', 'field/tickets.name', 'role/Clerk', 'workflow/Renewals'. */
export interface WorkflowUse {
  readonly target: string;
  /** '/actions/1/values/status'. */
  readonly path: string;
}

interface UseContext {
  /** The module of the records that the steps run on. */
  readonly module: CompiledModule;
  readonly modules: ReadonlyMap<string, CompiledModule>;
  /** Names of roles and workflows by id. */
  readonly roles: ReadonlyMap<string, string>;
  readonly workflows: ReadonlyMap<string, string>;
  readonly add: (target: string, path: string) => void;
}

/** The modules, fields, roles and other workflows that a workflow uses, each with its position. */
export function listWorkflowUses(
  workflow: WorkflowDefinition,
  known: Pick<UseContext, 'modules' | 'roles' | 'workflows'>,
): readonly WorkflowUse[] {
  const uses: WorkflowUse[] = [];
  const add = (target: string, path: string): void => void uses.push({ target, path });
  add(`module/${workflow.module}`, '/module');
  const module = known.modules.get(workflow.module);
  if (module === undefined) return uses;
  const context = { ...known, module, add };
  const { time, schedule, button, after, conditions = [], alerts = [], actions = [] } = workflow;
  if (time !== undefined) addPath(time.field, '/time/field', context);
  addFilter(schedule?.filter, module, '/schedule/filter', context);
  for (const role of button?.roles ?? []) add(`role/${role}`, '/button/roles');
  if (after !== undefined) addWorkflow(after.workflow, '/after/workflow', context);
  addConditions(conditions, '/conditions', context);
  alerts.forEach((alert, index) => addAlert(alert, `/alerts/${index}`, context));
  addSteps(actions, '/actions', context);
  return uses;
}

function addConditions(conditions: readonly WorkflowCondition[], path: string, context: UseContext): void {
  conditions.forEach((condition, index) => {
    const here = `${path}/${index}`;
    if (condition.type === 'group') addConditions(condition.conditions, `${here}/conditions`, context);
    else if (condition.type === 'rule') addRule(condition.rule, `${here}/rule`, context);
    else if (condition.type === 'related-contains') {
      const other = addRelation(condition.relation, `${here}/relation`, context);
      if (other !== undefined) addField(other, condition.field, `${here}/field`, context);
    } else if (condition.type !== 'record-changes') addField(context.module, condition.field, `${here}/field`, context);
  });
}

function addSteps(steps: readonly WorkflowStep[], path: string, context: UseContext): void {
  steps.forEach((step, index) => addStep(step, `${path}/${index}`, context));
}

function addStep(step: WorkflowStep, path: string, context: UseContext): void {
  const { module, modules, add } = context;
  if (step.type === 'update-record') addValues(module, step.values, `${path}/values`, context);
  else if (step.type === 'update-related' || step.type === 'for-each') addRelated(step, path, context);
  else if (step.type === 'create-record') {
    const other = modules.get(step.module);
    add(`module/${step.module}`, `${path}/module`);
    addValues(other, step.values, `${path}/values`, context);
    if (other !== undefined && step.link !== undefined) addField(other, step.link, `${path}/link`, context);
  } else if (step.type === 'notify') addAlert(step.alert, `${path}/alert`, context);
  else if (step.type === 'notification') {
    addText(step.text, `${path}/text`, context);
    addRecipients(step.recipients, `${path}/recipients`, context);
  } else if (step.type === 'call-webhook') addValues(undefined, step.body ?? {}, `${path}/body`, context);
  else if (step.type === 'wait') {
    if (step.until !== undefined) addPath(step.until, `${path}/until`, context);
    addRule(step.condition, `${path}/condition`, context);
  } else if (step.type === 'branch') addBranches(step, path, context);
  else if (step.type === 'approval') addApproval(step, path, context);
  else if (step.type === 'start-workflow') addWorkflow(step.workflow, `${path}/workflow`, context);
}

function addRelated(step: Extract<WorkflowStep, { type: 'update-related' | 'for-each' }>, path: string, context: UseContext): void {
  const other = addRelation(step.relation, `${path}/relation`, context);
  if (other === undefined) return;
  addFilter(step.filter, other, `${path}/filter`, context);
  if (step.type === 'update-related') addValues(other, step.values, `${path}/values`, context);
  else addSteps(step.steps, `${path}/steps`, { ...context, module: other });
}

function addBranches({ branches, otherwise = [] }: Extract<WorkflowStep, { type: 'branch' }>, path: string, context: UseContext): void {
  branches.forEach(({ condition, steps }, index) => {
    addRule(condition, `${path}/branches/${index}/condition`, context);
    addSteps(steps, `${path}/branches/${index}/steps`, context);
  });
  addSteps(otherwise, `${path}/otherwise`, context);
}

function addApproval(step: Extract<WorkflowStep, { type: 'approval' }>, path: string, context: UseContext): void {
  addText(step.text, `${path}/text`, context);
  step.approvers.forEach((approver, index) => {
    const here = `${path}/approvers/${index}`;
    if ('role' in approver) context.add(`role/${context.roles.get(approver.role) ?? approver.role}`, `${here}/role`);
    if ('field' in approver) addPath(approver.field, `${here}/field`, context);
    if ('lead' in approver) context.add('field/users.manager', `${here}/lead`);
  });
  for (const [name, steps] of listOutcomes(step)) addSteps(steps, `${path}/${name}`, context);
}

function addValues(
  target: CompiledModule | undefined,
  values: { readonly [field: string]: WorkflowValue },
  path: string,
  context: UseContext,
): void {
  for (const [name, value] of Object.entries(values)) {
    if (target !== undefined) addField(target, name, `${path}/${name}`, context);
    if ('field' in value) addPath(value.field, `${path}/${name}/field`, context);
    if ('text' in value) addText(value.text, `${path}/${name}/text`, context);
  }
}

function addAlert({ subject = '', message = '', dateField, recipients }: WorkflowAlert, path: string, context: UseContext): void {
  addText(subject, `${path}/subject`, context);
  addText(message, `${path}/message`, context);
  if (dateField !== undefined) addPath(dateField, `${path}/dateField`, context);
  addRecipients(recipients, `${path}/recipients`, context);
}

function addRecipients(recipients: readonly WorkflowRecipient[], path: string, context: UseContext): void {
  recipients.forEach((recipient, index) => {
    if ('role' in recipient) context.add(`role/${context.roles.get(recipient.role) ?? recipient.role}`, `${path}/${index}/role`);
    if ('field' in recipient) addPath(recipient.field, `${path}/${index}/field`, context);
  });
}

function addText(text: string, path: string, context: UseContext): void {
  for (const name of listTextVariables(text)) addPath(name, path, context);
}

function addRule(rule: unknown, path: string, context: UseContext): void {
  const names = listConditionVariables(rule).map(({ name }) => name.split('.'));
  const fields = names.flatMap(([source, field]) => ((source === 'record' || source === 'old') && field !== undefined ? [field] : []));
  for (const field of new Set(fields)) addField(context.module, field, path, context);
}

function addFilter(filter: unknown, module: CompiledModule, path: string, context: UseContext): void {
  if (typeof filter !== 'object' || filter === null) return;
  visitFilterFields(filter as JsonObject, module, context, (owner, name) => {
    if (name !== '_id') addField(owner, name.split('.')[0] ?? name, path, context);
  });
}

/** 'name', or 'account.name': a field of the record that a Relate points to. */
function addPath(written: string, path: string, context: UseContext): void {
  const [head = '', inner] = written.split('.');
  if (inner === undefined) return addField(context.module, head, path, context);
  const other = addRelation(head, path, context);
  if (other !== undefined && inner !== '_id') addField(other, inner, path, context);
}

/** A relation is used by the field that contains the ids. Returns the other module. */
function addRelation(name: string, path: string, context: UseContext): CompiledModule | undefined {
  const relation = context.module.relations.get(name);
  if (relation === undefined) {
    addField(context.module, name, path, context);
    return undefined;
  }
  const other = context.modules.get(relation.modules[0] ?? '');
  const owner = relation.direction === 'forward' ? context.module : other;
  if (owner !== undefined) addField(owner, relation.fieldName, path, context);
  return other;
}

function addField(module: CompiledModule, name: string, path: string, { add }: UseContext): void {
  add(`field/${module.name}.${name}`, path);
  const dropdown = module.fields.get(name)?.dropdown?.name;
  if (dropdown !== undefined) add(`dropdown/${dropdown}`, path);
}

function addWorkflow(id: string, path: string, { workflows, add }: UseContext): void {
  add(`workflow/${workflows.get(id) ?? id}`, path);
}
