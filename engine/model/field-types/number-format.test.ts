import { expect, it } from 'vitest';
import { formatRunningNumber, parseRunningNumber } from './number-format.ts';

it.each([
  [undefined, 42, '42'],
  ['INV-{0000}', 42, 'INV-0042'],
  ['INV-{0000}', 123_456, 'INV-123456'],
  ['{000}/26', 7, '007/26'],
])('the format %s shows %s as %s, and reads it again', (format, value, text) => {
  expect(formatRunningNumber(format, value)).toBe(text);
  expect(parseRunningNumber(format, text)).toBe(value);
});

it('reads digits alone, and other letter case', () => {
  expect(parseRunningNumber('INV-{0000}', '42')).toBe(42);
  expect(parseRunningNumber('INV-{0000}', ' inv-0042 ')).toBe(42);
  expect(parseRunningNumber('INV-{0000}', 'INV-')).toBeUndefined();
  expect(parseRunningNumber('INV-{0000}', 'PO-0042')).toBeUndefined();
  expect(parseRunningNumber(undefined, '4.2')).toBeUndefined();
});
