import { describe, expect, it } from 'vitest';
import type { LayoutDefinition, LayoutView } from '#engine/model/definitions';
import { fixtureField, fixtureModule } from '../../../../fields/widgets/fixture-module.ts';
import { listAbsentNames, placeName, removeName, stepName } from './name-list.ts';
import { listPalette, nameItem, searchItems } from './palette.ts';
import { copyFor, countDifferences, replaceContent } from './role-layouts.ts';

const MODULE = fixtureModule({
  name: 'pets',
  fields: [
    fixtureField('TextField', { fieldName: 'name', label: 'Name' }),
    fixtureField('Address', { fieldName: 'home', label: 'Home' }),
    fixtureField('AutoIncrement', { fieldName: 'number', label: 'Number' }),
    fixtureField('DateTime', { fieldName: 'createdAt', label: 'Created', system: true }),
    fixtureField('Checkbox', { fieldName: 'deleted', label: 'Deleted', system: true }),
    fixtureField('Object', { fieldName: 'extras', label: 'Extras', filterable: false }),
  ],
});

function layoutOf(view: LayoutView, ...names: readonly string[]): LayoutDefinition {
  return {
    id: `pets_${view}`,
    ssModule: 'pets',
    view,
    sections: [{ id: 'main', label: 'Pet', fields: names.map((fieldName) => ({ fieldName })) }],
  };
}

const offered = (view: LayoutView, ...names: readonly string[]) =>
  listPalette(MODULE, layoutOf(view, ...names)).map(({ fieldName }) => fieldName);

describe('The palette', () => {
  it('has what the view can show and the layout does not', () => {
    expect(offered('edit', 'name')).toEqual(['home', 'number', 'extras']);
    expect(offered('mass-update', 'name')).toEqual(['home', 'extras']);
    expect(offered('grid', 'name', 'home.city')).toEqual([
      'home',
      'home.street',
      'home.state',
      'home.zip',
      'number',
      'createdAt',
      'extras',
    ]);
    expect(offered('basic-search', 'home', 'home.street', 'home.zip')).toEqual(['name', 'home.city', 'home.state', 'number', 'createdAt']);
  });

  it('is searched by labels and field names', () => {
    const items = listPalette(MODULE, layoutOf('grid'));
    expect(searchItems(items, ' home: ci').map(nameItem)).toEqual(['Home: City']);
    expect(searchItems(items, 'createdat').map(nameItem)).toEqual(['Created']);
    expect(searchItems(items, '')).toBe(items);
  });
});

describe('An ordered list of names', () => {
  const all = ['a', 'b', 'c'];

  it('begins as all names, and is changed from there', () => {
    expect(removeName(undefined, all, 'b')).toEqual(['a', 'c']);
    expect(placeName(['a', 'c'], all, 'b')).toEqual(['a', 'c', 'b']);
    expect(placeName(undefined, all, 'c', 0)).toEqual(['c', 'a', 'b']);
    expect(stepName(undefined, all, 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(stepName(['c'], all, 'a', 1)).toEqual(['c']);
    expect(listAbsentNames(['c', 'x'], all)).toEqual(['a', 'b']);
    expect(listAbsentNames(undefined, all)).toEqual([]);
  });
});

describe('Layouts of roles', () => {
  it('are copies with an id of their own', () => {
    const common = layoutOf('grid', 'name');
    expect(copyFor(common, { role: 'Vet & co.' }, ['pets_grid'])).toEqual({ ...common, id: 'pets_grid_Vet_co', role: 'Vet & co.' });
    expect(copyFor({ ...common, role: 'Owner' }, { role: 'Vet' }, ['pets_grid_Vet', 'pets_grid_Vet_2']).id).toBe('pets_grid_Vet_3');
    expect(copyFor({ ...common, role: 'Owner' }, { app: 'provider' }, [])).toEqual({
      ...common,
      id: 'pets_grid_provider',
      app: 'provider',
    });
    expect(copyFor(common, { role: 'x'.repeat(100) }, []).id).toHaveLength(64);
  });

  it('take over the content of another one, and stay whose they are', () => {
    const own = { ...layoutOf('grid', 'name'), role: 'Vet', pageSize: 5 };
    expect(replaceContent(own, { ...layoutOf('grid', 'home'), id: 'x', role: 'Owner', panelType: 'tabs' })).toEqual({
      ...layoutOf('grid', 'home'),
      role: 'Vet',
      panelType: 'tabs',
    });
  });

  it('differ by fields, their properties and their order, and by sections', () => {
    const common = layoutOf('grid', 'name', 'home', 'number');
    expect(countDifferences(common, common)).toBe(0);
    expect(countDifferences(common, layoutOf('grid', 'name', 'home'))).toBe(1);
    expect(countDifferences(common, layoutOf('grid', 'home', 'name', 'number'))).toBe(1);
    const [section] = common.sections;
    if (section === undefined) throw new Error('The layout has no section');
    expect(countDifferences(common, { ...common, sections: [{ ...section, label: 'Animal' }] })).toBe(1);
    const wide = { ...section, fields: section.fields.map((field) => ({ ...field, width: 80 })) };
    expect(countDifferences(common, { ...common, sections: [wide] })).toBe(3);
  });
});
