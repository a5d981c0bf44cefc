import { describe, expect, it } from 'vitest';
import type { InputType, Trigger } from '../definitions/index.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isFieldVisible, type DependentField } from './is-field-visible.ts';

const TODAY = { today: '2026-03-15' };

function shown(
  inputType: InputType,
  trigger: Trigger,
  value: JsonValue | undefined,
  context: { today: string; timeZone?: string } = TODAY,
): boolean {
  const parent: DependentField = { fieldName: 'parent', inputType };
  const child: DependentField = {
    fieldName: 'child',
    inputType: 'TextField',
    dependent: true,
    parentField: 'parent',
    fieldsToTrigger: trigger,
  };
  const record: JsonObject = value === undefined ? {} : { parent: value };
  return isFieldVisible(
    child,
    new Map([
      ['parent', parent],
      ['child', child],
    ]),
    record,
    context,
  );
}

const before: Trigger = { kind: 'date', operator: 'Before', value: '2026-03-10' };
const after: Trigger = { kind: 'date', operator: 'After', value: '2026-03-10' };
const between: Trigger = { kind: 'date', operator: 'Between', value: '2026-03-01', valueEnd: '2026-03-10' };
const span = (name: 'last_year' | 'this_year' | 'this_month' | 'last_month'): Trigger => ({ kind: 'date', span: name });
const days = (count: number): Trigger => ({ kind: 'date', days: count });
const less: Trigger = { kind: 'number', operator: 'Less', value: 5 };
const inSome: Trigger = { kind: 'dropdown', in: ['new', 'screening'] };
const all: Trigger = { kind: 'multi-select', all: ['a', 'b'] };
const relate: Trigger = { kind: 'relate', id: 'r1' };
const address: Trigger = { kind: 'address', parts: { state: 'ga', city: 'ATLANTA' } };

