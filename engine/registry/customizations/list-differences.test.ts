import { describe, expect, it } from 'vitest';
import { listDifferences } from './list-differences.ts';

describe('differences of definitions', () => {
  it('are the smallest parts that differ, with the elements of lists by their ids', () => {
    const before = { label: 'A', fields: [{ id: 'a', label: 'One', width: 1 }, { id: 'b' }] };
    const after = { label: 'A', icon: 'x', fields: [{ id: 'a', label: 'Two', width: 1 }, { id: 'c' }] };
    expect(listDifferences(before, after)).toEqual([
      { path: '/fields/a/label', before: 'One', after: 'Two', isOrder: false },
      { path: '/fields/b', before: { id: 'b' }, after: undefined, isOrder: false },
      { path: '/fields/c', before: undefined, after: { id: 'c' }, isOrder: false },
      { path: '/icon', before: undefined, after: 'x', isOrder: false },
    ]);
  });

  it('name a list whose elements have another order, and lists without ids as a whole', () => {
    const [a, b] = [{ value: 'a' }, { value: 'b' }];
    expect(listDifferences({ options: [a, b] }, { options: [b, a] })).toEqual([
      { path: '/options', before: ['a', 'b'], after: ['b', 'a'], isOrder: true },
    ]);
    expect(listDifferences({ tags: ['x'] }, { tags: ['y'] })).toEqual([{ path: '/tags', before: ['x'], after: ['y'], isOrder: false }]);
    expect(listDifferences(undefined, a)).toEqual([{ path: '/', before: undefined, after: a, isOrder: false }]);
    expect(listDifferences(a, { value: 'a' })).toEqual([]);
  });
});
