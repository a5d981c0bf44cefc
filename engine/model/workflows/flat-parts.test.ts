import { describe, expect, it } from 'vitest';
import type { WorkflowAlert, WorkflowCondition, WorkflowStep } from '../definitions/index.ts';
import type { JsonObject } from '../values/json.ts';
import type { FlatContext } from './flat-parts.ts';
import { flattenAction, flattenAlert, flattenCondition } from './flatten-part.ts';
import { readFlatAction, readFlatAlert, readFlatCondition } from './read-flat-part.ts';

const CONTEXT: FlatContext = {
  workflow: { module: 'tools' },
  relationsOf: () => [
    { name: 'maker', module: 'makers', many: false },
    { name: 'marks', module: 'marks', many: true },
    { name: 'first', module: 'teams', many: false },
    { name: 'second', module: 'teams', many: false },
  ],
  linksOf: (module) => (module === 'errands' ? ['tool'] : []),
};

const readAction = (flat: JsonObject) => readFlatAction(flat, 'p', CONTEXT);
const readAlert = (flat: JsonObject, before?: WorkflowAlert) => readFlatAlert(flat, 'p', CONTEXT, before);
const readCondition = (flat: JsonObject) => readFlatCondition(flat, 'p', CONTEXT);

describe('an action in the flat form', () => {
  it.each<[string, JsonObject, WorkflowStep]>([
    [
      'updates the record',
      { name: 'Set', action_type: '1', field_values: { status: 'Hired' }, date_field: 'due', date_amount: 2, date_unit: 'weeks' },
      {
        id: 'p',
        name: 'Set',
        type: 'update-record',
        values: { status: { value: 'Hired' }, due: { date: 'today', add: { amount: 2, unit: 'weeks' } } },
      },
    ],
    [
      'updates related records',
      { name: 'Place', action_type: '2', target_module: 'makers', relation: 'maker', field_values: { state: 'placed' } },
      { id: 'p', name: 'Place', type: 'update-related', relation: 'maker', values: { state: { value: 'placed' } } },
    ],
    [
      'creates a record',
      { name: 'Call', action_type: '3', target_module: 'errands', link: 'tool', field_values: { subject: 'Call' }, assign_to_owner: true },
      {
        id: 'p',
        name: 'Call',
        type: 'create-record',
        module: 'errands',
        link: 'tool',
        values: { subject: { value: 'Call' }, assigned_to: { user: 'owner' } },
      },
    ],
  ])('%s, and is the same both ways', (_, flat, step) => {
    expect(readAction(flat)).toEqual({ ok: true, part: step });
    expect(flattenAction(step, CONTEXT)).toEqual({ flat, readOnly: undefined });
  });

  it('finds the relation and the link if there is only one', () => {
    const field_values = { name: 'x' };
    expect(readAction({ action_type: 2, target_module: 'makers', field_values })).toMatchObject({ part: { relation: 'maker' } });
    expect(readAction({ action_type: '3', target_module: 'errands', field_values })).toMatchObject({ part: { link: 'tool' } });
    const apart = readAction({ action_type: '3', target_module: 'errands', link: null, field_values });
    expect(apart.ok && Object.keys(apart.part)).not.toContain('link');
    expect(readAction({ action_type: '2', target_module: 'teams', field_values })).toEqual({
      ok: false,
      field: 'relation',
      reason: 'teams is related in several ways: name one of first, second',
    });
    expect(readAction({ action_type: '2', target_module: 'crates', field_values })).toMatchObject({
      field: 'target_module',
      reason: 'tools has no relation to crates',
    });
  });

  it('needs a known type, a module and a value', () => {
    expect(readAction({ action_type: '4', field_values: { a: 1 } })).toMatchObject({ ok: false, field: 'action_type' });
    expect(readAction({ action_type: '3', field_values: { a: 1 } })).toMatchObject({ ok: false, field: 'target_module' });
    expect(readAction({ action_type: '1' })).toMatchObject({ ok: false, field: 'field_values' });
    expect(readAction({ action_type: '1', field_values: 'a' })).toMatchObject({ ok: false, field: 'field_values' });
  });

  it('is read-only if the form has no place for a part of it', () => {
    expect(flattenAction({ id: 'p', type: 'wait', for: { amount: 1, unit: 'days' } }, CONTEXT)).toMatchObject({
      flat: { action_type: null, step_type: 'wait', step: { for: { amount: 1 } } },
      readOnly: 'it is a step of the type wait',
    });
    const copying: WorkflowStep = { id: 'p', type: 'update-record', values: { name: { field: 'maker.name' }, code: { value: 1 } } };
    expect(flattenAction(copying, CONTEXT)).toMatchObject({
      flat: { field_values: { code: 1 }, step: copying },
      readOnly: 'the value of name is not a constant',
    });
    const filtered: WorkflowStep = { id: 'p', type: 'update-related', relation: 'maker', filter: { a: 1 }, values: { a: { value: 1 } } };
    expect(flattenAction(filtered, CONTEXT).readOnly).toBe('it has a filter');
  });
});

