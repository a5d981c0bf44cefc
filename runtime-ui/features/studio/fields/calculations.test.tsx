import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DropdownDefinition, FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { loadAdminTexts } from '../../../kit/index.ts';
import { chooseOption, dropdownDetail, moduleDetail, showStudio, StudioServer } from '../../../../tests/support/studio-server.tsx';
import { readFormula, writeFormula } from '../formulas/formula-tree.ts';
import { ModulePage } from '../modules/module-page.tsx';
import { offersProperty, withType } from './field-types.ts';

const STATES: DropdownDefinition = {
  id: 'states',
  name: 'states',
  options: [
    { label: 'Asked', value: 'asked' },
    { label: 'Granted', value: 'granted' },
  ],
};
const field = (fieldName: string, label: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id: `f_${fieldName}`,
  fieldName,
  label,
  inputType: 'Number',
  ...more,
});
const HIRES: ModuleDefinition = {
  id: 'hires',
  name: 'hires',
  label: 'Hires',
  labelSingular: 'Hire',
  kind: 'plain',
  fields: [
    field('days', 'Days'),
    field('rate', 'Rate', { inputType: 'Currency' }),
    field('total', 'Total', { inputType: 'Currency', massUpdatable: true }),
    field('weight', 'Weight'),
    field('state', 'State', { inputType: 'Dropdown', dropdown: 'states' }),
    field('back', 'Back', { inputType: 'Date' }),
    field('code', 'Code', { inputType: 'TextField' }),
    field('named', 'Named', { inputType: 'TextField', fieldsOf: 'code' }),
    field('other', 'Other', { inputType: 'TextField' }),
    field('tests', 'Tests', {
      inputType: 'Array',
      entry: {
        columns: [
          { fieldName: 'on', label: 'On', inputType: 'TextField', fieldsOf: 'code' },
          { fieldName: 'is', label: 'Is', inputType: 'Dropdown', dropdown: 'states' },
          { fieldName: 'what', label: 'What', inputType: 'Object' },
        ],
      },
    }),
  ],
  relationships: [
    {
      id: 'r1',
      name: 'hires_items',
      label: 'Hire',
      type: 'One to Many',
      primary_module: { name: 'hires', label: 'Hires' },
      related_module: { name: 'items', label: 'Items' },
    },
  ],
};
const ITEMS: ModuleDefinition = {
  id: 'items',
  name: 'items',
  label: 'Items',
  labelSingular: 'Item',
  kind: 'plain',
  fields: [field('kilos', 'Kilos')],
};

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function open(name: string, tab: 'Properties' | 'Rules') {
  const server = new StudioServer([moduleDetail(HIRES), moduleDetail(ITEMS), dropdownDetail(STATES)]);
  server.records = { '/api/hires': [{ _id: 'h1', name: 'First hire', days: 3, rate: 12.5 }] };
  const { user } = showStudio(<ModulePage />, {
    path: '/admin/studio/modules/:id/:tab?/:field?',
    at: `/admin/studio/modules/hires/fields/${name}`,
  });
  const panel = await screen.findByRole('complementary');
  if (tab === 'Rules') await user.click(within(panel).getByRole('tab', { name: 'Rules' }));
  const choose = (select: HTMLElement, option: string) => chooseOption(user, select, option);
  const drafted = (fieldName: string) => server.drafted('module', 'hires')?.fields.find((one) => one.fieldName === fieldName);
  return { server, user, panel, choose, drafted };
}

