import { describe, expect, it } from 'vitest';
import { kindOfColumn, listColumns, moveEntry, readRows, setCell } from './row-list.ts';

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

  it('has columns with the type of all their values', () => {
    const rows = [
      { word: 'a', figure: 1, tick: true, mixed: 1, bare: null },
      { word: '', figure: null, mixed: 'x' },
    ];
    expect(['word', 'figure', 'tick', 'mixed', 'bare', 'none'].map((column) => kindOfColumn(rows, column))).toEqual([
      'text',
      'number',
      'checkbox',
      'text',
      'text',
      'text',
    ]);
  });

  it('keeps the order of the columns and the unchanged values', () => {
    const columns = ['a', 'b', 'c'];
    expect(Object.entries(setCell({ c: 3, a: null }, columns, 'b', 'two'))).toEqual([
      ['a', null],
      ['b', 'two'],
      ['c', 3],
    ]);
    expect(setCell({ a: 1, b: 2 }, columns, 'a', undefined)).toEqual({ b: 2 });
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
