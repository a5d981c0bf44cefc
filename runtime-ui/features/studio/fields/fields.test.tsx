import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FIELD_TYPES } from '#engine/model/field-types';
import { INPUT_TYPES, type DropdownDefinition, type FieldDefinition, type ModuleDefinition } from '#engine/model/definitions';
import { listValidators } from '#engine/model/validators';
import { loadAdminTexts } from '../../../kit/index.ts';
import { ModulePage } from '../modules/module-page.tsx';
import { chooseOption, dropdownDetail, moduleDetail, showStudio, StudioServer } from '../../../../tests/support/studio-server.tsx';
import { OPERATORS, VALIDATORS } from './field-operators.ts';
import { listFieldChanges, listSiteFields } from './field-changes.ts';
import { findServerProblems } from './field-problems.ts';
import { hasProperty, offersProperty, PROPERTY_GROUPS, withType } from './field-types.ts';
import { countFieldUses } from './field-uses.ts';
import { listStudioFields, moveField, shiftField } from './module-fields.ts';

const STATES: DropdownDefinition = {
  id: 'states',
  name: 'states',
  options: [
    { label: 'Lent', value: 'lent' },
    { label: 'Returned', value: 'returned' },
  ],
};
const SIZES: DropdownDefinition = {
  id: 'sizes',
  name: 'sizes',
  options: [
    { label: 'Small', value: 's' },
    { label: 'Large', value: 'l' },
  ],
};
const field = (fieldName: string, label: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id: `f_${fieldName}`,
  fieldName,
  label,
  inputType: 'TextField',
  ...more,
});
const LOANS: ModuleDefinition = {
  id: 'loans',
  name: 'loans',
  label: 'Loans',
  labelSingular: 'Loan',
  kind: 'plain',
  fields: [
    field('item', 'Item', { required: true }),
    field('state', 'State', { inputType: 'Dropdown', dropdown: 'states' }),
    field('size', 'Size', { inputType: 'Dropdown', dropdown: 'sizes' }),
    field('due', 'Due', { inputType: 'Date' }),
  ],
};
const REFERENCES = [
  { target: 'field/loans.item', from: 'layout/loans.grid', path: '/sections/0' },
  { target: 'field/loans.item', from: 'layout/loans.edit', path: '/sections/0' },
  { target: 'field/loans.item', from: 'module/loans', path: '/fields/due/visibleWhen' },
  { target: 'field/loans.state', from: 'view/Open', path: '/filter' },
  { target: 'module/loans', from: 'role/Clerk', path: '/module_access' },
];

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open(name?: string) {
  const server = new StudioServer([moduleDetail(LOANS, { references: REFERENCES }), dropdownDetail(STATES), dropdownDetail(SIZES)]);
  return {
    server,
    ...showStudio(<ModulePage />, {
      path: '/admin/studio/modules/:id/:tab?/:field?',
      at: `/admin/studio/modules/loans${name === undefined ? '' : `/fields/${name}`}`,
    }),
  };
}
const rowOf = (name: RegExp) => screen.getByRole('row', { name });

describe('The table of fields', () => {
  it('shows types, flags and uses, and filters', async () => {
    const { user } = open();
    await screen.findByRole('table', { name: 'Fields' });
    expect(rowOf(/^Item/).textContent).toContain('2 layouts, 1 rule');
    expect(rowOf(/^Item/).textContent).toContain('Required');
    expect(rowOf(/^State/).textContent).toContain('1 other');
    await user.click(screen.getByRole('button', { name: /^Unused/ }));
    expect(screen.queryByRole('row', { name: /^Item/ })).toBeNull();
    expect(rowOf(/^Due/)).toBeDefined();
  });

  it('adds, names and removes a field', async () => {
    const { server, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add field' }));
    const panel = await screen.findByRole('complementary', { name: /Field/ });
    const label = within(panel).getByRole('textbox', { name: /^Label/ });
    await user.clear(label);
    await user.type(label, 'Serial number');
    await waitFor(() =>
      expect(server.drafted('module', 'loans')?.fields.at(-1)).toMatchObject({ fieldName: 'serial_number', label: 'Serial number' }),
    );
    expect(rowOf(/^Serial number/).textContent).toContain('New');
    await user.click(within(screen.getByRole('complementary')).getByRole('button', { name: 'Delete field' }));
    await waitFor(() =>
      expect(
        server.drafted('module', 'loans')?.fields.map(({ fieldName }) => fieldName) ?? LOANS.fields.map(({ fieldName }) => fieldName),
      ).not.toContain('serial_number'),
    );
    expect(screen.queryByRole('row', { name: /^Serial number/ })).toBeNull();
  });

  it('is sorted by keyboard', async () => {
    const { server, user } = open();
    (await screen.findByRole('button', { name: 'Size' })).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() =>
      expect(server.drafted('module', 'loans')?.fields.map(({ fieldName }) => fieldName)).toEqual(['item', 'size', 'state', 'due']),
    );
    await user.click(screen.getByRole('button', { name: 'Move Item down' }));
    await waitFor(() =>
      expect(server.drafted('module', 'loans')?.fields.map(({ fieldName }) => fieldName)).toEqual(['size', 'item', 'state', 'due']),
    );
  });
});

