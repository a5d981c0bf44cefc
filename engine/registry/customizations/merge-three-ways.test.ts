import { describe, expect, it } from 'vitest';
import { mergeThreeWays, type MergeConflict } from './merge-three-ways.ts';

interface Shape {
  readonly label?: string;
  readonly width?: number;
  readonly fields?: readonly { readonly id: string; readonly label?: string; readonly width?: number }[];
}

function merge(before: Shape | undefined, site: Shape | undefined, base: Shape | undefined): { merged: unknown; conflicts: MergeConflict[] } {
  const conflicts: MergeConflict[] = [];
  return { merged: mergeThreeWays(before, site, base, conflicts), conflicts };
}

const a = { id: 'a', label: 'A' };
const b = { id: 'b', label: 'B' };
const c = { id: 'c', label: 'C' };

describe('joining site and base', () => {
  it('takes the base where the site changed nothing', () => {
    expect(merge({ label: 'x' }, { label: 'x' }, { label: 'y' })).toEqual({ merged: { label: 'y' }, conflicts: [] });
  });

  it('takes the site where the base changed nothing', () => {
    expect(merge({ label: 'x' }, { label: 'y' }, { label: 'x' })).toEqual({ merged: { label: 'y' }, conflicts: [] });
  });

  it('knows finders by their paths', () => {
    const [one, two, three] = ['/one', '/two', '/three'].map((path) => ({ path })) as [{ path: string }, { path: string }, { path: string }];
    const conflicts: MergeConflict[] = [];
    expect(mergeThreeWays([one], [one, two], [one, three], conflicts)).toEqual(expect.arrayContaining([one, two, three]));
    expect(conflicts).toEqual([]);
  });

  it('joins changes of different properties', () => {
    expect(merge({ label: 'x', width: 1 }, { label: 'y', width: 1 }, { label: 'x', width: 2 })).toEqual({ merged: { label: 'y', width: 2 }, conflicts: [] });
  });

  it('keeps what the site says, and lists the conflict, where both changed the same', () => {
    expect(merge({ label: 'x' }, { label: 'site' }, { label: 'base' })).toEqual({ merged: { label: 'site' }, conflicts: [{ path: '/label', site: 'site', base: 'base' }] });
  });

  it('is no conflict when both did the same', () => {
    expect(merge({ label: 'x' }, { label: 'y' }, { label: 'y' })).toEqual({ merged: { label: 'y' }, conflicts: [] });
  });

  it('joins list elements by their ids, wherever they stand', () => {
    const { merged, conflicts } = merge({ fields: [a, b] }, { fields: [{ ...a, label: 'Site' }, b] }, { fields: [b, { ...a, width: 2 }, c] });
    expect(merged).toEqual({ fields: [b, { id: 'a', label: 'Site', width: 2 }, c] });
    expect(conflicts).toEqual([]);
  });

  it('keeps elements that both added, each beside its neighbour', () => {
    expect(merge({ fields: [a, b] }, { fields: [a, { id: 's' }, b] }, { fields: [a, b, c] }).merged).toEqual({ fields: [a, { id: 's' }, b, c] });
  });

  it("keeps the site's order", () => {
    expect(merge({ fields: [a, b] }, { fields: [b, a] }, { fields: [a, b, c] }).merged).toEqual({ fields: [b, c, a] });
  });

  it('leaves out what either took away and the other left alone', () => {
    expect(merge({ fields: [a, b, c] }, { fields: [a, c] }, { fields: [b, c] }).merged).toEqual({ fields: [c] });
  });

  it('keeps away what the site took away though the base changed it, and says so', () => {
    const { merged, conflicts } = merge({ fields: [a, b] }, { fields: [a] }, { fields: [a, { ...b, label: 'New' }] });
    expect(merged).toEqual({ fields: [a] });
    expect(conflicts).toEqual([{ path: '/fields/b', site: undefined, base: { ...b, label: 'New' } }]);
  });

  it('keeps what the site changed though the base took it away, and says so', () => {
    const { merged, conflicts } = merge({ label: 'x' }, { label: 'y' }, undefined);
    expect(merged).toEqual({ label: 'y' });
    expect(conflicts).toHaveLength(1);
  });
});