describe('A formula in the studio', () => {
  it('is built from fields and functions, and tried with a record', async () => {
    const { choose, drafted } = await open('total', 'Rules');
    const editor = screen.getByRole('group', { name: 'Formula' });
    await choose(within(editor).getByRole('combobox', { name: 'Result' }), 'Product (×)');
    await choose(within(editor).getByRole('combobox', { name: 'Part 1' }), 'Days');
    await choose(within(editor).getByRole('combobox', { name: 'Part 2' }), 'Rate');
    const formula = { '*': [{ var: 'record.days' }, { var: 'record.rate' }] };
    await waitFor(() => expect(drafted('total')).toMatchObject({ formula }));
    expect(drafted('total')).not.toHaveProperty('massUpdatable');
    await screen.findByText('Result: $37.50');
  });

  it('has conditions, values and JSON', async () => {
    const { user, choose, drafted } = await open('total', 'Rules');
    const editor = screen.getByRole('group', { name: 'Formula' });
    await choose(within(editor).getByRole('combobox', { name: 'Result' }), 'If, then, otherwise');
    await choose(within(editor).getByRole('combobox', { name: 'Then' }), 'A number');
    const value = within(editor).getByRole('textbox', { name: 'Value of Then' });
    await user.clear(value);
    await user.type(value, '7');
    await choose(within(editor).getByRole('combobox', { name: 'Otherwise' }), 'Rate');
    await waitFor(() => expect(drafted('total')).toMatchObject({ formula: { if: [false, 7, { var: 'record.rate' }] } }));
    // The first one is of the condition in it.
    await user.click(within(editor).getAllByRole('button', { name: 'Edit as JSON' }).at(-1)!);
    expect(within(editor).getByRole<HTMLTextAreaElement>('textbox', { name: 'JSON' }).value).toContain('record.rate');
  });

  it('is read and written without changes', () => {
    for (const formula of [
      { '+': [{ var: 'record.a' }, 1, { round: [{ var: 'record.b' }, 2] }] },
      { if: [{ '>': [{ var: 'record.a' }, 1] }, 'x', null] },
      { some: [{ var: 'record.list' }, { '==': [{ var: '' }, 1] }] },
    ])
      expect(writeFormula(readFormula(formula))).toEqual(formula);
    expect(writeFormula(readFormula({ if: [true, 1, false, 2, 3] }))).toEqual({ if: [true, 1, { if: [false, 2, 3] }] });
    expect(writeFormula(readFormula(undefined))).toBeUndefined();
  });

  it('takes the place of what only an entered value has', () => {
    const calculated = field('total', 'Total', { formula: { var: 'record.days' } });
    expect((['required', 'default', 'rollUp', 'unique'] as const).filter((name) => offersProperty(calculated, name, 'hires'))).toEqual([]);
    expect(withType(calculated, 'Phone')).not.toHaveProperty('formula');
  });
});

it('A roll-up counts, or sums up a field of related records', async () => {
  const { choose, drafted } = await open('weight', 'Rules');
  await choose(screen.getByRole('combobox', { name: 'Related records' }), 'Items');
  await waitFor(() => expect(drafted('weight')).toMatchObject({ rollUp: { relationship: 'hires_items', operation: 'count' } }));
  await choose(await screen.findByRole('combobox', { name: 'Calculate' }), 'Sum');
  await choose(await screen.findByRole('combobox', { name: /^Of the field/ }), 'Kilos');
  await waitFor(() => expect(drafted('weight')).toMatchObject({ rollUp: { relationship: 'hires_items', operation: 'sum', of: 'kilos' } }));
  expect(screen.getByRole('group', { name: 'Only records that match' })).toBeDefined();
});

it('A rule of a value has a condition and a message', async () => {
  const { user, choose, drafted } = await open('weight', 'Rules');
  await user.click(screen.getByRole('button', { name: 'Add rule' }));
  const rule = await screen.findByRole('group', { name: 'Rule 1' });
  const message = within(rule).getByRole('textbox', { name: /^Message when it is not/ });
  await user.clear(message);
  await user.type(message, 'Too heavy.');
  await user.click(within(rule).getByRole('button', { name: 'Condition' }));
  await choose(within(rule).getByRole('combobox', { name: 'Field' }), 'Days');
  await choose(within(rule).getByRole('combobox', { name: 'Comparison' }), 'is empty');
  await waitFor(() =>
    expect(drafted('weight')).toMatchObject({
      validations: [{ condition: { is_empty: [{ var: 'record.days' }] }, message: 'Too heavy.' }],
    }),
  );
});

