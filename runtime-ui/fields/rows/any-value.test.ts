import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import { readAnyValue, writeAnyValue } from './any-value.ts';

describe('a value of any kind as text', () => {
  it.each<[JsonValue, string]>([
    ['Stay with the student', 'Stay with the student'],
    [12.5, '12.5'],
    [true, 'true'],
    ['02139', '02139'],
    ['5', '"5"'],
    [['One', 'Two'], 'One\nTwo'],
    [[1, 2], '1\n2'],
    [['One'], '["One"]'],
    ['Two\nlines', '"Two\\nlines"'],
    [{ gte: 'today' }, '{"gte":"today"}'],
    [[{ a: 1 }, 'b'], '[{"a":1},"b"]'],
    [' spaces ', '" spaces "'],
    ['{half', '"{half"'],
  ])('%j is written as %j and read back', (value, text) => {
    expect(writeAnyValue(value)).toBe(text);
    expect(readAnyValue(text)).toEqual(value);
  });

  it('is missing without a text, and refused if it begins as JSON and is none', () => {
    expect([writeAnyValue(undefined), writeAnyValue(null), readAnyValue(' ')]).toEqual(['', '', undefined]);
    expect(() => readAnyValue('{"a":')).toThrow(SyntaxError);
  });
});
