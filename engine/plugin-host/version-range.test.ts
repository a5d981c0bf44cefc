import { describe, expect, it } from 'vitest';
import { satisfiesRange } from './version-range.ts';

describe('version ranges', () => {
  it.each([
    ['1.2.3', '*', true],
    ['1.2.3', '1.x', true],
    ['2.0.0', '1.x', false],
    ['1.2.3', '1.2.x', true],
    ['1.3.0', '1.2.x', false],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '1.2.3', false],
    ['1.9.0', '^1.2.3', true],
    ['1.2.2', '^1.2.3', false],
    ['2.0.0', '^1.2.3', false],
    ['0.1.5', '^0.1.0', true],
    ['0.2.0', '^0.1.0', false],
    ['0.0.3', '^0.0.3', true],
    ['0.0.4', '^0.0.3', false],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['3.0.0', '>=1.0.0', true],
    ['0.9.0', '>=1.0.0', false],
    ['1.5.0', '>=1.0.0 <2.0.0', true],
    ['2.0.0', '>=1.0.0 <2.0.0', false],
  ])('%s in %s: %s', (version, range, fits) => {
    expect(satisfiesRange(version, range)).toBe(fits);
  });

  it('returns undefined for versions and ranges that cannot be parsed', () => {
    expect(satisfiesRange('1.0.0', 'latest')).toBeUndefined();
    expect(satisfiesRange('one', '*')).toBeUndefined();
  });
});
