import type { WorkflowAlert, WorkflowCondition, WorkflowStep, WorkflowValue } from '../definitions/index.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import { ACTION_TYPES, CONDITION_TYPES, type FlatContext, type FlattenedPart } from './flat-parts.ts';

const DATE_UNITS: readonly string[] = ['days', 'weeks', 'months', 'years'];

/** An action in the flat form. Steps that the form does not know are read-only, and have their definition as `step`. */
export function flattenAction(step: WorkflowStep, context: FlatContext): FlattenedPart {
  const { name = nameStep(step), type } = step;
  const action_type = ACTION_TYPES[type];
  if (step.type !== 'update-record' && step.type !== 'update-related' && step.type !== 'create-record')
    return {
      flat: { name, action_type: null, step_type: type, step: step as unknown as JsonValue },
      readOnly: `it is a step of the type ${type}`,
    };
  const values = flattenValues(step);
  const flat = { name, action_type: action_type ?? null, ...flattenTarget(step, context), ...values.flat };
  const reason = step.type === 'update-related' && step.filter !== undefined ? 'it has a filter' : values.reason;
  return { flat: reason === undefined ? flat : { ...flat, step: step as unknown as JsonValue }, readOnly: reason };
}

type ValueStep = Extract<WorkflowStep, { readonly type: 'update-record' | 'update-related' | 'create-record' }>;

function flattenTarget(step: ValueStep, { workflow, relationsOf }: FlatContext): JsonObject {
  if (step.type === 'create-record') return { target_module: step.module, ...(step.link === undefined ? {} : { link: step.link }) };
  if (step.type === 'update-record') return {};
  const other = relationsOf(workflow.module).find(({ name }) => name === step.relation);
  return { target_module: other?.module ?? null, relation: step.relation };
}

/** Constants, one date that is set from the day of the run, and the owner of the record. */
function flattenValues(step: ValueStep): { readonly flat: JsonObject; readonly reason: string | undefined } {
  const field_values: { [field: string]: JsonValue } = {};
  const flat: { [property: string]: JsonValue } = { field_values };
  let reason: string | undefined;
  for (const [field, value] of Object.entries(step.values)) {
    const span = readDay(value);
    if ('value' in value) field_values[field] = value.value as JsonValue;
    else if (span !== undefined && flat['date_field'] === undefined)
      Object.assign(flat, { date_field: field, date_amount: span.amount, date_unit: span.unit });
    else if (step.type === 'create-record' && field === 'assigned_to' && 'user' in value && value.user === 'owner')
      flat['assign_to_owner'] = true;
    else reason = `the value of ${field} is not a constant`;
  }
  return { flat, reason };
}

/** The span after the day of the run; undefined: it is another value. */
function readDay(value: WorkflowValue): { readonly amount: number; readonly unit: string } | undefined {
  if (!('date' in value) || value.date !== 'today') return undefined;
  const { amount, unit } = value.add ?? { amount: 0, unit: 'days' };
  return DATE_UNITS.includes(unit) ? { amount, unit } : undefined;
}

function nameStep({ type }: WorkflowStep): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ');
}

/** An alert in the flat form: recipients that are neither users nor the owner stay when it is changed. */
export function flattenAlert(alert: WorkflowAlert): FlattenedPart {
  const { id: _id, recipients, dateField: _dateField, ...rest } = alert;
  const users = recipients.flatMap((one) => ('user' in one ? [one.user] : []));
  const others = recipients.filter((one) => !('user' in one) && !('owner' in one));
  const flat = {
    ...rest,
    recipients: users,
    send_to_owner: recipients.some((one) => 'owner' in one),
    ...(others.length === 0 ? {} : { other_recipients: others as unknown as JsonValue }),
  };
  return { flat, readOnly: undefined };
}

/** A condition in the flat form. Rules and groups are read-only, and have their definition as `condition`. */
export function flattenCondition(condition: WorkflowCondition, { workflow, relationsOf }: FlatContext): FlattenedPart {
  const condition_type = CONDITION_TYPES[condition.type];
  const name = nameCondition(condition);
  switch (condition.type) {
    case 'record-changes':
      return { flat: { name, condition_type: condition_type ?? null }, readOnly: undefined };
    case 'field-changes':
      return { flat: { name, condition_type: condition_type ?? null, field: condition.field }, readOnly: undefined };
    case 'changes-to': {
      const { field, from, to } = condition;
      const values = {
        ...(from === undefined ? {} : { from_value: from as JsonValue }),
        ...(to === undefined ? {} : { to_value: to as JsonValue }),
      };
      return { flat: { name, condition_type: condition_type ?? null, field, ...values }, readOnly: undefined };
    }
    case 'related-contains': {
      const { relation, field, value } = condition;
      const relatedModule = relationsOf(workflow.module).find((one) => one.name === relation)?.module ?? null;
      return {
        flat: { name, condition_type: condition_type ?? null, relatedModule, relation, field, value: value as JsonValue },
        readOnly: undefined,
      };
    }
    case 'rule':
    case 'group':
      return {
        flat: { name, condition_type: null, condition: condition as unknown as JsonValue },
        readOnly: condition.type === 'rule' ? 'it is a rule of the condition language' : 'it is a group of conditions',
      };
  }
}

function nameCondition(condition: WorkflowCondition): string {
  switch (condition.type) {
    case 'record-changes':
      return 'The record changes';
    case 'field-changes':
      return `${condition.field} changes`;
    case 'changes-to':
      return `${condition.field} changes to or from a value`;
    case 'related-contains':
      return `${condition.field} of ${condition.relation} has a value`;
    case 'rule':
      return 'A rule holds';
    case 'group':
      return condition.match === 'all' ? 'All of a group hold' : 'One of a group holds';
  }
}
