import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DefinitionKind } from '#engine/model/definitions';

/* eslint-disable @typescript-eslint/no-explicit-any -- upgrades edit definitions of every kind */

/** A definition as it is in a file; upgrades may change anything in it. */
export type Editable = any;

/** The definition files of a product, by path. */
export interface BaseFiles {
  readonly [file: string]: Editable;
}

const field = (id: string, inputType: string, more: object = {}) => ({
  id: `rigs_${id}`,
  fieldName: id,
  label: id.charAt(0).toUpperCase() + id.slice(1),
  inputType,
  ...more,
});
const column = (fieldName: string, more: object = {}) => ({ fieldName, ...more });

/** The first version of the product's files. */
export const FIRST_VERSION: BaseFiles = {
  'stock/rigs/module.json': {
    id: 'rigs',
    name: 'rigs',
    label: 'Rigs',
    labelSingular: 'Rig',
    kind: 'plain',
    icon: 'box',
    fields: [
      field('state', 'Dropdown', { dropdown: 'rig_state' }),
      field('size', 'TextField'),
      field('weight', 'Number'),
      field('notes', 'TextArea'),
      field('serial', 'TextField'),
      field('colour', 'TextField'),
      field('depth', 'Number'),
    ],
  },
  'stock/rigs/layouts.json': {
    layouts: [
      {
        id: 'rigs_grid',
        ssModule: 'rigs',
        view: 'grid',
        sections: [{ id: 'main', label: 'Main', fields: ['name', 'state', 'size', 'weight', 'depth'].map((name) => column(name)) }],
        defaultSort: { sortField: 'name', sortOrder: 'asc' },
      },
      {
        id: 'rigs_form',
        ssModule: 'rigs',
        view: 'edit',
        sections: [
          { id: 'main', label: 'Main', fields: ['name', 'size', 'weight'].map((name) => column(name)) },
          { id: 'more', label: 'More', fields: ['notes', 'serial', 'colour'].map((name) => column(name)) },
        ],
      },
    ],
  },
  'stock/depots/module.json': {
    id: 'depots',
    name: 'depots',
    label: 'Depots',
    labelSingular: 'Depot',
    kind: 'plain',
    icon: 'box',
    fields: [{ id: 'depots_town', fieldName: 'town', label: 'Town', inputType: 'TextField' }],
  },
  'stock/crews/module.json': {
    id: 'crews',
    name: 'crews',
    label: 'Crews',
    labelSingular: 'Crew',
    kind: 'plain',
    icon: 'box',
    fields: [{ id: 'crews_phone', fieldName: 'phone', label: 'Phone', inputType: 'Phone' }],
  },
  'dropdowns/rig-state.json': {
    id: 'dd_rig_state',
    name: 'rig_state',
    options: ['new', 'used', 'broken', 'lost'].map((value) => ({ label: value, value })),
  },
  'dropdowns/user-type.json': {
    id: 'dropdown_user_type',
    name: 'user_type',
    options: ['System Admin', 'Admin', 'Standard', 'Dashboard', 'Provider'].map((value) => ({ label: value, value })),
  },
  'roles/fitter.json': {
    id: 'role_fitter',
    name: 'Fitter',
    module_access: { rigs: { access: true, create: true, view: 'All', edit: 'Owner', delete: 'None' } },
  },
  'settings/motto.json': { id: 'setting_motto', name: 'Motto', key: 'motto', setting: 'Measure twice', section: 'general-settings' },
  'menus/staff.json': {
    id: 'menu_staff',
    name: 'staff',
    userTypes: ['System Admin', 'Admin', 'Standard'],
    groups: [{ id: 'stock', label: 'Stock', items: [{ id: 'rigs', label: 'Rigs', icon: 'box', module: 'rigs' }] }],
  },
};

/** Makes the folder contain these files and no others. */
export function writeFiles(folder: string, files: BaseFiles): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [file, content] of Object.entries(files)) {
    if (content === null) continue;
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, JSON.stringify(content));
  }
}

/** A customized value and its position: list elements by id, field name or value. undefined: it was removed. */
export type Fact = readonly [kind: DefinitionKind, id: string, place: string, value: unknown];

/** What the site customized, and must never lose. */
export const FACTS: readonly Fact[] = [
  ['module', 'rigs', 'label', 'Our rigs'],
  ['module', 'rigs', 'fields/rigs_size/label', 'Our size'],
  ['module', 'rigs', 'fields/site_owner/label', 'Owner'],
  ['module', 'rigs', 'fields/site_rating/inputType', 'Number'],
  ['module', 'rigs', 'fields/rigs_weight/maximum', 500],
  ['module', 'rigs', 'fields/rigs_serial', undefined],
  ['module', 'trucks', 'label', 'Trucks'],
  ['module', 'depots', 'fields/site_manager/label', 'Manager'],
  ['module', 'depots', 'labelSingular', 'Yard'],
  ['layout', 'rigs_grid', 'sections/main/fields/size/width', 300],
  ['layout', 'rigs_grid', 'sections/main/fields/site_owner/label', 'Boss'],
  ['layout', 'rigs_form', 'sections/own/fields/rating/fieldName', 'rating'],
  ['layout', 'rigs_form', 'sections/own/fields/notes/fieldName', 'notes'],
  ['layout', 'site_detail', 'sections/main/label', 'Everything'],
  ['dropdown', 'dd_rig_state', 'options/used/label', 'Second-hand'],
  ['dropdown', 'dd_rig_state', 'options/rented/label', 'Rented'],
  ['dropdown', 'dd_rig_state', 'options/lost', undefined],
  ['role', 'role_fitter', 'module_access/rigs/edit', 'All'],
  ['role', 'site_driver', 'module_access/trucks/access', true],
  ['setting', 'setting_motto', 'setting', 'Ask us'],
  ['menu', 'menu_staff', 'groups/stock/items/trucks/label', 'Trucks'],
];
