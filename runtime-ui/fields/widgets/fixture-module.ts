import { INPUT_TYPES, type InputType } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';

/** A field of a test module. */
export function fixtureField(inputType: InputType, more: Partial<FieldView> = {}): FieldView {
  const fieldName = more.fieldName ?? `a_${inputType.toLowerCase()}`;
  return {
    id: fieldName,
    fieldName,
    label: `The ${inputType}`,
    inputType,
    refs: [],
    system: false,
    rights: { read: 'all', write: 'all' },
    sortable: true,
    filterable: true,
    ...more,
  };
}

const DROPDOWN_FIELDS: readonly InputType[] = ['Dropdown', 'MultiSelect'];

/** A module with one field of each of the 25 input types, and no layouts. */
export function fixtureModule(more: Partial<ModuleView> = {}): ModuleView {
  const fields = INPUT_TYPES.map((type) =>
    fixtureField(type, {
      ...(DROPDOWN_FIELDS.includes(type) ? { dropdown: 'colours' } : {}),
      ...(/Relate$/.test(type) ? { refs: ['people'] } : {}),
    }),
  );
  return {
    _id: 'things',
    name: 'things',
    label: 'Things',
    labelSingular: 'Thing',
    description: '',
    icon: 'box',
    path: '/api/things',
    teamEnabled: false,
    nameField: 'a_textfield',
    version: 1,
    fields,
    relations: [],
    layouts: {},
    dropdowns: {
      colours: {
        id: 'colours',
        name: 'colours',
        options: [
          { label: 'Deep red', value: 'red', hue: 'red' },
          { label: 'Green', value: 'green' },
          { label: 'Old', value: 'old', retired: true },
        ],
      },
    },
    rights: { access: true, create: true, mass_update: true, export: true, assign_any_team: true, view: 'All', edit: 'All', delete: 'All' },
    defaultSort: { sortField: 'a_textfield', sortOrder: 'asc' },
    pageSize: 10,
    fieldForName: 'a_textfield',
    relationships: [],
    apps: [],
    custom: false,
    customSchema: false,
    active: true,
    locked: false,
    deleted: false,
    createdAt: null,
    updatedAt: null,
    ...more,
  };
}

/** A stored value of each type. */
export const FIXTURE_VALUES: { readonly [type in InputType]: JsonValue } = {
  Address: { street: '1 Main St', city: 'Joliet', state: 'IL', zip: '60432' },
  Array: [1, 'two'],
  AutoIncrement: 42,
  Checkbox: true,
  Currency: 58.5,
  Date: '2026-11-18',
  DateTime: '2026-11-18T15:30:00.000Z',
  Dropdown: 'red',
  EmailAddress: [
    { email_address: 'b@example.com', primary: false, opt_out: true, invalid_email: false },
    { email_address: 'a@example.com', primary: true, opt_out: false, invalid_email: false },
  ],
  File: '/api/files/x/plan.pdf',
  FlexRelate: { _id: 'p1', module: 'people', name: 'Ann Lee', open: true },
  ListField: ['one', 'two'],
  MessageListField: [{ text: 'Hello', by: 'u1', at: '2026-11-18T15:30:00.000Z' }],
  Module: 'people',
  MultiFlexRelate: [{ _id: 'p1', module: 'people', name: 'Ann Lee', open: true }],
  MultiModule: ['people'],
  MultiRelate: [{ _id: 'p1', module: 'people', name: 'Ann Lee', open: true }],
  MultiSelect: ['red', 'green'],
  Number: 1234.5,
  Object: { a: 1 },
  Phone: '3125550142',
  Relate: { _id: 'p1', module: 'people', name: 'Ann Lee', open: true },
  TextArea: 'Two\nlines',
  TextField: 'Plain',
  Url: 'https://example.org/a',
};
