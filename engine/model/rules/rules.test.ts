import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createConditionData, type ConditionContext } from '../conditions/index.ts';
import type { FieldDefinition, ModuleDefinition } from '../definitions/index.ts';
import type { JsonObject } from '../values/json.ts';
import {
  compileValidations,
  findBrokenRules,
  findMassUpdateRefusal,
  findUnmetRequirements,
  findUpcomingRequirement,
  isFieldReadOnly,
  isFieldRequired,
  listTransitionFields,
} from './index.ts';

const permits = JSON.parse(readFileSync('tests/fixtures/rules/permits.json', 'utf8')) as ModuleDefinition;
const CONTEXT: ConditionContext = { today: '2026-03-15' };

const fieldOf = (name: string): FieldDefinition => permits.fields.find(({ fieldName }) => fieldName === name) as FieldDefinition;
const isShown = () => true;

describe('a validation rule', () => {
  const rules = compileValidations(permits.fields, permits.validations);
  const broken = (record: JsonObject, changed?: readonly string[]) =>
    findBrokenRules(rules, createConditionData(record, CONTEXT), changed === undefined ? undefined : new Set(changed)).map(
      ({ message }) => message,
    );

  it('is broken if its condition is false', () => {
    expect(broken({ stage: 'review', starts_on: '2026-03-02', ends_on: '2026-03-01', hours: 8 })).toEqual(['The end is before the start.']);
    expect(broken({ stage: 'review', hours: 101 })).toEqual([
      'A permit in review has a first day.',
      'A supervisor enters more than 100 hours.',
    ]);
    expect(broken({})).toEqual([]);
  });

  it('is checked again if a field changes that it reads or is shown at', () => {
    const record = { stage: 'review', hours: 101 };
    expect(broken(record, ['hours'])).toEqual(['A supervisor enters more than 100 hours.']);
    expect(broken(record, ['starts_on'])).toEqual(['A permit in review has a first day.']);
    expect(broken(record, ['name'])).toEqual([]);
  });
});

it('a field is required and read-only by its conditions', () => {
  const data = (record: JsonObject) => createConditionData(record, CONTEXT);
  expect([41, 40, null].map((hours) => isFieldRequired(fieldOf('note'), data({ hours })))).toEqual([true, false, false]);
  expect(['review', 'draft'].map((stage) => isFieldReadOnly(fieldOf('fee'), data({ stage })))).toEqual([true, false]);
  expect(isFieldRequired(fieldOf('stage'), data({}))).toBe(true);
  expect(isFieldReadOnly(fieldOf('stage'), data({}))).toBe(false);
});

describe('a transition requirement', () => {
  const stage = fieldOf('stage');
  const unmet = (record: JsonObject, changed?: readonly string[], shown = isShown) =>
    findUnmetRequirements(stage, record, CONTEXT, shown, changed === undefined ? undefined : new Set(changed)).flatMap(
      ({ missing }) => missing,
    );

  it('is unmet while a required field that is shown is empty', () => {
    expect(unmet({ stage: 'rejected', reason: ' ' })).toEqual(['reason']);
    expect(unmet({ stage: 'rejected', reason: 'Late' })).toEqual([]);
    expect(unmet({ stage: 'rejected' }, undefined, () => false)).toEqual([]);
    expect([unmet({ stage: 'closed' }), unmet({ stage: 'closed', hours: 1 })]).toEqual([[], ['ends_on']]);
  });

  it('is checked if the value, a required field or a field of its condition changes', () => {
    const record = { stage: 'closed', hours: 1 };
    expect(['stage', 'hours', 'ends_on', 'note'].map((name) => unmet(record, [name]))).toEqual([['ends_on'], ['ends_on'], ['ends_on'], []]);
    expect(listTransitionFields(stage)).toEqual(['reason', 'ends_on', 'hours']);
  });

  it('is known before the change, except for a value that the record has', () => {
    const upcoming = (value: string, record: JsonObject) => findUpcomingRequirement(stage, value, record, CONTEXT, isShown);
    expect(upcoming('rejected', { stage: 'draft' })).toEqual({
      fields: ['reason'],
      hint: 'Needs reason',
      message: 'Give the reason of the rejection.',
    });
    expect([upcoming('rejected', { stage: 'rejected' }), upcoming('rejected', { reason: 'Late' }), upcoming('draft', {})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('stops a mass update only with a message for it', () => {
    const refusal = (values: JsonObject) => findMassUpdateRefusal(permits.fields, values, CONTEXT);
    expect(refusal({ stage: 'rejected' })).toEqual({ message: 'Choose a reason for all of them.', missing: ['reason'] });
    expect([refusal({ stage: 'rejected', reason: 'Late' }), refusal({ stage: 'closed', hours: 3 }), refusal({ hours: 3 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
