import { describe, expect, it } from 'vitest';
import { INPUT_TYPES, type DropdownDefinition, type FieldDefinition, type InputType } from '../definitions/index.ts';
import type { JsonValue } from '../values/json.ts';
import { hasConversion, listConversionTypes } from './conversion-types.ts';
import { createConverter, textOfValue, type ConvertedField, type FieldConversion } from './convert-value.ts';

const DROPDOWN: DropdownDefinition = {
  id: 'dropdown_sizes',
  name: 'sizes',
  options: [
    { value: 's', label: 'Small' },
    { value: 'l', label: 'Large' },
    { value: 'yes', label: 'Yes' },
  ],
};

function side(inputType: InputType, more: Partial<FieldDefinition> = {}): ConvertedField {
  const definition: FieldDefinition = { id: 'f', fieldName: 'f', label: 'F', inputType, ...more };
  return inputType === 'Dropdown' || inputType === 'MultiSelect' ? { definition, dropdown: DROPDOWN } : { definition };
}

function convert(from: InputType, to: InputType, value: JsonValue, more: Partial<FieldConversion> = {}): JsonValue | undefined {
  const result = createConverter({ from: side(from), to: side(to), timeZone: 'America/New_York', ...more })(value);
  return result.ok ? result.value : 'refused';
}

const CASES: readonly (readonly [from: InputType, to: InputType, value: JsonValue, expected: JsonValue | undefined])[] = [
  ['TextField', 'TextArea', 'one', 'one'],
  ['TextArea', 'TextField', 'one\n two\tthree', 'one two three'],
  ['TextArea', 'TextField', 'x'.repeat(1_001), 'refused'],
  ['TextField', 'Number', ' 1,250.5 ', 1250.5],
  ['TextField', 'Number', '-0', 0],
  ['TextField', 'Number', '1e3', 1000],
  ['TextField', 'Number', '12,5', 'refused'],
  ['TextField', 'Number', 'twelve', 'refused'],
  ['TextField', 'Number', '.', 'refused'],
  ['TextField', 'Number', '9'.repeat(400), 'refused'],
  ['TextField', 'Currency', '$1,200.50', 1200.5],
  ['TextField', 'Currency', '1.005', 'refused'],
  ['TextField', 'Date', '2026-03-31', '2026-03-31'],
  ['TextField', 'Date', '3/1/2026', '2026-03-01'],
  ['TextField', 'Date', 'Mar 5, 2026', '2026-03-05'],
  ['TextField', 'Date', '2026-02-30', 'refused'],
  // The day in New York, not in UTC.
  ['TextField', 'Date', '2026-04-01T02:00:00Z', '2026-03-31'],
  ['TextField', 'DateTime', '2026-03-31T14:30:00Z', '2026-03-31T14:30:00.000Z'],
  ['TextField', 'DateTime', '2026-03-31 2:30 PM', '2026-03-31T18:30:00.000Z'],
  ['TextField', 'DateTime', '01/31/2026', '2026-01-31T05:00:00.000Z'],
  ['TextField', 'DateTime', '2026-03-31 25:00', 'refused'],
  ['TextField', 'Url', 'example.com/a', 'https://example.com/a'],
  ['TextField', 'Url', 'nothing', 'refused'],
  ['TextField', 'Phone', '(404) 555-0142', '4045550142'],
  ['TextField', 'Phone', '12', 'refused'],
  ['TextField', 'Checkbox', 'Yes', true],
  ['TextField', 'Checkbox', '0', false],
  ['TextField', 'Checkbox', 'maybe', 'refused'],
  ['TextField', 'Dropdown', 's', 's'],
  ['TextField', 'Dropdown', ' LARGE ', 'l'],
  ['TextField', 'Dropdown', 'Huge', 'refused'],
  ['TextField', 'MultiSelect', 'small; Large, small', ['s', 'l']],
  ['TextField', 'MultiSelect', 'small; huge', 'refused'],
  ['TextField', 'ListField', 'a; b,c\nd', ['a', 'b', 'c', 'd']],
  ['TextField', 'ListField', ';', undefined],
  ['Url', 'TextField', 'https://example.com', 'https://example.com'],
  ['Phone', 'TextField', '4045550142', '(404) 555-0142'],
  ['ListField', 'TextField', ['a', 'b'], 'a, b'],
  ['ListField', 'MultiSelect', ['Small', 'l'], ['s', 'l']],
  ['Number', 'TextField', 1250.5, '1250.5'],
  ['Number', 'Currency', 12.5, 12.5],
  ['Number', 'Currency', 1.005, 'refused'],
  ['Currency', 'TextArea', 12.5, '12.50'],
  ['Currency', 'Number', 12.5, 12.5],
  ['AutoIncrement', 'Number', 7, 7],
  ['Date', 'DateTime', '2026-07-01', '2026-07-01T04:00:00.000Z'],
  ['Date', 'TextField', '2026-07-01', '2026-07-01'],
  ['DateTime', 'Date', '2026-07-01T03:59:00.000Z', '2026-06-30'],
  ['DateTime', 'TextField', '2026-07-01T04:00:05.000Z', '2026-07-01 00:00:05'],
  ['Checkbox', 'TextField', true, 'Yes'],
  ['Checkbox', 'TextField', false, 'No'],
  ['Checkbox', 'Dropdown', true, 'yes'],
  ['Checkbox', 'Dropdown', false, 'refused'],
  ['Dropdown', 'MultiSelect', 's', ['s']],
  ['Dropdown', 'TextField', 's', 'Small'],
  ['Dropdown', 'ListField', 'retired', ['retired']],
  ['MultiSelect', 'Dropdown', ['l'], 'l'],
  ['MultiSelect', 'Dropdown', ['s', 'l'], 'refused'],
  ['MultiSelect', 'TextField', ['s', 'l'], 'Small, Large'],
];

