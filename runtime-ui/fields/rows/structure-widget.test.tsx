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

function show(initial: JsonValue | undefined, readOnly = false) {
  const onValue = vi.fn();
  const onUnreadable = vi.fn();
  render(
    <KitProvider>
      <FieldHolder module={module} field={field} initial={initial} readOnly={readOnly} onValue={onValue} onUnreadable={onUnreadable} />
    </KitProvider>,
  );
  return { onValue, onUnreadable, user: userEvent.setup() };
}

describe('A list without an entry schema', () => {
  it.each([[undefined], [[]], [[1, 'two']], [[{ deep: { er: 1 } }]], [SIZES]] as const)('is edited as JSON: %j', async (value) => {
    const { onValue, onUnreadable, user } = show(value);
    const text = within(document.body).getByLabelText('The Array');
    await user.clear(text);
    await user.click(text);
    await user.paste('[{"name":');
    expect(onUnreadable.mock.lastCall?.[0]).toMatch(/^This is not JSON/);
    await user.paste('"Tiny"}]');
    expect(onValue).toHaveBeenLastCalledWith([{ name: 'Tiny' }]);
    expect(onUnreadable).toHaveBeenLastCalledWith(undefined);
  });

  it('can only be read if it is read-only', () => {
    show(SIZES, true);
    expect(screen.getByLabelText<HTMLTextAreaElement>('The Array').readOnly).toBe(true);
  });

  it('is a table of texts on a record if its entries are flat, else JSON', async () => {
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
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Id', 'Name', 'Price', 'In stock']);
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['s', 'Small', '5', 'Yes', 'l', 'Large', '7.5', 'No']);
    cleanup();
    await showValue([{ deep: { er: 1 } }]);
    expect(await screen.findByText(/"er": 1/)).toBeTruthy();
  });
});
