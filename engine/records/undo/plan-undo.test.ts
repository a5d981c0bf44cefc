import { describe, expect, it } from 'vitest';
import type { ChangeEntry } from '../history/change-entry.ts';
import { planStep, UndoPlanner, type UndoStep, type UndoTarget } from './plan-undo.ts';

let count = 0;

function change(record_id: string, version: number, rest: Partial<ChangeEntry> = {}): ChangeEntry {
  count += 1;
  return {
    _id: `c${count}`,
    _version: 1,
    module: 'things',
    record_id,
    kind: 'update',
    batch_id: 'b',
    at: '',
    actor: { kind: 'user', userId: 'u' },
    version,
    changed: Object.keys(rest.before ?? {}),
    before: {},
    asked: [],
    ...rest,
  };
}

function planUndo(changes: readonly ChangeEntry[]): readonly (UndoStep & UndoTarget)[] {
  const outliner = new UndoPlanner();
  for (const one of changes) outliner.add(one);
  return outliner.targets().map((outline) => ({ ...outline, ...planStep(changes.filter((one) => outline.changeIds.includes(one._id))) }));
}

describe('the plan of an undo', () => {
  it('restores the value of each field before the first change of the batch', () => {
    const [step] = planUndo([change('a', 2, { before: { x: 1 }, asked: ['x'] }), change('a', 3, { before: { x: 2, y: null } })]);
    expect(step).toMatchObject({ id: 'a', kind: 'update', fields: { x: 1, y: null }, version: 3, isContiguous: true, derived: false });
    expect([...(step?.requested ?? [])]).toEqual(['x']);
  });

  it('deletes created records, restores deleted ones, and recognises removed ones', () => {
    const steps = planUndo([
      change('new', 1, { kind: 'create' }),
      change('new', 2, { before: { x: null } }),
      change('marked', 5, { kind: 'delete', before: { deleted: false } }),
      change('restored', 6, { kind: 'restore', before: { deleted: true } }),
      change('gone', 4, { kind: 'remove' }),
    ]);
    expect(steps.map((step) => [step.id, step.kind])).toEqual([
      ['gone', 'gone'],
      ['restored', 'delete'],
      ['marked', 'restore'],
      ['new', 'delete'],
    ]);
  });

  it('starts with the last change, and puts changes by hooks after the changes that caused them', () => {
    const steps = planUndo([change('a', 2), change('hooked', 7, { caused_by: 'c1', by_product: true }), change('b', 2), change('a', 3)]);
    expect(steps.map((step) => [step.id, step.derived, step.trusted])).toEqual([
      ['a', false, false],
      ['b', false, false],
      ['hooked', true, true],
    ]);
  });

  it('finds the changes that caused changes by hooks, also through other changes by hooks', () => {
    const cause = change('a', 2);
    const effect = change('hooked', 7, { caused_by: cause._id });
    const [first, ...effects] = planUndo([cause, effect, change('deeper', 3, { caused_by: effect._id })]);
    expect([...(first?.origins ?? [])]).toEqual([cause._id]);
    expect(effects.map((step) => [step.id, [...step.origins]])).toEqual([
      ['deeper', [cause._id]],
      ['hooked', [cause._id]],
    ]);
  });

  it("detects another user's save between two of the batch", () => {
    expect(planUndo([change('a', 2), change('a', 4)])[0]?.isContiguous).toBe(false);
    expect(planUndo([change('a', 2), change('a', 2), change('a', 3)])[0]?.isContiguous).toBe(true);
  });
});
