import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import { sameValue } from './parse-input.ts';

describe('sameValue', () => {
  it.each([
    [undefined, null, true],
    [null, undefined, true],
    [0, null, false],
    ['', null, false],
    [[], {}, false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [[1, 2], [2, 1], false],
    [1, '1', false],
  ] as const)('%j and %j: %s', (a, b, same) => {
    expect(sameValue(a, b)).toBe(same);
  });

  it('agrees with deep equality on any JSON, and is symmetric', () => {
    const noZeros = (text: string): JsonValue => JSON.parse(text.replaceAll('-0,', '0,')) as JsonValue;
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const [a, b] = [noZeros(JSON.stringify(left)), noZeros(JSON.stringify(right))];
        expect(sameValue(a, structuredClone(a))).toBe(true);
        expect(sameValue(a, b)).toBe(isDeepStrictEqual(a, b));
        expect(sameValue(b, a)).toBe(sameValue(a, b));
      }),
      { numRuns: 500 },
    );
  });
});
