import { expect, it } from 'vitest';
import type { JsonValue } from '#engine/model';
import { checkValue } from './check-value.ts';
import { applyValues, checkValues, isInputOf, resolveInputs } from './check-values.ts';
import type { DocumentData, DocumentInput, InputField, InputType } from './document.ts';
import { formatValue } from './format-value.ts';

function input(id: string, inputType: InputType, field: Partial<InputField> = {}, rest: Partial<DocumentInput> = {}): DocumentInput {
  return {
    id,
    type: { inputType },
    field: { label: id, name: id, ...field },
    assigned_to: 'Participant 1',
    place: { x: 0, y: 0, width: 10, height: 10 },
    ...rest,
  };
}

function document(...inputs: readonly DocumentInput[]): DocumentData {
  return { pages: [{ width: 612, height: 792, inputs }] };
}

const ME = { recipientId: 'r1', role: 'Participant 1' };

const VALUES: readonly (readonly [type: InputType, field: Partial<InputField>, value: JsonValue, problem: string | undefined])[] = [
  ['Text', {}, 'x', undefined],
  ['Text', { maxLength: 3 }, 'long', 'X has at most 3 characters.'],
  ['Text', {}, { a: 1 }, 'X is a text.'],
  ['Text', { formatting: 'Phone' }, '555-123-4567', undefined],
  ['Text', { formatting: 'Phone' }, '5551234567', 'X is written as 000-000-0000.'],
  ['Text', { formatting: 'Zip' }, '1234', 'X is written as 00000.'],
  ['Text', { formatting: 'SSN' }, '123-45-678', 'X is written as 000-00-0000.'],
  ['Text', { formatting: 'toString' }, 'x', undefined],
  ['Number', { minimum: 1, maximum: 5 }, 0, 'X is at least 1.'],
  ['Number', { minimum: 1, maximum: 5 }, '6', 'X is at most 5.'],
  ['Number', {}, '1.5', undefined],
  ['Number', {}, '0x10', 'X is a number.'],
  ['Checkbox', {}, 'on', 'X is either checked or not.'],
  ['Radio Group', { options: ['A'] }, 'B', 'Choose one of the options of X.'],
  ['Dropdown', {}, 'B', undefined],
  ['Email', {}, 'a@b.test', undefined],
  ['Email', {}, 'a@b', 'X is an e-mail address.'],
  ['Date Signed', {}, '2026-13-45', 'X is a date.'],
  ['File', {}, 5, 'Choose a file for X.'],
  ['Signature', {}, 'Ada', 'X is missing: draw, type or upload it.'],
  ['Initials', {}, { kind: 'Drawn', path: '/api/files/x.png' }, undefined],
  ['Formula', {}, 5, 'X is calculated.'],
];

it.each(VALUES)('%s %j: %j', (type, field, value, problem) => {
  expect(checkValue(input('x', type, { label: 'X', ...field }), value)).toBe(problem);
});

it('required inputs count only while they are shown and enabled', () => {
  const condition = { whenOption: 'All', criteria: [{ relatedField: 'a', comparisonOperator: 'Equals', comparisonValue: 'yes' }] } as const;
  const data = document(
    input('a', 'Text', { required: true }),
    input('shown', 'Text', { required: true }, { conditionsControl: { ...condition, conditionActionResult: 'Show' }, value: 'before' }),
    input('enabled', 'Text', { required: true }, { conditionsControl: { ...condition, conditionActionResult: 'Enable' } }),
    input('theirs', 'Text', { required: true }, { assigned_to: 'Participant 2' }),
    input('check', 'Checkbox', { required: true }),
  );
  const complete = (values: { readonly [id: string]: JsonValue }): readonly string[] =>
    checkValues(data, values, ME, { isComplete: true }).map(({ id, code, text }) => `${id} ${code} ${text}`);
  expect(complete({ check: false })).toEqual(['a required a is required.', 'check required Check check.']);
  expect(complete({ a: 'no', check: true })).toEqual([]);
  expect(complete({ a: 'Yes', check: true, shown: '' })).toEqual([
    'shown required shown is required.',
    'enabled required enabled is required.',
  ]);
  expect(checkValues(data, {}, ME, { isComplete: false })).toEqual([]);
  expect(resolveInputs(data, { a: 'no' }).get('shown')).toEqual({ isHidden: true, isDisabled: false, isRequired: false, value: undefined });
  expect(applyValues(data, { a: 'no' }).pages[0]?.inputs[1]).not.toHaveProperty('value');
});

