import { describe, expect, it } from 'vitest';
import type { LayoutDefinition } from '#engine/model/definitions';
import { applyDrop, applyStep, describePlace, PALETTE } from './drop.ts';
import { listHidden, listShown, removeSide } from './side-pane.ts';

const LAYOUT: LayoutDefinition = {
  id: 'pets_detail',
  ssModule: 'pets',
  view: 'detail',
  sections: [{ id: 'about', label: 'About', fields: [{ fieldName: 'name' }] }],
};
const ALL = { list: ['visits', 'toys', 'meals'], panel: ['chat', 'related', 'files', 'history'] };

const lists = (layout: LayoutDefinition): string => listShown(layout, 'list', ALL).join(' ');

describe('Related lists and panels of a layout', () => {
  it.each([
    ['list:meals', 'list:visits', 'meals visits toys'],
    ['list:visits', 'list:meals', 'toys visits meals'],
    ['list:visits', 'listEnd:', 'toys meals visits'],
    ['list:toys', PALETTE, 'visits meals'],
  ])('%s dropped on %s', (dragged, target, result) => expect(lists(applyDrop(LAYOUT, dragged, target, ALL))).toBe(result));

  it('stay as they are on themselves, and on what shows something else', () => {
    for (const target of ['list:visits', 'panel:files', 'field:name', 'end:about', 'section:about', 'panelEnd:'])
      expect(applyDrop(LAYOUT, 'list:visits', target, ALL)).toBe(LAYOUT);
    expect(applyDrop(LAYOUT, 'list:meals', 'listEnd:', ALL)).toBe(LAYOUT);
    expect(applyDrop(LAYOUT, 'field:name', 'list:visits', ALL)).toBe(LAYOUT);
    expect(applyDrop(LAYOUT, 'section:about', 'panelEnd:', ALL)).toBe(LAYOUT);
  });

  it('are hidden and shown again where they are dropped', () => {
    const without = removeSide(LAYOUT, 'panel', 'related', ALL);
    expect(without.panels).toEqual(['chat', 'files', 'history']);
    expect(listHidden(without, 'panel', ALL)).toEqual(['related']);
    expect(applyDrop(without, 'panel:related', 'panel:files', ALL).panels).toEqual(['chat', 'related', 'files', 'history']);
    expect(removeSide(without, 'panel', 'related', ALL)).toBe(without);
  });

  it('move by steps, and their place is described', () => {
    const moved = applyStep(LAYOUT, 'panel:files', -1, ALL);
    expect(moved.panels).toEqual(['chat', 'files', 'related', 'history']);
    expect(describePlace(moved, 'panel:files', ALL)).toEqual({ position: 2, count: 4, section: '' });
    expect(applyStep(LAYOUT, 'list:visits', -1, ALL)).toBe(LAYOUT);
    expect(describePlace(removeSide(LAYOUT, 'list', 'toys', ALL), 'list:toys', ALL)).toBeUndefined();
  });
});
