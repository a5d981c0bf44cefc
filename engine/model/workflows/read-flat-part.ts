import type { WorkflowAlert, WorkflowCondition, WorkflowRecipient, WorkflowStep, WorkflowValue } from '../definitions/index.ts';
import { isObject } from '../field-types/field-type.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import { findRelation, type FlatContext, type PartResult } from './flat-parts.ts';

/** A text that is not empty; undefined for any other value. */
export function filledText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A type of the specification, written as a number or as its text. */
function codeOf(value: JsonValue | undefined, absent: string): string {
  if (value === undefined || value === null) return absent;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function refuse(field: string, reason: string): { readonly ok: false; readonly field: string; readonly reason: string } {
  return { ok: false, field, reason };
}

/** The step that an action in the flat form describes. */
export function readFlatAction(flat: JsonObject, id: string, context: FlatContext): PartResult<WorkflowStep> {
  const values = readValues(flat);
  if (!values.ok) return values;
  const name = filledText(flat['name']);
  const common = { id, ...(name === undefined ? {} : { name }), values: values.part };
  switch (codeOf(flat['action_type'], '1')) {
    case '1':
      return { ok: true, part: { ...common, type: 'update-record' } };
    case '2': {
      const relation = findRelation(flat, 'target_module', context);
      if ('reason' in relation) return refuse(relation.field, relation.reason);
      return { ok: true, part: { ...common, type: 'update-related', relation: relation.name } };
    }
    case '3': {
      const module = filledText(flat['target_module']);
      if (module === undefined) return refuse('target_module', 'it is required');
      const link = findLink(flat, module, context);
      return { ok: true, part: { ...common, type: 'create-record', module, ...(link === undefined ? {} : { link }) } };
    }
    default:
      return refuse('action_type', 'it is 1, 2 or 3');
  }
}

/** The relate of the new record: the named one, or the only one that can point to the record; null: none. */
function findLink(flat: JsonObject, module: string, { workflow, linksOf }: FlatContext): string | undefined {
  const { link } = flat;
  if (link === null) return undefined;
  const links = linksOf(module, workflow.module);
  return filledText(link) ?? (links.length === 1 ? links[0] : undefined);
}

function readValues(flat: JsonObject): PartResult<{ [field: string]: WorkflowValue }> {
  const { field_values = {}, date_field, date_amount, date_unit, assign_to_owner } = flat;
  if (field_values !== null && !isObject(field_values)) return refuse('field_values', 'it is an object with a value for each field');
  const values: { [field: string]: WorkflowValue } = {};
  for (const [field, value] of Object.entries(field_values ?? {})) values[field] = { value };
  const date = filledText(date_field);
  const unit = (filledText(date_unit) ?? 'days') as 'days';
  const amount = typeof date_amount === 'number' ? date_amount : 0;
  if (date !== undefined) values[date] = { date: 'today', ...(amount === 0 ? {} : { add: { amount, unit } }) };
  if (assign_to_owner === true) values['assigned_to'] = { user: 'owner' };
  return Object.keys(values).length === 0 ? refuse('field_values', 'name at least one field and its value') : { ok: true, part: values };
}

/** The alert that the flat form describes; `before`: the alert that it changes, whose other recipients stay. */
export function readFlatAlert(flat: JsonObject, id: string, context: FlatContext, before?: WorkflowAlert): PartResult<WorkflowAlert> {
  const { alertType, sourceType, name, recipients = [], send_to_owner } = flat;
  if (alertType !== 'invite' && alertType !== 'email') return refuse('alertType', 'it is invite or email');
  if (sourceType !== 'normal' && sourceType !== 'template') return refuse('sourceType', 'it is normal or template');
  if (recipients !== null && !isTexts(recipients)) return refuse('recipients', 'it is a list of ids of users');
  const others = before?.recipients.filter((one) => !('user' in one) && !('owner' in one)) ?? [];
  const users = (recipients ?? []).map((user): WorkflowRecipient => ({ user }));
  const named = [...(send_to_owner === false ? [] : [{ owner: true as const }]), ...users, ...others];
  if (named.length === 0) return refuse('recipients', 'name at least one user, or send it to the owner');
  const variable = readVariable(flat, context);
  if (!variable.ok) return variable;
  const texts = Object.fromEntries(
    ['subject', 'message', 'campaignTemplate'].flatMap((property) => {
      const text = filledText(flat[property]);
      return text === undefined ? [] : [[property, variable.part.replaceIn(text)]];
    }),
  );
  return {
    ok: true,
    part: {
      id,
      name: filledText(name) ?? texts['subject']?.slice(0, 200) ?? 'Alert',
      alertType,
      sourceType,
      ...texts,
      ...variable.part.properties,
      ...(before?.dateField === undefined ? {} : { dateField: before.dateField }),
      recipients: named,
    },
  };
}

interface FlatVariable {
  readonly properties: JsonObject;
  readonly replaceIn: (text: string) => string;
}

/** The variable of an alert: its text in subject and message becomes the path of the field. */
function readVariable(flat: JsonObject, context: FlatContext): PartResult<FlatVariable> {
  const [module, field, written] = ['variable_module', 'variable_field', 'variable'].map((property) => filledText(flat[property]));
  const none = { properties: {}, replaceIn: (text: string) => text };
  if (field === undefined && written === undefined && module === undefined) return { ok: true, part: none };
  if (field === undefined) return refuse('variable_field', 'a variable needs its field');
  const path = findVariablePath(module ?? context.workflow.module, field, context);
  if (path === undefined) return refuse('variable_module', `${context.workflow.module} has no relation to one record of ${module ?? ''}`);
  const variable = `{{ ${path} }}`;
  return {
    ok: true,
    part: {
      properties: { variable_module: module ?? context.workflow.module, variable_field: field, variable },
      replaceIn: (text) => (written === undefined ? text : text.replaceAll(written, variable)),
    },
  };
}

function findVariablePath(module: string, field: string, { workflow, relationsOf }: FlatContext): string | undefined {
  if (module === workflow.module) return field;
  const relation = relationsOf(workflow.module).find((one) => one.module === module && !one.many);
  return relation === undefined ? undefined : `${relation.name}.${field}`;
}

/** The condition that the flat form describes. */
export function readFlatCondition(flat: JsonObject, id: string, context: FlatContext): PartResult<WorkflowCondition> {
  const type = codeOf(flat['condition_type'], '2');
  if (type === '2') return { ok: true, part: { id, type: 'record-changes' } };
  if (!['1', '3', '5'].includes(type)) return refuse('condition_type', 'it is 1, 2, 3 or 5');
  const field = filledText(flat['field']);
  if (field === undefined) return refuse('field', 'it is required');
  if (type === '3') return { ok: true, part: { id, type: 'field-changes', field } };
  if (type === '1') return { ok: true, part: { id, type: 'changes-to', field, ...readChange(flat) } };
  const relation = findRelation(flat, 'relatedModule', context);
  if ('reason' in relation) return refuse(relation.field, relation.reason);
  const { value } = flat;
  if (value === undefined) return refuse('value', 'it is required');
  return { ok: true, part: { id, type: 'related-contains', relation: relation.name, field, value } };
}

/** The values before and after; an empty one is any value. */
function readChange({ from_value: from, to_value: to }: JsonObject): { readonly from?: JsonValue; readonly to?: JsonValue } {
  const isGiven = (value: JsonValue | undefined): value is JsonValue => value !== undefined && value !== null && value !== '';
  return { ...(isGiven(from) ? { from } : {}), ...(isGiven(to) ? { to } : {}) };
}

function isTexts(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
