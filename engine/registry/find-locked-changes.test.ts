import { describe, expect, it } from 'vitest';
import type { ModuleDefinition } from '#engine/model/definitions';
import { createDefinitionSet, putDefinition } from './base/definition-set.ts';
import { findLockedChanges } from './find-locked-changes.ts';

const SIZE = { id: 'f1', fieldName: 'size', label: 'Size', inputType: 'Number' } as const;
const NOTE = { id: 'f2', fieldName: 'note', label: 'Note', inputType: 'TextField' } as const;
const BOXES: ModuleDefinition = {
  id: 'boxes',
  name: 'boxes',
  label: 'Boxes',
  labelSingular: 'Box',
  kind: 'plain',
  locked: true,
  fields: [SIZE, NOTE],
};
const { locked: _locked, ...OPEN } = BOXES;

function find(before: ModuleDefinition, after: ModuleDefinition | null, base?: ModuleDefinition) {
  const set = createDefinitionSet();
  if (base !== undefined) putDefinition(set, 'module', base.id, base);
  return findLockedChanges([{ kind: 'module', id: before.id, before, after }], set).length;
}

describe('findLockedChanges', () => {
  it('refuses changes and the removal of what the site locked, until it is unlocked', () => {
    expect([find(BOXES, { ...BOXES, label: 'Crates' }), find(BOXES, null)]).toEqual([1, 1]);
    expect(find(BOXES, { ...BOXES, locked: false, label: 'Crates' })).toBe(0);
    expect(find(OPEN, BOXES)).toBe(0);
    expect(find(OPEN, { ...OPEN, label: 'Crates' })).toBe(0);
  });

  it('does not let what the product locked be unlocked', () => {
    expect(find(BOXES, { ...BOXES, locked: false }, BOXES)).toBe(1);
    // A site may have unlocked it with an earlier version.
    expect(find(OPEN, { ...OPEN, label: 'Crates' }, BOXES)).toBe(1);
  });

  it('lets earlier changes of the site be taken back, in whole or in part', () => {
    const changed = { ...BOXES, label: 'Crates', fields: [{ ...NOTE, label: 'Text' }, SIZE] };
    expect(find(changed, BOXES, BOXES)).toBe(0);
    expect(find(changed, { ...changed, label: 'Boxes' }, BOXES)).toBe(0);
    expect(find(changed, { ...changed, label: 'Cartons' }, BOXES)).toBe(1);
    expect(find(changed, { ...BOXES, fields: [SIZE] }, BOXES)).toBe(1);
  });
});
