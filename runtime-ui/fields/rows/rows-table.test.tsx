import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import { KitProvider } from '../../kit/index.ts';
import { FieldValue } from '../values/index.ts';
import { FieldHolder } from '../widgets/field-holder-fixture.tsx';
import { fixtureField, fixtureModule } from '../widgets/fixture-module.ts';

const module = fixtureModule();
const field = fixtureField('Array');
const SIZES = [
  { _id: 's', name: 'Small', price: 5, inStock: true },
  { _id: 'l', name: 'Large', price: 7.5, inStock: false },
];

afterEach(cleanup);

function show(initial: JsonValue | undefined, readOnly = false, of = field) {
  const onValue = vi.fn();
  const onUnreadable = vi.fn();
  render(
    <KitProvider>
      <FieldHolder
        module={module}
        field={of}
        initial={initial}
        readOnly={readOnly}
        valueOfAnother={[{ name: 'Theirs' }]}
        onValue={onValue}
        onUnreadable={onUnreadable}
      />
    </KitProvider>,
  );
  return { onValue, onUnreadable, user: userEvent.setup() };
}

const cell = (name: string): Promise<HTMLInputElement> => screen.findByLabelText(name);
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) => user.click(await screen.findByRole('button', { name }));

describe('A list of flat entries', () => {
  it('is a table with an input per cell by the type of its value', async () => {
    const { onValue, user } = show(SIZES);
    expect([(await cell('Name, row 1')).value, (await cell('Price, row 2')).value, (await cell('In stock, row 1')).checked]).toEqual([
      'Small',
      '7.5',
      true,
    ]);
    await user.type(await cell('Name, row 1'), 'er');
    await user.click(await cell('In stock, row 2'));
    await user.clear(await cell('Price, row 2'));
    await user.type(await cell('Price, row 2'), '1,200');
    expect(onValue).toHaveBeenLastCalledWith([
      { _id: 's', name: 'Smaller', price: 5, inStock: true },
      { _id: 'l', name: 'Large', price: 1200, inStock: true },
    ]);
    await user.clear(await cell('Name, row 2'));
    expect(onValue.mock.lastCall?.[0][1]).toEqual({ _id: 'l', price: 1200, inStock: true });
  });

  it('can be added to, reordered and removed from by keyboard, and the focus moves along', async () => {
    const { onValue, user } = show(SIZES);
    (await screen.findByRole('button', { name: 'Add row' })).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(await cell('Id, row 3'));
    expect(onValue).toHaveBeenLastCalledWith(SIZES);
    await user.keyboard('m{Tab}Middle{Tab}6{Alt>}{ArrowUp}{/Alt}');
    expect(document.activeElement).toBe(await cell('Price, row 2'));
    expect(onValue).toHaveBeenLastCalledWith([SIZES[0], { _id: 'm', name: 'Middle', price: 6 }, SIZES[1]]);
    await press(user, 'Move row 2 down');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move row 3 down' }));
    await press(user, 'Remove row 1');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove row 1' }));
    expect(onValue).toHaveBeenLastCalledWith([SIZES[1], { _id: 'm', name: 'Middle', price: 6 }]);
    for (const _ of SIZES) await press(user, 'Remove row 1');
    expect(onValue).toHaveBeenLastCalledWith(undefined);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add row' }));
    // The columns are still known.
    await user.keyboard('{Enter}new');
    expect(onValue).toHaveBeenLastCalledWith([{ _id: 'new' }]);
  });

  it('shows an error for an invalid number, keeps the text, and forgets it when its row is removed', async () => {
    const { onValue, onUnreadable, user } = show(SIZES);
    await user.clear(await cell('Price, row 1'));
    await user.type(await cell('Price, row 1'), 'five');
    expect(onUnreadable).toHaveBeenLastCalledWith('Type a number.');
    expect((await cell('Price, row 1')).value).toBe('five');
    await user.type(await cell('Name, row 2'), '!');
    expect(onUnreadable).toHaveBeenLastCalledWith('Type a number.');
    expect(screen.queryByRole('button', { name: 'Edit as JSON' })).toBeNull();
    await press(user, 'Remove row 1');
    expect(onUnreadable).toHaveBeenLastCalledWith(undefined);
    expect(onValue).toHaveBeenLastCalledWith([{ ...SIZES[1], name: 'Large!' }]);
  });

  it('switches to JSON and back if the value is still a list of flat entries', async () => {
    const { onValue, onUnreadable, user } = show(SIZES);
    await press(user, 'Edit as JSON');
    const text = screen.getByLabelText('The Array');
    await user.clear(text);
    await user.click(text);
    await user.paste('[{"name":');
    expect(onUnreadable.mock.lastCall?.[0]).toMatch(/^This is not JSON/);
    expect(screen.queryByRole('button', { name: 'Edit as a table' })).toBeNull();
    await user.paste('"Tiny"}]');
    expect(onValue).toHaveBeenLastCalledWith([{ name: 'Tiny' }]);
    await press(user, 'Edit as a table');
    expect((await cell('Name, row 1')).value).toBe('Tiny');
  });

  it('shows what another user saved meanwhile', async () => {
    const { user } = show(SIZES);
    await cell('Name, row 2');
    await press(user, 'Another saves');
    expect((await cell('Name, row 1')).value).toBe('Theirs');
    expect(screen.queryByLabelText('Name, row 2')).toBeNull();
  });
});

