import { describe, expect, it } from 'vitest';
import { keysOf, formatted, normalized } from './field-type-fixture.ts';

describe('Number', () => {
  it.each([
    [0, { value: 0 }],
    [-1.5, { value: -1.5 }],
    [1e300, { value: 1e300 }],
    [null, { value: undefined }],
    ['', { value: undefined }],
    [NaN, ['not_a_number']],
    [Infinity, ['not_a_number']],
    ['5', ['wrong_type']],
    [true, ['wrong_type']],
    [[1], ['wrong_type']],
  ])('normalizes %j to %j', (value, expected) => {
    expect(normalized('Number', value)).toEqual(expected);
  });

  it('enforces the limits of its field', () => {
    expect(normalized('Number', 5, { minimum: 6 })).toEqual(['too_small']);
    expect(normalized('Number', 5, { maximum: 4 })).toEqual(['too_large']);
    expect(normalized('Number', 5.5, { integer: true })).toEqual(['not_an_integer']);
    expect(normalized('Number', 2 ** 53, { integer: true })).toEqual(['not_an_integer']);
    expect(normalized('Number', 5, { minimum: 5, maximum: 5, integer: true })).toEqual({ value: 5 });
  });

  it('stores -0 as 0', () => {
    expect(Object.is((normalized('Number', -0) as { value: number }).value, 0)).toBe(true);
  });

  it('is displayed with its unit', () => {
    expect(keysOf('Number', 1234.5)).toBe(1234.5);
    expect(formatted('Number', 1234.5, { unit: 'hours' })).toBe('1,234.5 hours');
    expect([37.5, 0, 8.999, 167.0166, -0.25, -0.001].map((hours) => formatted('Number', hours, { unit: 'hours', clock: true }))).toEqual([
      '37:30',
      '0:00',
      '9:00',
      '167:01',
      '-0:15',
      '0:00',
    ]);
    expect(formatted('Number', undefined)).toBe('');
  });
});

describe('Currency', () => {
  it.each([
    [12.5, { value: 12.5 }],
    [0.1, { value: 0.1 }],
    [-3640.99, { value: -3640.99 }],
    [9_999_999_999_999.99, { value: 9_999_999_999_999.99 }],
    [0.1 + 0.2, ['too_many_decimals']],
    [1.005, ['too_many_decimals']],
    [1e13, ['too_large']],
    [1e-7, ['too_many_decimals']],
    ['12.50', ['wrong_type']],
    [NaN, ['not_a_number']],
  ])('normalizes %j to %j', (value, expected) => {
    expect(normalized('Currency', value)).toEqual(expected);
  });

  it('is compared in whole cents', () => {
    expect(keysOf('Currency', 1.15)).toBe(115);
    expect(keysOf('Currency', -0.29)).toBe(-29);
    expect(keysOf('Currency', null)).toBeUndefined();
    expect(formatted('Currency', 1234.5)).toBe('$1,234.50');
  });
});

describe('AutoIncrement', () => {
  it('is a whole number', () => {
    expect(normalized('AutoIncrement', 12)).toEqual({ value: 12 });
    expect(normalized('AutoIncrement', 1.5)).toEqual(['not_an_integer']);
    expect(normalized('AutoIncrement', -1)).toEqual(['not_an_integer']);
    expect(normalized('AutoIncrement', '1')).toEqual(['wrong_type']);
    expect(keysOf('AutoIncrement', 12)).toBe(12);
    expect(formatted('AutoIncrement', 1234)).toBe('1234');
  });
});

describe('Checkbox', () => {
  it('is true or false, and false when missing', () => {
    expect(normalized('Checkbox', false)).toEqual({ value: false });
    expect(normalized('Checkbox', null)).toEqual({ value: undefined });
    expect(normalized('Checkbox', 'true')).toEqual(['wrong_type']);
    expect(normalized('Checkbox', 1)).toEqual(['wrong_type']);
    expect([keysOf('Checkbox', true), keysOf('Checkbox', false), keysOf('Checkbox', undefined)]).toEqual([1, 0, 0]);
    expect([formatted('Checkbox', true), formatted('Checkbox', undefined)]).toEqual(['Yes', 'No']);
  });
});

describe('Date', () => {
  it.each([
    ['2026-03-31', { value: '2026-03-31' }],
    ['2024-02-29', { value: '2024-02-29' }],
    ['0001-01-01', { value: '0001-01-01' }],
    ['', { value: undefined }],
    ['2026-02-30', ['not_a_date']],
    ['2026-02-29', ['not_a_date']],
    ['1900-02-29', ['not_a_date']],
    ['2026-13-01', ['not_a_date']],
    ['0000-01-01', ['not_a_date']],
    ['2026-3-1', ['not_a_date']],
    ['03/31/2026', ['not_a_date']],
    ['2026-03-31T00:00:00Z', ['not_a_date']],
    ['10000-01-01', ['not_a_date']],
    [20260331, ['wrong_type']],
    [{ year: 2026 }, ['wrong_type']],
  ])('normalizes %j to %j', (value, expected) => {
    expect(normalized('Date', value)).toEqual(expected);
  });

  it('is compared as stored and displayed as month/day/year', () => {
    expect(keysOf('Date', '2026-03-31')).toBe('2026-03-31');
    expect(keysOf('Date', undefined)).toBeUndefined();
    expect(formatted('Date', '2026-03-31')).toBe('03/31/2026');
  });
});

describe('DateTime', () => {
  it.each([
    ['2026-03-31T14:30:00Z', '2026-03-31T14:30:00.000Z'],
    ['2026-03-31T10:30:00.1239-04:00', '2026-03-31T14:30:00.123Z'],
    ['2026-03-31T23:30+0530', '2026-03-31T18:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('normalizes %s to %s', (value, expected) => {
    expect(normalized('DateTime', value)).toEqual({ value: expected });
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-03-31T24:00:00Z',
    '2026-02-30T00:00:00.000Z',
    '2026-03-31T24:00:00.000Z',
    '0000-12-31T00:00:00.000Z',
    '2026-03-31T12:60:00Z',
    '2026-03-31T12:00:00',
    '2026-03-31',
    'yesterday',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-03-31T12:00:00+15:00',
  ])('rejects %s', (value) => {
    expect(normalized('DateTime', value)).toEqual(['not_a_date_time']);
  });

  it('is compared as an instant', () => {
    expect(keysOf('DateTime', '1970-01-01T00:00:01.500Z')).toBe(1500);
    expect(keysOf('DateTime', '')).toBeUndefined();
    expect(formatted('DateTime', '2026-03-31T00:05:00.000Z')).toBe('03/31/2026 12:05 AM UTC');
  });
});
