import { describe, expect, it } from 'vitest';
import { listColumns, moveEntry, readRows } from './row-list.ts';

describe('a list as rows', () => {
  it('is a list whose entries are flat objects, and nothing else', () => {
    const rows = [
      { name: 'Small', price: 5 },
      { price: null, open: true },
    ];
    expect(readRows(rows)).toBe(rows);
    for (const value of [undefined, null, {}, 'x', [], [{}], [1], [null], [['a']], [{ a: 1 }, 'b'], [{ a: { b: 1 } }], [{ a: [] }]])
      expect(readRows(value as never), JSON.stringify(value)).toBeUndefined();
    expect(listColumns(rows)).toEqual(['name', 'price', 'open']);
  });

  it('moves entry by entry, but not beyond its ends', () => {
    expect(moveEntry(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(moveEntry(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
    expect([moveEntry(['a', 'b'], 0, -1), moveEntry(['a', 'b'], 1, 1)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });
});