describe('Properties of a field that depend on its type', () => {
  it('are the values that wait for an approval', async () => {
    const { choose, panel, drafted } = await open('state', 'Properties');
    await choose(within(panel).getByRole('combobox', { name: /^Values that wait for an approval/ }), 'Asked');
    await waitFor(() => expect(drafted('state')).toMatchObject({ awaitsApproval: ['asked'] }));
  });

  it('are a day as the default', async () => {
    const { choose, panel, drafted } = await open('back', 'Properties');
    await choose(within(panel).getByRole('combobox', { name: /^Starts as a day/ }), 'Next Monday');
    await waitFor(() => expect(drafted('back')).toMatchObject({ defaultDate: 'Next Monday' }));
  });

  it('are the mask of a text', async () => {
    const { user, panel, drafted } = await open('code', 'Properties');
    await user.type(within(panel).getByRole('textbox', { name: /^Input mask/ }), 'AA-000');
    await waitFor(() => expect(drafted('code')).toMatchObject({ mask: 'AA-000' }));
  });

  it('are the columns of a condition', async () => {
    const { choose, panel, drafted } = await open('tests', 'Properties');
    const column = within(panel).getByRole('group', { name: 'What' });
    await choose(within(column).getByRole('combobox', { name: 'Value of a condition on the field in' }), 'On');
    await choose(within(column).getByRole('combobox', { name: 'With the operator in' }), 'Is');
    await waitFor(() => expect(drafted('tests')?.entry?.columns[2]).toMatchObject({ operandOf: { field: 'on', operator: 'is' } }));
    expect(within(column).queryByRole('combobox', { name: 'Value of the field that is named in' })).toBeNull();
  });

  it('are the column with the field whose value another column has', async () => {
    const { choose, panel, drafted } = await open('tests', 'Properties');
    const column = within(panel).getByRole('group', { name: 'What' });
    await choose(within(column).getByRole('combobox', { name: 'Value of the field that is named in' }), 'On');
    await waitFor(() => expect(drafted('tests')?.entry?.columns[2]).toMatchObject({ inputType: 'Object', valueFor: 'on' }));
    expect(within(column).queryByRole('combobox', { name: 'With the operator in' })).toBeNull();
    // Only columns that name fields are offered, and the type of a column decides whether it has a value of one.
    await choose(within(column).getByRole('combobox', { name: 'Type' }), 'Text');
    await waitFor(() => expect(drafted('tests')?.entry?.columns[2]).not.toHaveProperty('valueFor'));
  });

  it('are the field with the value of a named field, and the module to take otherwise', async () => {
    const { user, choose, panel, drafted } = await open('named', 'Properties');
    const among = (name: string) => within(panel).queryByRole('combobox', { name });
    expect(among('Value of the field that is named in')).toBeNull();
    await choose(within(panel).getByRole('combobox', { name: 'While that names none, of the module in' }), 'Other');
    await waitFor(() => expect(drafted('named')).toMatchObject({ fieldsOf: 'code', fieldsElseOf: 'other' }));
    const source = within(panel).getByRole('combobox', { name: 'Names fields of the module in' });
    await user.click(source.parentElement?.querySelector('button') as HTMLElement);
    await waitFor(() => expect(drafted('named')).not.toHaveProperty('fieldsElseOf'));
    expect(drafted('named')).not.toHaveProperty('fieldsOf');
    expect(among('While that names none, of the module in')).toBeNull();
    cleanup();
    const other = await open('other', 'Properties');
    await other.choose(within(other.panel).getByRole('combobox', { name: 'Value of the field that is named in' }), 'Named');
    await waitFor(() => expect(other.drafted('other')).toMatchObject({ valueFor: 'named' }));
    expect(within(other.panel).queryByRole('combobox', { name: 'Names fields of the module in' })).toBeNull();
  });
});
