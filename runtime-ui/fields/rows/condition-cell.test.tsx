import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import type { FieldView } from '#engine/model/wire';
import type { Draft } from '../../headless/index.ts';
import { FieldValue } from '../values/index.ts';
import { fixtureField, fixtureModule } from '../widgets/fixture-module.ts';
import { choose, edit as editIn, findSelect, loadNamedFields, open, show } from '../../../tests/support/named-module-fixture.tsx';

const filters = fixtureField('Array', {
  fieldName: 'conditions',
  entry: {
    columns: [
      { fieldName: 'of', label: 'Field', inputType: 'TextField', fieldsOf: 'about' },
      { fieldName: 'by', label: 'Comparison', inputType: 'Dropdown', dropdown: 'operators' },
      { fieldName: 'with', label: 'Value', inputType: 'Object', operandOf: { field: 'of', operator: 'by' } },
    ],
  },
});
const columns = fixtureField('ListField', { fieldName: 'columns', label: 'Columns', fieldsOf: 'about' });
const sort = fixtureField('TextField', { fieldName: 'sort', label: 'Sorted by', fieldsOf: 'list' });
const properties = fixtureField('Object', { fieldName: 'values', label: 'Values', propertiesOf: 'about' });
const module = fixtureModule({
  fields: [
    fixtureField('Module', { fieldName: 'about', label: 'Subject' }),
    fixtureField('Relate', { fieldName: 'list', label: 'List', refs: ['lists'] }),
    filters,
    columns,
    sort,
    properties,
  ],
  dropdowns: {
    operators: {
      id: 'operators',
      name: 'operators',
      options: [
        { label: 'Is', value: 'equals' },
        { label: 'Is one of', value: 'in' },
        { label: 'Contains', value: 'contains' },
        { label: 'Is between', value: 'range' },
        { label: 'Has a value', value: 'exists' },
      ],
    },
  },
});

beforeAll(loadNamedFields);
afterEach(cleanup);

const edit = (field: FieldView, record: Draft | undefined, initial?: JsonValue) => editIn(module, field, record, initial);

describe('The names of fields', () => {
  it('are chosen by label from the module that the record names', async () => {
    const { onValue, user } = await edit(columns, { about: 'boats' }, ['hull_name', 'old_field']);
    await screen.findByText('Name of the hull');
    expect(screen.getByText('Old field')).toBeTruthy();
    await choose(user, 'Columns', 'Launched');
    expect(onValue).toHaveBeenLastCalledWith(['hull_name', 'old_field', 'launched_on']);
  });

  it('are chosen from the module of a related record', async () => {
    const { onValue, user } = await edit(sort, { list: { _id: 'l1', name: 'First list' } }, 'hull_name');
    expect((await findSelect('Sorted by')).value).toBe('Name of the hull');
    await choose(user, 'Sorted by', 'Paint');
    expect(onValue).toHaveBeenLastCalledWith('hull_colour');
  });

  it('are those of the properties of an object, which are typed while no module is chosen', async () => {
    const { onValue, user } = await edit(properties, { about: 'boats' }, { hull_name: 'Anna', old_field: 1 });
    expect([(await findSelect('Name, row 1')).value, (await findSelect('Name, row 2')).value]).toEqual(['Name of the hull', 'Old field']);
    await choose(user, 'Name, row 2', 'Paint');
    expect(onValue).toHaveBeenLastCalledWith({ hull_name: 'Anna', hull_colour: 1 });
    cleanup();
    const typed = await edit(properties, { about: null }, { size: 2 });
    await typed.user.type(await screen.findByRole('textbox', { name: 'Name, row 1' }), 's');
    expect(typed.onValue).toHaveBeenLastCalledWith({ sizes: 2 });
  });

  it('wait for the module, and are text where the record is not known', async () => {
    await edit(columns, { about: null });
    expect(await screen.findByPlaceholderText('Choose Subject first')).toBeTruthy();
    cleanup();
    await edit(sort, { list: null }, 'hull_name');
    expect((await findSelect('Sorted by')).value).toBe('Hull name');
    cleanup();
    await edit(sort, undefined, 'hull_name');
    expect((await screen.findByLabelText<HTMLInputElement>('Sorted by')).value).toBe('hull_name');
  });
});

