import { describe, expect, it } from 'vitest';
import type { InputType, Trigger } from '../definitions/index.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import { isFieldVisible, type DependentField } from './is-field-visible.ts';
import { TRIGGER_CASES } from './trigger-cases.ts';

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

const after: Trigger = { kind: 'date', operator: 'After', value: '2026-03-10' };
const inSome: Trigger = { kind: 'dropdown', in: ['new', 'screening'] };

describe('isFieldVisible', () => {
  it.each(TRIGGER_CASES)('%s', (_name, inputType, trigger, value, expected) => {
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