describe('an alert in the flat form', () => {
  const ALERT: WorkflowAlert = {
    id: 'p',
    name: 'Hello',
    alertType: 'invite',
    sourceType: 'normal',
    subject: 'Hi',
    message: 'Hi {{ maker.first_name }}',
    dateField: 'due',
    recipients: [{ owner: true }, { user: 'u1' }, { role: 'r1' }],
  };

  it('keeps the recipients and the date that the form does not have', () => {
    const { flat, readOnly } = flattenAlert(ALERT);
    expect(readOnly).toBeUndefined();
    expect(flat).toMatchObject({ alertType: 'invite', recipients: ['u1'], send_to_owner: true, other_recipients: [{ role: 'r1' }] });
    expect(readAlert(flat, ALERT)).toEqual({ ok: true, part: ALERT });
    expect(readAlert({ ...flat, recipients: [], send_to_owner: false }, ALERT)).toMatchObject({ part: { recipients: [{ role: 'r1' }] } });
  });

  it('writes its variable as the path of the field', () => {
    const flat = {
      alertType: 'email',
      sourceType: 'normal',
      message: 'Hi {{maker.first}}',
      variable_module: 'makers',
      variable_field: 'first_name',
    };
    expect(readAlert({ ...flat, variable: '{{maker.first}}' })).toMatchObject({
      part: {
        message: 'Hi {{ maker.first_name }}',
        variable_module: 'makers',
        variable_field: 'first_name',
        variable: '{{ maker.first_name }}',
      },
    });
    expect(readAlert({ ...flat, variable_module: 'marks' })).toMatchObject({ ok: false, field: 'variable_module' });
    expect(readAlert({ ...flat, variable_module: 'tools', variable_field: 'status' })).toMatchObject({
      part: { variable: '{{ status }}' },
    });
    expect(readAlert({ ...flat, variable_field: '' })).toMatchObject({ ok: false, field: 'variable_field' });
  });

  it('goes to the owner if nothing else is said, and needs its two types', () => {
    expect(readAlert({ alertType: 'email', sourceType: 'template' })).toEqual({
      ok: true,
      part: { id: 'p', name: 'Alert', alertType: 'email', sourceType: 'template', recipients: [{ owner: true }] },
    });
    expect(readAlert({ sourceType: 'normal' })).toMatchObject({ ok: false, field: 'alertType' });
    expect(readAlert({ alertType: 'email' })).toMatchObject({ ok: false, field: 'sourceType' });
    expect(readAlert({ alertType: 'email', sourceType: 'normal', send_to_owner: false })).toMatchObject({ ok: false, field: 'recipients' });
    expect(readAlert({ alertType: 'email', sourceType: 'normal', recipients: [1] })).toMatchObject({ ok: false, field: 'recipients' });
  });
});

describe('a condition in the flat form', () => {
  it.each<[JsonObject, WorkflowCondition]>([
    [
      { condition_type: '1', field: 'status', from_value: 'New', to_value: 'Hired' },
      { id: 'p', type: 'changes-to', field: 'status', from: 'New', to: 'Hired' },
    ],
    [{ condition_type: '2' }, { id: 'p', type: 'record-changes' }],
    [
      { condition_type: '3', field: 'status' },
      { id: 'p', type: 'field-changes', field: 'status' },
    ],
    [
      { condition_type: '5', relatedModule: 'makers', relation: 'maker', field: 'name', value: 'Ada' },
      { id: 'p', type: 'related-contains', relation: 'maker', field: 'name', value: 'Ada' },
    ],
  ])('%o is the same both ways', (flat, condition) => {
    expect(readCondition(flat)).toEqual({ ok: true, part: condition });
    const back = flattenCondition(condition, CONTEXT);
    expect(back).toEqual({ flat: { ...flat, name: expect.any(String) as string }, readOnly: undefined });
  });

  it('needs a known type, a field, a related module and a value', () => {
    expect(readCondition({ condition_type: '4' })).toMatchObject({ ok: false, field: 'condition_type' });
    expect(readCondition({ condition_type: '1' })).toMatchObject({ ok: false, field: 'field' });
    expect(readCondition({ condition_type: '5', field: 'name', value: 'x' })).toMatchObject({ ok: false, field: 'relatedModule' });
    expect(readCondition({ condition_type: '5', field: 'name', relatedModule: 'makers' })).toMatchObject({ ok: false, field: 'value' });
  });

  it('is read-only if it is a rule or a group', () => {
    const rule: WorkflowCondition = { id: 'p', type: 'rule', rule: true };
    expect(flattenCondition(rule, CONTEXT)).toMatchObject({
      flat: { condition_type: null, condition: rule },
      readOnly: expect.stringContaining('rule'),
    });
    const group: WorkflowCondition = { id: 'p', type: 'group', match: 'any', conditions: [rule] };
    expect(flattenCondition(group, CONTEXT)).toMatchObject({ flat: { condition: group }, readOnly: expect.stringContaining('group') });
  });
});