it('values of others, and of inputs that are hidden, disabled or unknown, are refused', () => {
  const hide = {
    whenOption: 'All',
    conditionActionResult: 'Hide',
    criteria: [{ relatedField: 'a', comparisonOperator: 'Not Empty' }],
  } as const;
  const data = document(
    input('a', 'Text', {}, { value: 'x' }),
    input('theirs', 'Text', {}, { assigned_to: 'Participant 2' }),
    input('mine_by_id', 'Text', {}, { assigned_to: 'Participant 2', recipient_id: 'r1' }),
    input('theirs_by_id', 'Text', {}, { recipient_id: 'r2' }),
    input('hidden', 'Text', {}, { conditionsControl: hide }),
    input('fixed', 'Text', { readOnly: true }, { value: 'fixed' }),
    input('total', 'Formula', { formula: '1 + 1' }),
    input('day', 'Date Signed'),
    input('anyone', 'Text', {}, { assigned_to: 'Anyone' }),
  );
  const ids = data.pages.flatMap(({ inputs }) => inputs.map(({ id }) => id));
  const values = Object.fromEntries([...ids, 'nobody'].map((id) => [id, 'x']));
  expect(checkValues(data, values, ME, { isComplete: true }).map(({ id, code }) => [id, code])).toEqual([
    ['nobody', 'unknown'],
    ['theirs', 'not_yours'],
    ['theirs_by_id', 'not_yours'],
    ['hidden', 'hidden'],
    ['fixed', 'disabled'],
    ['total', 'disabled'],
    ['day', 'disabled'],
  ]);
  expect(checkValues(data, { fixed: 'fixed', hidden: '' }, ME, { isComplete: true })).toEqual([]);
  expect(isInputOf(input('e', 'Text', {}, { assigned_to: 'Everyone' }), ME)).toBe(true);
  expect(isInputOf(input('s', 'Text', {}, { assigned_to: 'Sender (Prefill)' }), ME)).toBe(false);
});

it('formulas use numbers, checks and other formulas; those of empty inputs and in a circle are empty', () => {
  const data = document(
    input('hours', 'Number', {}, { value: '1,000' }),
    input('bonus', 'Checkbox', {}, { value: true }),
    input('rate', 'Number'),
    input('pay', 'Formula', { formula: 'hours * 2 + bonus + rate' }),
    input('twice', 'Formula', { formula: 'pay * 2' }),
    input('empty', 'Formula', { formula: 'rate * 2' }),
    input('one', 'Formula', { formula: 'two + 1' }),
    input('two', 'Formula', { formula: 'one + 1' }),
  );
  const states = resolveInputs(data);
  expect(['pay', 'twice', 'empty', 'one', 'two'].map((id) => states.get(id)?.value)).toEqual([2001, 4002, undefined, undefined, undefined]);
});

it.each([
  ['Number', '0.00', 1234.5, '1234.50'],
  ['Number', '#,##0', '1234.5', '1,235'],
  ['Formula', '$#,##0.00', -1234.5, '-$1,234.50'],
  ['Number', '0.00', -0.001, '0.00'],
  ['Number', undefined, 1.5, '1.5'],
  ['Date Signed', undefined, '2026-01-05', '01/05/2026'],
  ['Date Signed', 'MMMM d, yyyy', '2026-01-05T23:00:00.000Z', 'January 5, 2026'],
  ['Text', 'Uppercase', 'ada', 'ADA'],
  ['System Field', 'd/M/yy', '2026-01-05', '5/1/26'],
  ['File', undefined, '/api/files/a/license.pdf', 'license.pdf'],
  ['Checkbox', undefined, true, ''],
] as const)('%s %s shows %j as %s', (type, formatting, value, text) => {
  expect(formatValue(input('x', type, formatting === undefined ? {} : { formatting }), value)).toBe(text);
});