describe('createConverter', () => {
  it.each(CASES)('converts a %s to a %s: %j becomes %j', (from, to, value, expected) => {
    expect(convert(from, to, value)).toEqual(expected);
    expect(hasConversion(from, to)).toBe(true);
  });

  it('returns values that the new type accepts again, for every pair of the table', () => {
    for (const [from, to, value, expected] of CASES) {
      if (expected === 'refused' || expected === undefined) continue;
      const again = createConverter({ from: side(to), to: side(from), timeZone: 'America/New_York' })(expected);
      if (hasConversion(to, from)) expect(again.ok, `${to} to ${from}: ${JSON.stringify(expected)} of ${JSON.stringify(value)}`).toBe(true);
    }
  });

  it('leaves missing values missing', () => {
    for (const value of [null, '', []]) expect(convert('TextField', 'Number', value)).toBeUndefined();
    expect(createConverter({ from: side('TextField'), to: side('Number'), timeZone: 'UTC' })(undefined)).toEqual({
      ok: true,
      value: undefined,
    });
  });

  it('applies the limits of the new field and its unit', () => {
    const to = side('Number', { maximum: 10, unit: 'h' });
    expect(convert('TextField', 'Number', '8 h', { to })).toBe(8);
    expect(convert('TextField', 'Number', '12', { to })).toBe('refused');
  });

  it('replaces values that it cannot convert as the map says, and removes the others if it is told to', () => {
    const map = { Huge: 'l', Odd: null, Wrong: 'none', constructor: 's' };
    expect(convert('TextField', 'Dropdown', 'Huge', { map })).toBe('l');
    expect(convert('TextField', 'MultiSelect', 'Huge', { map })).toEqual(['l']);
    expect(convert('TextField', 'Dropdown', 'Odd', { map })).toBeUndefined();
    expect(convert('TextField', 'Dropdown', 'Wrong', { map })).toBe('refused');
    expect(convert('TextField', 'Dropdown', 'toString', { map })).toBe('refused');
    expect(convert('TextField', 'Dropdown', 'Other', { map, clears: true })).toBeUndefined();
    expect(convert('TextField', 'Number', 'x', { clears: true })).toBeUndefined();
    expect(textOfValue(side('MultiSelect'), ['s', 'l'], 'UTC')).toBe('Small, Large');
  });
});

describe('listConversionTypes', () => {
  it('never names the type itself, and nothing for types without a conversion', () => {
    for (const type of INPUT_TYPES) expect(listConversionTypes(type)).not.toContain(type);
    for (const type of ['Relate', 'File', 'Address', 'Object', 'EmailAddress', 'Module'] as const)
      expect(listConversionTypes(type)).toEqual([]);
    expect(hasConversion('Number', 'Relate')).toBe(false);
    expect(hasConversion('Number', 'AutoIncrement')).toBe(false);
  });
});
