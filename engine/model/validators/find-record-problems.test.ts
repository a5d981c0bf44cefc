import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../values/json.ts';
import { findPasswordProblems } from './password.ts';
import { hasValidator, listValidators, registerValidator, runValidators } from './find-record-problems.ts';

interface Extra {
  readonly options?: { readonly [name: string]: unknown };
}

function codes(name: string, value: JsonValue | undefined, extra: Extra = {}): string[] {
  const use = extra.options === undefined ? { name } : { name, options: { ...extra.options } };
  const field = { fieldName: 'f', label: 'Field', inputType: 'TextField' as const };
  return runValidators([use], value, { record: {}, field, today: '2026-03-15' }).map((found) => found.code);
}

describe('validators of texts', () => {
  it.each<[string, JsonValue[], JsonValue[]]>([
    [
      'ssn',
      ['212-34-5678', '212345678'],
      [
        '000-12-3456',
        '666-12-3456',
        '900-12-3456',
        '212-00-3456',
        '212-34-0000',
        '078-05-1120',
        '219-09-9999',
        '212-345678',
        '12-345-6789',
      ],
    ],
    [
      'usZip',
      ['30301', '30301-1234', { city: 'Atlanta', zip: '30301' }, { city: 'Atlanta' }],
      ['3030', '303011234', '30301-12', 'ABCDE', { zip: '1' }],
    ],
    ['username', ['abc12', 'a'.repeat(15)], ['abcd', 'a'.repeat(16), 'with space', 'under_score', 'josé12']],
    [
      'email',
      ['a@b.co', 'a.b+c@x-y.com', [{ email_address: 'a@b.org' }]],
      ['a@b', 'a@b.info', 'ab.com', 'a b@c.com', [{ email_address: 'a@b.co' }, { email_address: 'a@b.info' }]],
    ],
    ['wholeNumber', [0, 12, '12'], [-1, 1.5, '1.5', 'x']],
  ])('%s', (name, good, bad) => {
    for (const value of good) expect(codes(name, value), JSON.stringify(value)).toEqual([]);
    for (const value of bad) expect(codes(name, value), JSON.stringify(value)).toHaveLength(1);
    expect(codes(name, undefined)).toEqual([]);
  });
});

describe('password', () => {
  it.each([
    ['Passw@rd', []],
    ['Pa@1', ['too_short']],
    ['password@', ['weak_password']],
    ['PASSWORD@', ['weak_password']],
    ['Password1', ['weak_password']],
    [`Passw@rd${'x'.repeat(13)}`, ['too_long']],
    ['pa', ['too_short', 'weak_password']],
  ])('%s: %j', (value, expected) => {
    expect(findPasswordProblems(value).map((found) => found.code)).toEqual(expected);
  });

  it('allows the maximum length of the setting', () => {
    expect(findPasswordProblems(`Passw@rd${'x'.repeat(13)}`, 128)).toEqual([]);
  });
});

describe('validators of dates', () => {
  it('minimumAge requires 14 years, or the years of its options', () => {
    expect(codes('minimumAge', '2012-03-15')).toEqual([]);
    expect(codes('minimumAge', '2012-03-16')).toEqual(['too_young']);
    expect(codes('minimumAge', '2008-03-16', { options: { years: 18 } })).toEqual(['too_young']);
    expect(codes('minimumAge', '9999-01-01')).toEqual(['too_young']);
    expect(codes('minimumAge', undefined)).toEqual([]);
    expect(codes('minimumAge', '2008-02-29', { options: { years: 18 } })).toEqual([]);
  });
});

describe('the list of validators', () => {
  it('rejects a value whose validator does not exist', () => {
    expect(hasValidator('nope')).toBe(false);
    expect(codes('nope', 'x')).toEqual(['unknown_validator']);
  });

  it("accepts a plugin's validator once", () => {
    expect(registerValidator('even', (value) => (Number(value) % 2 === 0 ? [] : [{ code: 'odd', message: 'Type an even number.' }]))).toBe(
      true,
    );
    expect(codes('even', 3)).toEqual(['odd']);
    expect(registerValidator('even', () => [])).toBe(false);
    expect(registerValidator('ssn', () => [])).toBe(false);
    expect(listValidators()).toContain('even');
  });
});