describe('A list whose entries are described by the definition', () => {
  const arrayField = fixtureField('Array', {
    entryColumns: [
      { name: 'rewardType', kind: 'text' },
      { name: 'amount', kind: 'number' },
    ],
  });

  it('starts as a table to fill in, and switches to JSON', async () => {
    const { onValue, user } = show(undefined, false, arrayField);
    await press(user, 'Add row');
    expect(document.activeElement).toBe(await cell('Reward type, row 1'));
    await user.keyboard('coins{Tab}50');
    expect(onValue).toHaveBeenLastCalledWith([{ rewardType: 'coins', amount: 50 }]);
    await press(user, 'Edit as JSON');
    expect(screen.getByLabelText<HTMLTextAreaElement>('The Array').value).toContain('"amount": 50');
  });

  it('also shows other columns of its entries, each by its type', async () => {
    const { onValue, user } = show([{ amount: 'ten', note: 'once' }], false, arrayField);
    await user.type(await cell('Amount, row 1'), '!');
    await user.type(await cell('Note, row 1'), '!');
    expect(onValue).toHaveBeenLastCalledWith([{ amount: 'ten!', note: 'once!' }]);
  });
});

describe('A list on a record', () => {
  it('is a table of texts if its entries are flat, else JSON', async () => {
    await act(async () =>
      render(
        <KitProvider>
          <FieldValue module={module} field={field} value={SIZES} look="detail" />
        </KitProvider>,
      ),
    );
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Id', 'Name', 'Price', 'In stock']);
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['s', 'Small', '5', 'Yes', 'l', 'Large', '7.5', 'No']);
    cleanup();
    await act(async () =>
      render(
        <KitProvider>
          <FieldValue module={module} field={field} value={[{ deep: { er: 1 } }]} look="detail" />
        </KitProvider>,
      ),
    );
    expect(await screen.findByText(/"er": 1/)).toBeTruthy();
  });
});

describe('Any other list', () => {
  it.each([[undefined], [[]], [[1, 'two']], [[{ deep: { er: 1 } }]]] as const)('is JSON: %j', async (value) => {
    show(value);
    expect(within(document.body).getByLabelText('The Array').tagName).toBe('TEXTAREA');
    expect(screen.queryByRole('button', { name: /Edit as|Add row/ })).toBeNull();
  });

  it('is JSON if it is read-only', () => {
    show(SIZES, true);
    expect(screen.getByLabelText<HTMLTextAreaElement>('The Array').readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: 'Edit as a table' })).toBeNull();
  });
});