describe('The conditions of a record', () => {
  it('have the input of the type of their field', async () => {
    const { onValue, user } = await edit(filters, { about: 'boats' }, [{ of: 'hull_name', by: 'contains', with: 'Anna' }]);
    expect((await screen.findByLabelText<HTMLInputElement>('Value, row 1')).value).toBe('Anna');
    await choose(user, 'Field, row 1', 'Paint');
    expect(onValue).toHaveBeenLastCalledWith([{ of: 'hull_colour', by: 'equals' }]);
    await choose(user, 'Value, row 1', 'Green');
    expect(onValue).toHaveBeenLastCalledWith([{ of: 'hull_colour', by: 'equals', with: 'green' }]);
    await choose(user, 'Comparison, row 1', 'Is one of');
    expect(onValue).toHaveBeenLastCalledWith([{ of: 'hull_colour', by: 'in', with: ['green'] }]);
    await choose(user, 'Comparison, row 1', 'Has a value');
    expect(onValue).toHaveBeenLastCalledWith([{ of: 'hull_colour', by: 'exists', with: true }]);
    await choose(user, 'Value, row 1', 'No');
    expect(onValue).toHaveBeenLastCalledWith([{ of: 'hull_colour', by: 'exists', with: false }]);
  });

  it('offer only the comparisons of the field', async () => {
    const { user } = await edit(filters, { about: 'boats' }, [{ of: 'launched_on', by: 'range' }]);
    const options = within(await open(user, 'Comparison, row 1')).getAllByRole('option', { hidden: true });
    expect(options.map((option) => option.textContent)).toEqual(['Is', 'Is one of', 'Is between', 'Has a value']);
  });

  it('have two ends of a range, each a day or one relative to today', async () => {
    const { onValue, user } = await edit(filters, { about: 'boats' }, [
      { of: 'launched_on', by: 'range', with: { gte: 'today', lte: 'today+30' } },
    ]);
    expect((await findSelect('Value, row 1, from: When')).value).toBe('Today');
    expect((await findSelect('Value, row 1, to: When')).value).toBe('Days from now');
    await choose(user, 'Value, row 1, from: When', 'Days ago');
    expect(onValue).toHaveBeenLastCalledWith([
      { of: 'launched_on', by: 'range', with: { gte: { $: 'today', days: -7 }, lte: { $: 'today', days: 30 } } },
    ]);
    await choose(user, 'Value, row 1, to: When', 'A day');
    await user.type(await screen.findByLabelText('Value, row 1, to'), '12/01/2026{Tab}');
    expect(onValue).toHaveBeenLastCalledWith([
      { of: 'launched_on', by: 'range', with: { gte: { $: 'today', days: -7 }, lte: '2026-12-01' } },
    ]);
  });

  it('are shown as people read them', async () => {
    const value = [
      { of: 'hull_colour', by: 'in', with: ['red', 'green'] },
      { of: 'launched_on', by: 'range', with: { gte: 'today' } },
      { of: 'launched_on', by: 'range', with: { gte: '2026-11-18', lte: 'today+30' } },
      { of: 'hull_name', by: 'exists', with: false },
    ];
    await show(<FieldValue module={module} field={filters} value={value} look="detail" record={{ about: 'boats' }} />);
    await screen.findByText('Deep red, Green');
    const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))).toEqual([
      ['Paint', 'Is one of', 'Deep red, Green'],
      ['Launched', 'Is between', 'From Today'],
      ['Launched', 'Is between', 'Nov 18, 2026 – in 30 days'],
      ['Name of the hull', 'Has a value', 'No'],
    ]);
  });
});