describe('The panel of a field', () => {
  it('sets properties, and shows problems at their inputs', async () => {
    const { server, user } = open('item');
    const panel = await screen.findByRole('complementary');
    await user.click(within(panel).getByRole('switch', { name: /^Mass update/ }));
    await user.click(within(panel).getByRole('switch', { name: /^Indexed/ }));
    await user.type(within(panel).getByRole('textbox', { name: /^Help under the field/ }), 'What is lent');
    await waitFor(() =>
      expect(server.drafted('module', 'loans')).toMatchObject({
        indexes: [['item']],
        fields: [{ massUpdatable: true, description: 'What is lent' }, {}, {}, {}],
      }),
    );
    const name = within(panel).getByRole('textbox', { name: /^Name/ });
    await user.clear(name);
    await screen.findByText('Type a name.');
  });

  it('says which types the values of a published field can become, and offers no other', async () => {
    const { server, user } = open('due');
    const panel = await screen.findByRole('complementary');
    within(panel).getByText('Its values can become: Text, Text area, Date and time.');
    await user.click(within(panel).getByRole('combobox', { name: /^Type/ }));
    const option = (name: string) => screen.getByRole('option', { name, hidden: true });
    expect(option('Number').hasAttribute('data-combobox-disabled')).toBe(true);
    expect(option('Date and time').hasAttribute('data-combobox-disabled')).toBe(false);
    await user.click(option('Date and time'));
    await waitFor(() => expect(server.drafted('module', 'loans')?.fields[3]?.inputType).toBe('DateTime'));
  });

  it('renames, and says so', async () => {
    const { server, user } = open('item');
    await user.type(within(await screen.findByRole('complementary')).getByRole('textbox', { name: /^Name/ }), '2');
    await waitFor(() => expect(server.drafted('module', 'loans')?.fields[0]?.fieldName).toBe('item2'));
    expect((await screen.findByRole('row', { name: /item2/ })).textContent).toContain('Renamed');
  });

  it('builds a condition from rows, and shows it in words', async () => {
    const { server, user } = open('due');
    await user.click(within(await screen.findByRole('complementary')).getByRole('tab', { name: 'Rules' }));
    const editor = screen.getByRole('group', { name: 'Shown when' });
    await user.click(within(editor).getByRole('button', { name: 'Condition' }));
    await user.click(within(editor).getByRole('combobox', { name: 'Value' }));
    await user.click(await screen.findByRole('option', { name: 'Lent', hidden: true }));
    await waitFor(() =>
      expect(server.drafted('module', 'loans')?.fields[3]?.visibleWhen).toEqual({ in: [{ var: 'record.state' }, ['lent']] }),
    );
    await within(editor).findByText('State is any of Lent');
    await user.click(within(editor).getByRole('button', { name: 'Edit as JSON' }));
    const json = within(editor).getByRole('textbox', { name: 'JSON' });
    await user.clear(json);
    await waitFor(() => expect(server.drafted('module', 'loans')?.fields[3]).not.toHaveProperty('visibleWhen'));
  });

  it('limits values by a parent in a matrix', async () => {
    const { server, user } = open('size');
    await user.click(within(await screen.findByRole('complementary')).getByRole('tab', { name: 'Rules' }));
    await chooseOption(user, screen.getByRole('combobox', { name: 'The values depend on' }), 'State');
    await user.click(await screen.findByRole('checkbox', { name: 'Large with Returned' }));
    await waitFor(() =>
      expect(server.drafted('module', 'loans')?.fields[2]?.optionsBy).toEqual({ field: 'state', options: { returned: ['s'] } }),
    );
  });
});

