import { expect, it } from 'vitest';
import type { JsonValue } from '#engine/model';
import { compareValues } from './compare-values.ts';
import { evaluateConditions } from './conditions.ts';
import type { ComparisonOperator, ConditionResult, DocumentInput, InputCondition } from './document.ts';

function input(id: string, value?: JsonValue, condition?: InputCondition, systemFieldName?: string): DocumentInput {
  return {
    id,
    type: { inputType: 'Text' },
    field: { label: id, name: `name_${id}`, ...(systemFieldName === undefined ? {} : { systemFieldName }) },
    assigned_to: 'Participant 1',
    place: { x: 0, y: 0, width: 10, height: 10 },
    ...(value === undefined ? {} : { value }),
    ...(condition === undefined ? {} : { conditionsControl: condition }),
  };
}

function when(
  result: ConditionResult,
  whenOption: 'Any' | 'All',
  ...criteria: readonly (readonly [string, ComparisonOperator, JsonValue?])[]
): InputCondition {
  return {
    whenOption,
    conditionActionResult: result,
    criteria: criteria.map(([relatedField, comparisonOperator, comparisonValue]) => ({
      relatedField,
      comparisonOperator,
      ...(comparisonValue === undefined ? {} : { comparisonValue }),
    })),
  };
}

const CASES: readonly (readonly [
  operator: ComparisonOperator,
  value: JsonValue | undefined,
  expected: JsonValue | undefined,
  result: boolean | undefined,
])[] = [
  ['Equals', 'Texas', 'tEXAS', true],
  ['Equals', '5', 5, true],
  ['Equals', 5, 5.5, false],
  ['Equals', '2026-01-31', '01/31/2026', true],
  ['Equals', '2026-01-31T00:00:00.000Z', '2026-01-31', true],
  ['Equals', ['a', 'B'], ['b', 'A'], true],
  ['Equals', ['a', 'a'], ['a', 'b'], false],
  ['Equals', undefined, '', true],
  ['Equals', true, 'True', true],
  ['Equals', 0, '', false],
  ['Not Equals', 'x', 'X', false],
  ['Not Equals', undefined, 'x', true],
  ['Empty', ' ', undefined, true],
  ['Empty', null, undefined, true],
  ['Empty', false, undefined, true],
  ['Empty', 0, undefined, false],
  ['Not Empty', [], undefined, false],
  ['Not Empty', 'x', undefined, true],
  ['Less Than', '9', '10', true],
  ['Less Than', 'apple', 'Banana', true],
  ['Less Than', '2026-01-02', '2025-12-31', false],
  ['Less Than', undefined, 5, false],
  ['Less Than', 'abc', 5, false],
  ['Less Than or Equal To', 5, '5', true],
  ['Greater Than', 5, '5', false],
  ['Greater Than or Equal To', 5, '5', true],
  ['In', 'tx', ['CA', 'TX'], true],
  ['In', 'tx', 'CA, TX', true],
  ['In', undefined, ['CA'], false],
  ['Not In', 'tx', ['CA'], true],
  ['Contains', 'Registered Nurse', 'nurse', true],
  ['Contains', ['RN', 'LPN'], 'rn', true],
  ['Contains', undefined, 'x', false],
  ['Does Not Contain', 'Registered Nurse', 'nurse', false],
  // There is nothing to compare with.
  ['In', 'tx', undefined, undefined],
  ['Greater Than', 5, null, undefined],
  ['constructor' as ComparisonOperator, 5, 5, undefined],
];

it.each(CASES)('%s: %j and %j', (operator, value, expected, result) => {
  expect(compareValues(operator, value, expected)).toBe(result);
});

it('Any needs one criterion, All needs all; an input is found by its system field name before its name', () => {
  const inputs = [
    input('a', 'yes'),
    input('b', 'no', undefined, 'state'),
    input('any', undefined, when('Show', 'Any', ['name_a', 'Equals', 'YES'], ['state', 'Equals', 'x'])),
    input('all', undefined, when('Show', 'All', ['name_a', 'Equals', 'YES'], ['state', 'Equals', 'x'])),
    input('hide', undefined, when('Hide', 'All', ['name_a', 'Equals', 'YES'])),
    input('enable', undefined, when('Enable', 'All', ['name_a', 'Empty'])),
    input('disable', undefined, when('Disable', 'Any', ['name_a', 'Not Empty'])),
  ];
  const states = evaluateConditions(inputs);
  const flags = (id: string): readonly (boolean | undefined)[] => [states.get(id)?.isHidden, states.get(id)?.isDisabled];
  expect(['a', 'any', 'all', 'hide', 'enable', 'disable'].map(flags)).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, false],
    [false, true],
    [false, true],
  ]);
  expect(evaluateConditions(inputs, { b: 'X' }).get('all')?.isHidden).toBe(false);
});

it('a comparison that is not possible passes', () => {
  const inputs = [
    input('a', 'x'),
    input('missing', undefined, when('Show', 'All', ['nobody', 'Equals', 'x'])),
    input('nothing', undefined, when('Hide', 'All', ['name_a', 'In'])),
  ];
  const states = evaluateConditions(inputs);
  expect(states.get('missing')?.isHidden).toBe(false);
  expect(states.get('nothing')?.isHidden).toBe(true);
});

it('a hidden input is empty in the conditions of others, one that is disabled is not', () => {
  const inputs = [
    input('a', 'no'),
    input('hidden', 'value', when('Show', 'All', ['name_a', 'Equals', 'yes'])),
    input('disabled', 'value', when('Enable', 'All', ['name_a', 'Equals', 'yes'])),
    input('c', undefined, when('Show', 'All', ['name_hidden', 'Not Empty'])),
    input('d', undefined, when('Show', 'All', ['name_disabled', 'Not Empty'])),
  ];
  const states = evaluateConditions(inputs);
  expect(states.get('c')?.isHidden).toBe(true);
  expect(states.get('d')?.isHidden).toBe(false);
});

it('conditions that depend on each other pass, in any order of the inputs; those that only disable each other work', () => {
  const circle = [
    input('a', 'x', when('Show', 'All', ['name_b', 'Empty'])),
    input('b', 'x', when('Show', 'All', ['name_c', 'Empty'])),
    input('c', 'x', when('Hide', 'All', ['name_a', 'Empty'])),
    input('self', 'x', when('Hide', 'All', ['name_self', 'Empty'])),
    input('after', undefined, when('Show', 'All', ['name_c', 'Empty'])),
  ];
  for (const inputs of [circle, circle.toReversed()]) {
    const states = evaluateConditions(inputs);
    expect(['a', 'b', 'c', 'self', 'after'].filter((id) => states.get(id)?.isHidden)).toEqual(['c', 'self']);
  }
  const choice = [
    input('one', 'x', when('Disable', 'All', ['name_two', 'Not Empty'])),
    input('two', undefined, when('Disable', 'All', ['name_one', 'Not Empty'])),
  ];
  expect([...evaluateConditions(choice).values()].map(({ isDisabled }) => isDisabled)).toEqual([false, true]);
});

it('a chain of 3,000 conditions is evaluated', () => {
  const chain = Array.from({ length: 3_000 }, (_, index) =>
    input(`i${index}`, 'x', index === 2_999 ? undefined : when('Show', 'All', [`name_i${index + 1}`, 'Not Empty'])),
  );
  expect(evaluateConditions(chain).get('i0')?.isHidden).toBe(false);
  expect(evaluateConditions(chain, { i2999: '' }).get('i0')?.isHidden).toBe(true);
});
