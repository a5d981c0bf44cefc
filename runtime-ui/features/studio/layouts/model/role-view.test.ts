import { describe, expect, it } from 'vitest';
import type { LayoutDefinition } from '#engine/model/definitions';
import { fixtureField, fixtureModule } from '../../../../fields/widgets/fixture-module.ts';
import { readRoleView, type RoleView } from './role-view.ts';

const MODULE = fixtureModule({
  name: 'pets',
  fields: ['name', 'price', 'home'].map((fieldName) => fixtureField('TextField', { fieldName, label: `The ${fieldName}` })),
});
const COMMON: LayoutDefinition = {
  id: 'pets_edit',
  ssModule: 'pets',
  view: 'edit',
  sections: [{ id: 'main', label: 'Pet', fields: [{ fieldName: 'name' }, { fieldName: 'price' }, { fieldName: 'home.city' }] }],
};
const OF_VET: LayoutDefinition = { ...COMMON, id: 'pets_edit_vet', role: 'Vet' };
const ALL = { access: true, create: true, view: 'All', edit: 'All', delete: 'None' };

const view = (name: string, role: object, layout = COMMON, earlierNames = new Map<string, string>()): RoleView =>
  readRoleView(name, { name, ...role }, { layout, layouts: [COMMON, OF_VET], module: MODULE, earlierNames });

describe('What a role has of a view', () => {
  it('is the fields of this layout that it does not see', () => {
    const limited = { module_access: { pets: ALL }, field_access: { pets: { price: 'none' } } };
    expect(view('Clerk', limited)).toEqual({ kind: 'this', hidden: ['The price'], count: 3 });
    expect(view('Clerk', { module_access: { pets: ALL } })).toEqual({ kind: 'this', hidden: [], count: 3 });
    const byEarlierName = { module_access: { pets: ALL }, field_access: { pets: { cost: 'none' } } };
    expect(view('Clerk', byEarlierName, COMMON, new Map([['price', 'cost']]))).toMatchObject({ hidden: ['The price'] });
  });

  it('is another layout, its own one or the common one', () => {
    expect(view('Vet', { module_access: { pets: ALL } })).toEqual({ kind: 'other', layout: OF_VET });
    expect(view('Vet', { module_access: { pets: ALL } }, OF_VET)).toMatchObject({ kind: 'this' });
    expect(view('Clerk', { module_access: { pets: ALL } }, OF_VET)).toEqual({ kind: 'other', layout: COMMON });
  });

  it('is nothing without access to the module', () => {
    expect(view('Clerk', { module_access: {} })).toEqual({ kind: 'noModule' });
  });
});