describe('isFieldVisible', () => {
  it.each<[string, InputType, Trigger, JsonValue | undefined, boolean]>([
    ['text holds it', 'TextField', { kind: 'text', contains: 'josé' }, 'San Jose', true],
    ['text does not', 'TextField', { kind: 'text', contains: 'x' }, 'San Jose', false],
    ['text missing', 'TextField', { kind: 'text', contains: 'x' }, undefined, false],
    ['phone by digits', 'Phone', { kind: 'text', contains: '(404) 555' }, '4045550142', true],
    ['e-mail entry', 'EmailAddress', { kind: 'text', contains: '@example' }, [{ email_address: 'a@Example.com' }], true],
    ['list entry', 'ListField', { kind: 'text', contains: 'b' }, ['a', 'B'], true],
    ['before', 'Date', before, '2026-03-09', true],
    ['not before the day itself', 'Date', before, '2026-03-10', false],
    ['after', 'Date', after, '2026-03-11', true],
    ['not after the day itself', 'Date', after, '2026-03-10', false],
    ['between takes both ends', 'Date', between, '2026-03-10', true],
    ['between', 'Date', between, '2026-03-11', false],
    ['date missing', 'Date', before, null, false],
    ['last year', 'Date', span('last_year'), '2025-12-31', true],
    ['not last year', 'Date', span('last_year'), '2026-01-01', false],
    ['this year', 'Date', span('this_year'), '2026-12-31', true],
    ['this month', 'Date', span('this_month'), '2026-03-31', true],
    ['not this month of another year', 'Date', span('this_month'), '2025-03-31', false],
    ['last month', 'Date', span('last_month'), '2026-02-01', true],
    ['not last month', 'Date', span('last_month'), '2026-03-01', false],
    ['days ahead', 'Date', days(7), '2026-03-22', true],
    ['too far ahead', 'Date', days(7), '2026-03-23', false],
    ['days back', 'Date', days(-7), '2026-03-08', true],
    ['too far back', 'Date', days(-7), '2026-03-07', false],
    ['days back, not ahead', 'Date', days(-7), '2026-03-16', false],
    ['today', 'Date', days(0), '2026-03-15', true],
    ['less', 'Number', less, 4.9, true],
    ['not less', 'Number', less, 5, false],
    ['number missing', 'Number', less, undefined, false],
    ['greater', 'Currency', { kind: 'number', operator: 'Greater', value: 5 }, 5.01, true],
    ['equals', 'Number', { kind: 'number', operator: 'Equals', value: 0 }, 0, true],
    ['number between', 'Number', { kind: 'number', operator: 'Between', value: 1, valueEnd: 2 }, 2, true],
    ['not number between', 'Number', { kind: 'number', operator: 'Between', value: 1, valueEnd: 2 }, 2.1, false],
    ['dropdown', 'Dropdown', inSome, 'screening', true],
    ['not dropdown', 'Dropdown', inSome, 'placed', false],
    ['all included', 'MultiSelect', all, ['c', 'b', 'a'], true],
    ['not all included', 'MultiSelect', all, ['a', 'c'], false],
    ['relate', 'Relate', relate, 'r1', true],
    ['populated relate', 'Relate', relate, { _id: 'r1', name: 'R' }, true],
    ['multi relate', 'MultiRelate', relate, ['r0', 'r1'], true],
    ['flex relate', 'FlexRelate', relate, { module: 'tickets', id: 'r1' }, true],
    ['other relate', 'Relate', relate, 'r2', false],
    ['address', 'Address', address, { city: 'Atlanta', state: 'GA', zip: '30301' }, true],
    ['other address', 'Address', address, { city: 'Macon', state: 'GA' }, false],
    ['address missing', 'Address', address, undefined, false],
    ['checked', 'Checkbox', { kind: 'checkbox', equals: 'true' }, true, true],
    ['not checked', 'Checkbox', { kind: 'checkbox', equals: 'true' }, undefined, false],
    ['missing is unchecked', 'Checkbox', { kind: 'checkbox', equals: 'false' }, undefined, true],
  ])('%s', (_name, inputType, trigger, value, expected) => {
    expect(shown(inputType, trigger, value)).toBe(expected);
  });

  it("reads a date-time as a day in the application's time zone", () => {
    const value = '2026-03-11T02:00:00.000Z';
    expect(shown('DateTime', after, value)).toBe(true);
    expect(shown('DateTime', after, value, { ...TODAY, timeZone: 'America/New_York' })).toBe(false);
  });

  it('hides deleted fields, and children of hidden and missing parents', () => {
    const root: DependentField = { fieldName: 'root', inputType: 'Checkbox' };
    const middle: DependentField = {
      fieldName: 'middle',
      inputType: 'Dropdown',
      dependent: true,
      parentField: 'root',
      fieldsToTrigger: { kind: 'checkbox', equals: 'true' },
    };
    const leaf: DependentField = {
      fieldName: 'leaf',
      inputType: 'TextField',
      dependent: true,
      parentField: 'middle',
      fieldsToTrigger: inSome,
    };
    const fields = new Map([root, middle, leaf].map((field) => [field.fieldName, field]));
    expect(isFieldVisible(leaf, fields, { root: true, middle: 'new' }, TODAY)).toBe(true);
    expect(isFieldVisible(leaf, fields, { root: false, middle: 'new' }, TODAY)).toBe(false);
    expect(isFieldVisible({ ...root, deleted: true }, fields, {}, TODAY)).toBe(false);
    expect(isFieldVisible(leaf, new Map([['middle', { ...middle, deleted: true }]]), { middle: 'new' }, TODAY)).toBe(false);
    expect(isFieldVisible(leaf, new Map(), { middle: 'new' }, TODAY)).toBe(false);
  });

  it('stops at a cycle of parents, and ignores inherited properties', () => {
    const a: DependentField = { fieldName: 'a', inputType: 'TextField', dependent: true, parentField: 'b' };
    const b: DependentField = { fieldName: 'b', inputType: 'TextField', dependent: true, parentField: 'a' };
    expect(
      isFieldVisible(
        a,
        new Map([
          ['a', a],
          ['b', b],
        ]),
        {},
        TODAY,
      ),
    ).toBe(false);
    const odd: DependentField = { fieldName: 'constructor', inputType: 'TextField' };
    const child: DependentField = {
      fieldName: 'c',
      inputType: 'TextField',
      dependent: true,
      parentField: 'constructor',
      fieldsToTrigger: { kind: 'text', contains: 'a' },
    };
    expect(isFieldVisible(child, new Map([['constructor', odd]]), {}, TODAY)).toBe(false);
  });
});
