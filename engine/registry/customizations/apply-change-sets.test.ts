import { describe, expect, it } from 'vitest';
import { mergeThreeWays, type MergeConflict } from './apply-change-sets.ts';

interface Shape {
  readonly label?: string;
  readonly width?: number;
  readonly fields?: readonly { readonly id: string; readonly label?: string; readonly width?: number }[];
}

function merge(
  before: Shape | undefined,
  customized: Shape | undefined,
  base: Shape | undefined,
): { merged: unknown; conflicts: MergeConflict[] } {
  const conflicts: MergeConflict[] = [];
  return { merged: mergeThreeWays(before, customized, base, conflicts), conflicts };
}

const a = { id: 'a', label: 'A' };
const b = { id: 'b', label: 'B' };
const c = { id: 'c', label: 'C' };

describe('merging customizations and base', () => {
  it('uses the base where there is no customization', () => {
    expect(merge({ label: 'x' }, { label: 'x' }, { label: 'y' })).toEqual({ merged: { label: 'y' }, conflicts: [] });
  });

  it('uses the customization where the base did not change', () => {
    expect(merge({ label: 'x' }, { label: 'y' }, { label: 'x' })).toEqual({ merged: { label: 'y' }, conflicts: [] });
  });

  it('identifies finders by their paths', () => {
    const [one, two, three] = ['/one', '/two', '/three'].map((path) => ({ path })) as [
      { path: string },
      { path: string },
      { path: string },
    ];
    const conflicts: MergeConflict[] = [];
    expect(mergeThreeWays([one], [one, two], [one, three], conflicts)).toEqual(expect.arrayContaining([one, two, three]));
    expect(conflicts).toEqual([]);
  });

  it('merges changes of different properties', () => {
    expect(merge({ label: 'x', width: 1 }, { label: 'y', width: 1 }, { label: 'x', width: 2 })).toEqual({
      merged: { label: 'y', width: 2 },
      conflicts: [],
    });
  });

  it('uses the customization, and reports the conflict, where both changed the same property', () => {
    expect(merge({ label: 'x' }, { label: 'site' }, { label: 'base' })).toEqual({
      merged: { label: 'site' },
      conflicts: [{ path: '/label', before: 'x', customized: 'site', base: 'base' }],
    });
  });

  it('uses the base where a conflict is decided for it', () => {
    const conflicts: MergeConflict[] = [];
    const report = { push: (one: MergeConflict) => conflicts.push(one), prefersBase: ({ path }: MergeConflict) => path === '/label' };
    const site = { label: 'site', width: 2 };
    expect(mergeThreeWays({ label: 'x', width: 1 }, site, { label: 'base', width: 3 }, report)).toEqual({ label: 'base', width: 2 });
    expect(conflicts.map(({ path }) => path)).toEqual(['/label', '/width']);
  });

  it('reports no conflict when both made the same change', () => {
    expect(merge({ label: 'x' }, { label: 'y' }, { label: 'y' })).toEqual({ merged: { label: 'y' }, conflicts: [] });
  });

  it('merges list elements by their ids, at any position', () => {
    const { merged, conflicts } = merge(
      { fields: [a, b] },
      { fields: [{ ...a, label: 'Site' }, b] },
      { fields: [b, { ...a, width: 2 }, c] },
    );
    expect(merged).toEqual({ fields: [b, { id: 'a', label: 'Site', width: 2 }, c] });
    expect(conflicts).toEqual([]);
  });

  it('includes elements that both added, each next to its neighbour', () => {
    expect(merge({ fields: [a, b] }, { fields: [a, { id: 's' }, b] }, { fields: [a, b, c] }).merged).toEqual({
      fields: [a, { id: 's' }, b, c],
    });
  });

  it('preserves the order of the customization', () => {
    expect(merge({ fields: [a, b] }, { fields: [b, a] }, { fields: [a, b, c] }).merged).toEqual({ fields: [b, c, a] });
  });

  it('omits elements that one side removed and the other did not change', () => {
    expect(merge({ fields: [a, b, c] }, { fields: [a, c] }, { fields: [b, c] }).merged).toEqual({ fields: [c] });
  });

  it('omits an element that the customization removed and the base changed, and reports it', () => {
    const { merged, conflicts } = merge({ fields: [a, b] }, { fields: [a] }, { fields: [a, { ...b, label: 'New' }] });
    expect(merged).toEqual({ fields: [a] });
    expect(conflicts).toEqual([{ path: '/fields/b', before: b, customized: undefined, base: { ...b, label: 'New' } }]);
  });

  it('includes an element that the customization changed and the base removed, and reports it', () => {
    const { merged, conflicts } = merge({ label: 'x' }, { label: 'y' }, undefined);
    expect(merged).toEqual({ label: 'y' });
    expect(conflicts).toHaveLength(1);
  });
});
