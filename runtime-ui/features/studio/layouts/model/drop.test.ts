import { describe, expect, it } from 'vitest';
import type { LayoutDefinition } from '#engine/model/definitions';
import { applyDrop, applyStep, describePlace, PALETTE } from './drop.ts';

const LAYOUT: LayoutDefinition = {
  id: 'pets_edit',
  ssModule: 'pets',
  view: 'edit',
  sections: [
    { id: 'about', label: 'About', fields: [{ fieldName: 'name' }, { fieldName: 'age' }] },
    { id: 'home', label: 'Home', fields: [{ fieldName: 'city' }] },
  ],
};

function drop(dragged: string, target: string): string {
  const { sections } = applyDrop(LAYOUT, dragged, target);
  return sections.map(({ id, fields }) => `${id}: ${fields.map(({ fieldName }) => fieldName).join(' ')}`).join(' | ');
}

describe('A drop', () => {
  it.each([
    ['field:name', 'field:city', 'about: age | home: name city'],
    ['field:name', 'end:about', 'about: age name | home: city'],
    ['palette:owner', 'field:age', 'about: name owner age | home: city'],
    ['palette:owner', 'end:home', 'about: name age | home: city owner'],
    ['field:age', 'section:home', 'about: name | home: city age'],
    ['field:age', PALETTE, 'about: name | home: city'],
    ['section:home', 'field:name', 'home: city | about: name age'],
    ['section:about', 'end:home', 'home: city | about: name age'],
    ['section:home', 'end:about', 'home: city | about: name age'],
  ])('of %s on %s', (dragged, target, result) => expect(drop(dragged, target)).toBe(result));

  it('changes nothing on itself, and where it has no use', () => {
    for (const [dragged, target] of [
      ['field:name', 'field:name'],
      ['palette:owner', PALETTE],
      ['section:home', PALETTE],
      ['section:home', 'end:home'],
      ['field:name', 'end:lost'],
    ] as const)
      expect(applyDrop(LAYOUT, dragged, target)).toBe(LAYOUT);
  });
});

it('A step moves a field or a section, and the place is described', () => {
  expect(describePlace(applyStep(LAYOUT, 'field:name', 1), 'field:name')).toEqual({ position: 2, count: 2, section: 'About' });
  expect(describePlace(applyStep(LAYOUT, 'section:home', -1), 'section:home')).toEqual({ position: 1, count: 2, section: '' });
  expect(describePlace(LAYOUT, 'field:owner')).toBeUndefined();
});
