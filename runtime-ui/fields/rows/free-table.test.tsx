import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import { KitProvider } from '../../kit/index.ts';
import { FieldValue, formatValue } from '../values/index.ts';
import { FieldHolder } from '../widgets/field-holder-fixture.tsx';
import { fixtureField, fixtureModule } from '../widgets/fixture-module.ts';

const module = fixtureModule();
const field = fixtureField('Array');
const SIZES = [
  { _id: 's', name: 'Small', price: 5, inStock: true },
  { _id: 'l', name: 'Large', price: 7.5, inStock: false },
];

afterEach(cleanup);

function show(initial: JsonValue | undefined, readOnly = false, shown = field) {
  const onValue = vi.fn();
  const onUnreadable = vi.fn();
  render(
    <KitProvider>
      <FieldHolder module={module} field={shown} initial={initial} readOnly={readOnly} onValue={onValue} onUnreadable={onUnreadable} />
    </KitProvider>,
  );
  return { onValue, onUnreadable, user: userEvent.setup() };
}

describe('A list without an entry schema', () => {
  it('is a table with a row for each value', async () => {
    const { onValue, user } = show([1, 'two']);
    const first = await screen.findByLabelText<HTMLTextAreaElement>('Value, row 1');
    expect(first.value).toBe('1');
    await user.click(screen.getByRole('button', { name: 'Add row' }));
    await user.type(screen.getByLabelText('Value, row 3'), 'One{Enter}Two');
    expect(onValue).toHaveBeenLastCalledWith([1, 'two', ['One', 'Two']]);
    await user.click(screen.getByRole('button', { name: 'Remove row 1' }));
    expect(onValue).toHaveBeenLastCalledWith(['two', ['One', 'Two']]);
  });

  it('has a column for each property of its entries', async () => {
    const { onValue, user } = show(SIZES);
    await user.type(await screen.findByLabelText('Name, row 2'), 'r');
    expect(onValue).toHaveBeenLastCalledWith([SIZES[0], { ...SIZES[1], name: 'Larger' }]);
  });

  it('can only be read if it is read-only', async () => {
    await act(async () => {
      show(SIZES, true);
    });
    await screen.findByRole('table');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is a table on a record if its entries are flat, else labels and values', async () => {
    const showValue = (value: JsonValue) =>
      act(async () =>
        render(
          <KitProvider>
            <FieldValue module={module} field={field} value={value} look="detail" />
          </KitProvider>,
        ),
      );
    await showValue(SIZES);
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Price', 'In stock']);
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Small', '5', 'Yes', 'Large', '7.5', 'No']);
    cleanup();
    await showValue([{ last_call: { atDay: '2026-12-06', reached: false } }, 'noon']);
    expect((await screen.findByRole('list')).textContent).toBe('Last callAt dayDec 6, 2026ReachedNonoon');
  });
});

describe('An object without an entry schema', () => {
  const object = fixtureField('Object');

  it('is a table of its properties', async () => {
    const { onValue, user } = show({ level: 3, last_day: '2026-12-06' }, false, object);
    await user.click(await screen.findByRole('button', { name: 'Add row' }));
    await user.type(screen.getByLabelText('Name, row 3'), 'owner');
    expect(onValue).toHaveBeenLastCalledWith({ level: 3, last_day: '2026-12-06' });
    await user.type(screen.getByLabelText('Value, row 3'), 'Ann');
    expect(onValue).toHaveBeenLastCalledWith({ level: 3, last_day: '2026-12-06', owner: 'Ann' });
    for (const number of [3, 2, 1]) await user.click(screen.getByRole('button', { name: `Remove row ${number}` }));
    expect(onValue).toHaveBeenLastCalledWith(undefined);
  });

  it('says where a text is that begins as JSON and is none', async () => {
    const { onUnreadable, user } = show({ level: 3 }, false, object);
    await user.clear(await screen.findByLabelText('Value, row 1'));
    await user.click(screen.getByLabelText('Value, row 1'));
    await user.paste('{"a":');
    expect(onUnreadable.mock.lastCall?.[0]).toMatch(/^Value, row 1: This is not JSON/);
  });

  it('is one line of labels and values in a list', () => {
    expect(formatValue(module, object, { _id: 'x', lastCall: '2026-12-06', open: true, parts: [1, { a_b: 2 }] })).toBe(
      'Last call: Dec 6, 2026, Open: Yes, Parts: 1, A b: 2',
    );
  });
});

describe('Entries with entries of their own', () => {
  const pages = fixtureField('Array', {
    entry: {
      columns: [
        { fieldName: 'title', label: 'Title', inputType: 'TextField' },
        { fieldName: 'key', label: 'Key', inputType: 'TextField', hidden: true },
        { fieldName: 'at', label: 'At', inputType: 'TextField', timeOfDay: true },
        {
          fieldName: 'inputs',
          label: 'Inputs',
          inputType: 'Array',
          entry: { columns: [{ fieldName: 'name', label: 'Name', inputType: 'TextField', required: true }] },
        },
        {
          fieldName: 'size',
          label: 'Size',
          inputType: 'Object',
          entry: { columns: [{ fieldName: 'width', label: 'Width', inputType: 'Number' }] },
        },
      ],
    },
  });
  const PAGE = { title: 'First', key: 'k1', at: '13:05', inputs: [{ name: 'one' }, { name: 'two' }], size: { width: 5 } };

  it('are edited in their row, and keep what is for programs', async () => {
    const { onValue, user } = show([PAGE], false, pages);
    const inner = within(await screen.findByRole('group', { name: 'Inputs' }));
    expect(screen.queryByText('Key')).toBeNull();
    (await inner.findByLabelText(/^Name, row 2/)).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(onValue).toHaveBeenLastCalledWith([{ ...PAGE, inputs: [{ name: 'two' }, { name: 'one' }] }]);
    await user.click(inner.getByRole('button', { name: 'Add row' }));
    await user.keyboard('three');
    await user.clear(screen.getByLabelText('At, row 1'));
    await user.type(screen.getByLabelText('At, row 1'), '2:30 pm');
    await user.type(await screen.findByLabelText('Width'), '0');
    expect(onValue).toHaveBeenLastCalledWith([
      { ...PAGE, at: '14:30', inputs: [{ name: 'two' }, { name: 'one' }, { name: 'three' }], size: { width: 50 } },
    ]);
  });

  it('show the problems of a save at the inner cells', async () => {
    const issues = [{ field: pages.fieldName, path: '0.inputs.1.name', code: 'x', message: 'Choose another.' }];
    render(
      <KitProvider>
        <FieldHolder module={module} field={pages} initial={[PAGE]} issues={issues} onValue={vi.fn()} onUnreadable={vi.fn()} />
      </KitProvider>,
    );
    const input = await screen.findByLabelText(/^Name, row 2/);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('Choose another.')).toHaveLength(1);
  });

  it('are a table in a table on a record, and one line in a list', async () => {
    await act(async () =>
      render(
        <KitProvider>
          <FieldValue module={module} field={pages} value={[PAGE]} look="detail" />
        </KitProvider>,
      ),
    );
    const table = await screen.findByRole('region', { name: 'Inputs' });
    expect(
      within(table)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['one', 'two']);
    expect(screen.getByText('1:05 PM')).toBeTruthy();
    expect(screen.queryByText('k1')).toBeNull();
    expect(formatValue(module, pages, [PAGE])).toBe('Title: First, At: 1:05 PM, Inputs: Name: one; Name: two, Size: Width: 5');
  });
});
