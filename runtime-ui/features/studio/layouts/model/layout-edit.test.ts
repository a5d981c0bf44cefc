import { describe, expect, it } from 'vitest';
import { LAYOUT_VIEWS, type LayoutDefinition, type LayoutView } from '#engine/model/definitions';
import {
  addSection,
  changeField,
  changeLayout,
  changeSection,
  findPlace,
  moveSectionBefore,
  placeBefore,
  placeField,
  placeLast,
  removeField,
  removeSection,
  stepField,
  stepSection,
} from './layout-edit.ts';

function layoutOf(view: LayoutView): LayoutDefinition {
  return {
    id: `pets_${view}`,
    ssModule: 'pets',
    view,
    sections: [
      { id: 'about', label: 'About', fields: [{ fieldName: 'name' }, { fieldName: 'age', label: 'Years' }, { fieldName: 'sick' }] },
      { id: 'empty', label: 'Empty', fields: [] },
      { id: 'home', label: 'Home', fields: [{ fieldName: 'city' }] },
    ],
  };
}

function show({ sections }: LayoutDefinition): string {
  return sections.map(({ id, fields }) => `${id}: ${fields.map(({ fieldName }) => fieldName).join(' ')}`.trim()).join(' | ');
}

describe.each(LAYOUT_VIEWS.map((view) => ({ view, layout: layoutOf(view) })))('The layout of a view: $view', ({ layout }) => {
  const before = structuredClone(layout);

  it('gets a field at a place, and moves one with its properties', () => {
    expect(show(placeField(layout, 'owner', { section: 'about', index: 1 }))).toBe('about: name owner age sick | empty: | home: city');
    const moved = placeField(layout, 'age', { section: 'home', index: 0 });
    expect(show(moved)).toBe('about: name sick | empty: | home: age city');
    expect(moved.sections[2]?.fields[0]).toEqual({ fieldName: 'age', label: 'Years' });
    expect(show(placeLast(layout, 'name', 'empty'))).toBe('about: age sick | empty: name | home: city');
    expect(layout).toEqual(before);
  });

  it('gets a field in front of another one, from either side', () => {
    expect(show(placeBefore(layout, 'name', 'sick'))).toBe('about: age name sick | empty: | home: city');
    expect(show(placeBefore(layout, 'sick', 'name'))).toBe('about: sick name age | empty: | home: city');
    expect(show(placeBefore(layout, 'owner', 'city'))).toBe('about: name age sick | empty: | home: owner city');
  });

  it('is the same object when nothing changes, so that no undo step comes from it', () => {
    expect(placeField(layout, 'age', { section: 'about', index: 1 })).toBe(layout);
    expect(placeField(layout, 'age', { section: 'lost', index: 0 })).toBe(layout);
    expect(placeBefore(layout, 'age', 'age')).toBe(layout);
    expect(placeBefore(layout, 'age', 'sick')).toBe(layout);
    expect(removeField(layout, 'owner')).toBe(layout);
    expect(stepField(layout, 'name', -1)).toBe(layout);
    expect(stepField(layout, 'city', 1)).toBe(layout);
    expect(stepSection(layout, 'about', -1)).toBe(layout);
  });

  it('moves a field step by step through every place and back', () => {
    const places = [layout];
    for (let at = stepField(layout, 'name', 1); at !== places.at(-1); at = stepField(at, 'name', 1)) places.push(at);
    expect(places.map((one) => Object.values(findPlace(one, 'name') ?? {}).join(' '))).toEqual([
      'about 0',
      'about 1',
      'about 2',
      'empty 0',
      'home 0',
      'home 1',
    ]);
    let at = places.at(-1) ?? layout;
    for (const place of places.toReversed().slice(1)) {
      at = stepField(at, 'name', -1);
      expect(show(at)).toBe(show(place));
    }
  });

  it('loses a field, and gets it back at its place', () => {
    const place = findPlace(layout, 'age');
    const removed = removeField(layout, 'age');
    expect(show(removed)).toBe('about: name sick | empty: | home: city');
    expect(show(placeField(removed, 'age', place ?? { section: '', index: 0 }))).toBe(show(layout));
  });

  it('gets, moves and loses sections, but never the last one', () => {
    const added = addSection(addSection(layout, 'One'), 'Two');
    expect(added.sections.slice(3)).toEqual([
      { id: 'section_4', label: 'One', fields: [] },
      { id: 'section_5', label: 'Two', fields: [] },
    ]);
    expect(show(moveSectionBefore(layout, 'home', 'about'))).toBe('home: city | about: name age sick | empty:');
    expect(show(moveSectionBefore(layout, 'about', 'home'))).toBe('empty: | about: name age sick | home: city');
    expect(show(stepSection(layout, 'empty', 1))).toBe('about: name age sick | home: city | empty:');
    const one = removeSection(removeSection(layout, 'about'), 'empty');
    expect(show(one)).toBe('home: city');
    expect(removeSection(one, 'home')).toBe(one);
  });

  it('has properties set and removed', () => {
    const changed = changeField(layout, 'age', { label: undefined, span: 2 });
    expect(changed.sections[0]?.fields[1]).toEqual({ fieldName: 'age', span: 2 });
    expect(changeSection(layout, 'home', { columns: 1 }).sections[2]).toMatchObject({ id: 'home', columns: 1 });
    const tabbed = changeLayout(layout, { panelType: 'tabs', pageSize: 20 });
    expect(tabbed).toMatchObject({ panelType: 'tabs', pageSize: 20 });
    expect(changeLayout(tabbed, { panelType: undefined, pageSize: undefined })).toEqual(layout);
  });
});
