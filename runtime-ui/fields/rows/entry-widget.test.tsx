import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FieldDefinition } from '#engine/model/definitions';
import { isSameValue, toWireValue, type FieldIssue } from '../../headless/index.ts';
import { KitProvider } from '../../kit/index.ts';
import { FieldValue, formatValue } from '../values/index.ts';
import { FieldHolder, type FieldHolderProps } from '../widgets/field-holder-fixture.tsx';
import { fixtureField, fixtureModule } from '../widgets/fixture-module.ts';

const module = fixtureModule();
const entry: NonNullable<FieldDefinition['entry']> = {
  columns: [
    { fieldName: 'item', label: 'Item', inputType: 'TextField', required: true },
    { fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', dropdown: 'colours' },
    { fieldName: 'amount', label: 'Amount', inputType: 'Currency' },
    { fieldName: 'due', label: 'Due', inputType: 'Date' },
    { fieldName: 'done', label: 'Done', inputType: 'Checkbox' },
    { fieldName: 'person', label: 'Person', inputType: 'Relate', ref: 'people' },
  ],
};
// The inputs of relates read the server: they are tested in a browser.
const typed = { columns: entry.columns.filter(({ inputType }) => inputType !== 'Relate') };
const lines = fixtureField('Array', { entry: typed });
const part = fixtureField('Object', { entry: typed });
const LINES = [
  { item: 'Paint', colour: 'red', amount: 12.5, due: '2026-11-18', done: true },
  { item: 'Brush', shelf: 'B' },
];

afterEach(cleanup);

function show(shown: Pick<FieldHolderProps, 'field' | 'initial' | 'readOnly' | 'issues'>) {
  const onValue = vi.fn<FieldHolderProps['onValue']>();
  const onUnreadable = vi.fn<FieldHolderProps['onUnreadable']>();
  render(
    <KitProvider>
      <FieldHolder {...shown} module={module} onValue={onValue} onUnreadable={onUnreadable} />
    </KitProvider>,
  );
  return { onValue, onUnreadable, user: userEvent.setup() };
}

const cell = (name: string): Promise<HTMLInputElement> => screen.findByLabelText(new RegExp(`^${name}( \\*)?$`));
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) => user.click(await screen.findByRole('button', { name }));
const issue = (path: string, message: string): FieldIssue => ({ field: lines.fieldName, path, code: 'x', message });

