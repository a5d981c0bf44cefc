import { describe, expect, it } from 'vitest';
import type { InputType } from '../definitions/index.ts';
import type { JsonValue } from '../values/json.ts';
import { readSingleValue, singleTypeOf, writeSingleValue } from './single-values.ts';

describe('One value of a field as a text', () => {
  it.each<[InputType, JsonValue, string]>([
    ['TextField', 'Plain', 'Plain'],
    ['Dropdown', 'red', 'red'],
    ['Number', -2.5, '-2.5'],
    ['Currency', 40, '40'],
    ['Checkbox', false, 'false'],
    ['Date', '2026-11-18', '2026-11-18'],
    ['DateTime', '2026-11-18T15:30:00.000Z', '2026-11-18T15:30:00.000Z'],
    ['Relate', 'p1', 'p1'],
    ['FlexRelate', { module: 'people', id: 'p1' }, '{"module":"people","id":"p1"}'],
  ])('is read as it was written: a %s', (inputType, value, text) => {
    expect(writeSingleValue(value)).toBe(text);
    expect(readSingleValue(inputType, text)).toEqual(value);
  });

  it.each<[InputType, string]>([
    ['Number', 'red'],
    ['Checkbox', 'yes'],
    ['Date', 'Friday'],
    ['DateTime', '2026-11-18'],
    ['FlexRelate', 'p1'],
    ['FlexRelate', '{"module"'],
    ['FlexRelate', '{}]'],
  ])('is no value of another type: a %s of %j', (inputType, text) => {
    expect(readSingleValue(inputType, text)).toBeUndefined();
  });

  it('is missing if there is none', () => {
    expect([undefined, null, ''].map(writeSingleValue)).toEqual([undefined, undefined, undefined]);
  });

  it('has the type of the members of a list', () => {
    expect((['MultiSelect', 'MultiRelate', 'ListField', 'AutoIncrement', 'Date'] as const).map(singleTypeOf)).toEqual([
      'Dropdown',
      'Relate',
      'TextField',
      'Number',
      'Date',
    ]);
  });
});
