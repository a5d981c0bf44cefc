import { describe, expect, it } from 'vitest';
import { suggestName } from './suggest-name.ts';

describe('suggestName', () => {
  const names = ['books', 'orders', 'crates', 'spareParts'];

  it.each([
    ['book', 'books'],
    ['oders', 'orders'],
    ['Crates', 'crates'],
    ['spare_parts', 'spareParts'],
  ])('suggests for %s the name %s', (wrong, right) => {
    expect(suggestName(wrong, names)).toBe(` Did you mean ${right}?`);
  });

  it('suggests nothing if no name is similar', () => {
    expect(suggestName('weather', names)).toBe('');
    expect(suggestName('books', [])).toBe('');
  });
});