describe('A list with an entry schema', () => {
  it('has the input of its type in each cell, labelled with column and row', async () => {
    const { onValue, user } = show({ field: lines, initial: LINES });
    expect([(await cell('Item, row 1')).value, (await cell('Amount, row 1')).value, (await cell('Due, row 1')).value]).toEqual([
      'Paint',
      '12.50',
      '11/18/2026',
    ]);
    expect((await cell('Done, row 1')).checked).toBe(true);
    await user.type(await cell('Item, row 2'), 'es');
    await user.type(await cell('Due, row 2'), '12/01/2026{Tab}');
    await user.click(await cell('Done, row 2'));
    expect(onValue).toHaveBeenLastCalledWith([LINES[0], { item: 'Brushes', shelf: 'B', due: '2026-12-01', done: true }]);
  });

  it('is added to, reordered and removed from by keyboard, and the focus moves along', async () => {
    const { onValue, user } = show({ field: lines });
    (await screen.findByRole('button', { name: 'Add row' })).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(await cell('Item, row 1'));
    await user.keyboard('One');
    await press(user, 'Add row');
    await user.keyboard('Two{Alt>}{ArrowUp}{/Alt}');
    expect(document.activeElement).toBe(await cell('Item, row 1'));
    expect(onValue).toHaveBeenLastCalledWith([{ item: 'Two' }, { item: 'One' }]);
    await press(user, 'Remove row 1');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove row 1' }));
    await press(user, 'Remove row 1');
    expect(onValue).toHaveBeenLastCalledWith(undefined);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add row' }));
  });

  it('keeps text that is no value at its cell, and says where it is', async () => {
    const { onValue, onUnreadable, user } = show({ field: lines, initial: LINES });
    await user.type(await cell('Amount, row 2'), 'ten');
    expect((await cell('Amount, row 2')).value).toBe('ten');
    expect(onUnreadable).toHaveBeenLastCalledWith('Amount, row 2: Type a number.');
    expect(screen.getByText('Type a number.')).toBeTruthy();
    await user.type(await cell('Item, row 1'), 's');
    expect(onUnreadable).toHaveBeenLastCalledWith('Amount, row 2: Type a number.');
    await user.clear(await cell('Amount, row 2'));
    await user.type(await cell('Amount, row 2'), '10');
    expect(onUnreadable).toHaveBeenLastCalledWith(undefined);
    expect(onValue).toHaveBeenLastCalledWith([
      { ...LINES[0], item: 'Paints' },
      { ...LINES[1], amount: 10 },
    ]);
  });

  it('shows the problems of a save at their cells, and others below', async () => {
    show({ field: lines, initial: LINES, issues: [issue('1.colour', 'Choose a colour.'), issue('', 'Use at most 64 KiB.')] });
    const input = await screen.findByRole('combobox', { name: 'Colour, row 2' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(within(input.closest<HTMLElement>('[data-column]') ?? document.body).getByText('Choose a colour.')).toBeTruthy();
    expect(screen.getAllByText('Choose a colour.')).toHaveLength(1);
    expect(screen.getByText('Use at most 64 KiB.')).toBeTruthy();
  });

  it('is its table if it is read-only', async () => {
    await act(async () => {
      show({ field: lines, initial: LINES, readOnly: true });
    });
    await screen.findByRole('table');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('An object with an entry schema', () => {
  it('is a group of labelled inputs', async () => {
    const { onValue, user } = show({ field: part, initial: { item: 'Paint' }, issues: [issue('due', 'Too early.')] });
    expect(await screen.findByRole('group', { name: 'The Object' })).toBeTruthy();
    await user.type(await cell('Amount'), '5');
    expect(onValue).toHaveBeenLastCalledWith({ item: 'Paint', amount: 5 });
    expect((await cell('Due')).getAttribute('aria-invalid')).toBe('true');
    await user.clear(await cell('Item'));
    await user.clear(await cell('Amount'));
    expect(toWireValue(part, onValue.mock.lastCall?.[0])).toBeNull();
  });

  it('starts empty', async () => {
    const { onValue, user } = show({ field: part });
    await user.type(await cell('Item'), 'Oil');
    expect(onValue).toHaveBeenLastCalledWith({ item: 'Oil' });
  });
});

describe('Entries on a record', () => {
  it('are a table with the values of their columns; values of removed columns come last', async () => {
    await act(async () =>
      render(
        <KitProvider>
          <FieldValue module={module} field={lines} value={LINES} look="detail" />
        </KitProvider>,
      ),
    );
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Item',
      'Colour',
      'Amount',
      'Due',
      'Done',
      'Shelf',
    ]);
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Paint', 'Deep red', '$12.50', 'Nov 18, 2026', 'Yes', '', 'Brush', '–', 'B']),
    );
  });

  it('are labels with values for an object, and one line of text elsewhere', async () => {
    await act(async () =>
      render(
        <KitProvider>
          <FieldValue module={module} field={part} value={{ item: 'Paint', amount: 5 }} look="detail" />
        </KitProvider>,
      ),
    );
    expect((await screen.findAllByRole('term')).map(({ textContent }) => textContent)).toEqual(['Item', 'Colour', 'Amount', 'Due', 'Done']);
    const named = fixtureField('Array', { entry });
    const value = [{ item: 'Paint', amount: 5, person: { _id: 'p1', name: 'Ann Lee' } }, { item: 'Brush' }];
    expect(formatValue(module, named, value)).toBe('Item: Paint, Amount: $5.00, Person: Ann Lee; Item: Brush');
  });
});

describe('Entries in a request', () => {
  const named = fixtureField('Array', { entry });

  it('contain ids, no empty values, and no empty entries at the end', () => {
    const value = [{}, { item: 'Paint', amount: null, person: { _id: 'p1', name: 'Ann' }, shelf: 'B' }, { item: '' }, {}];
    expect(toWireValue(named, value)).toEqual([{}, { item: 'Paint', person: 'p1', shelf: 'B' }]);
    expect(toWireValue(named, [{}])).toBeNull();
  });

  it('are unchanged if they would be stored the same', () => {
    const value = [{ item: 'Paint', person: { _id: 'p1', name: 'Ann' } }];
    expect(isSameValue(named, value, [{ person: 'p1', item: 'Paint' }, {}])).toBe(true);
    expect(isSameValue(named, value, [{ person: 'p2', item: 'Paint' }])).toBe(false);
  });
});