describe('What the types have', () => {
  it('offers every property of the schema for some type', () => {
    const grouped = Object.values(PROPERTY_GROUPS).flat();
    for (const name of grouped)
      expect(
        INPUT_TYPES.some((type) => hasProperty(type, name)),
        name,
      ).toBe(true);
    expect(offersProperty(field('a', 'A', { inputType: 'Relate', ref: 'users' }), 'notifies', 'loans')).toBe(true);
    expect(offersProperty(field('a', 'A', { inputType: 'Relate', ref: 'loans' }), 'notifies', 'loans')).toBe(false);
  });

  it('has the operators and validators of the model', () => {
    expect(OPERATORS).toEqual(Object.fromEntries(INPUT_TYPES.map((type) => [type, FIELD_TYPES[type].operators])));
    expect(VALIDATORS).toEqual([...listValidators()].sort());
  });

  it('removes properties that a new type does not have', () => {
    const before = field('a', 'A', { inputType: 'Dropdown', dropdown: 'states', default: 'lent', required: true, unique: true });
    expect(withType(before, 'Checkbox')).toEqual(field('a', 'A', { inputType: 'Checkbox', required: true }));
  });
});

describe('The fields of a module', () => {
  it('are its own and those of its kind', () => {
    const fields = listStudioFields({ ...LOANS, kind: 'person', fields: [...LOANS.fields, field('title', 'Role')] });
    expect(fields.filter(({ origin }) => origin === 'own').map(({ definition }) => definition.fieldName)).toEqual([
      'item',
      'state',
      'size',
      'due',
    ]);
    expect(fields.find(({ definition }) => definition.fieldName === 'title')).toMatchObject({
      origin: 'default',
      definition: { label: 'Role', id: 'std_title' },
    });
    expect(fields.find(({ definition }) => definition.fieldName === 'createdAt')?.system).toBe(true);
  });

  it('are moved among themselves', () => {
    const names = (module: ModuleDefinition) => module.fields.map(({ fieldName }) => fieldName).join(' ');
    expect(names(moveField(LOANS, 'due', 'item'))).toBe('due item state size');
    expect(names(moveField(LOANS, 'item', undefined))).toBe('state size due item');
    const own = LOANS.fields.map(({ fieldName }) => fieldName);
    expect(names(shiftField(LOANS, own, 'item', -1))).toBe('item state size due');
    expect(names(shiftField(LOANS, own, 'item', 1))).toBe('state item size due');
    expect(names(shiftField(LOANS, own, 'size', 1))).toBe('item state due size');
  });

  it('are compared by id', () => {
    const [item, state, size] = LOANS.fields;
    const after = { ...LOANS, fields: [{ ...item!, fieldName: 'thing' }, { ...state!, required: true }, size!, field('new', 'New')] };
    expect([...listFieldChanges(LOANS, after)]).toEqual([
      ['f_item', 'renamed'],
      ['f_state', 'changed'],
      ['f_new', 'added'],
      ['f_due', 'removed'],
    ]);
    expect([...listSiteFields(LOANS, after)]).toEqual(['thing', 'state', 'new']);
    expect(countFieldUses('loans', REFERENCES).get('item')).toMatchObject({ layouts: 2, rules: 1, others: 0 });
  });

  it('have the problems of the server at their properties', () => {
    const problem = (path: string) => ({ file: 'module/loans', path, cause: path, change: null, place: null });
    const found = findServerProblems(
      [problem('/fields/1/dropdown'), problem('/fields/state/label'), problem('/fields/10/label'), problem('/name')],
      LOANS,
      LOANS.fields[1]!,
    );
    expect([...found.keys()]).toEqual(['dropdown', 'label']);
  });
});
