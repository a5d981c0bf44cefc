import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { KitProvider, loadLazyTexts } from '../kit/index.ts';
import { COUNT, ONE, readRows, TWO } from './figures-fixture.ts';
import { FiguresTable } from './index.ts';

beforeAll(() => loadLazyTexts());
afterEach(cleanup);

describe('The table of figures', () => {
  it('is one tab stop: arrows move between the figures, and each opens its records', async () => {
    const onOpen = vi.fn();
    render(
      <KitProvider>
        <FiguresTable data={TWO} records="boats" label="Boats" asOf="2026-11-19T18:00:00.000Z" timeZone="America/Chicago" onOpen={onOpen} />
        <button>After</button>
      </KitProvider>,
    );
    const user = userEvent.setup();
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('5, Nov 8 to Nov 14, 2026, Red');
    // The figure at the right has no records: the total follows.
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('5, Red');
    await user.keyboard('{ArrowDown}{ArrowLeft}{Enter}');
    expect(onOpen).toHaveBeenCalledWith([TWO.steps[0]?.groups[1]?.filter, TWO.steps[1]?.groups[1]?.filter]);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'After' }));
  });

  it('has a column for each measure of one group, and rows for each measure of two', () => {
    const average = { name: 'avg_price', label: 'Average price', format: 'money', kind: 'avg' } as const;
    const withPrice = (values: object) => ({ count: 2, ...values }) as { readonly [name: string]: number | null };
    render(
      <KitProvider>
        <FiguresTable
          data={{
            ...ONE,
            measures: [COUNT, average],
            rows: [{ at: [0], values: withPrice({ avg_price: 1200.5 }) }],
            total: withPrice({ avg_price: 3 }),
          }}
          records="boats"
          label="Boats"
        />
      </KitProvider>,
    );
    expect(readRows(screen.getByRole('table'))).toEqual([
      ['Colour', 'Records', 'Average price'],
      ['Red', '2', '$1,200.50'],
      ['Blue', '–', '–'],
      ['None', '–', '–'],
      ['All boats', '2', '$3'],
    ]);
    cleanup();
    render(
      <KitProvider>
        <FiguresTable data={{ ...TWO, measures: [COUNT, average] }} records="boats" label="Boats" timeZone="UTC" />
      </KitProvider>,
    );
    expect(readRows(screen.getByRole('table')).map(([head]) => head)).toEqual([
      'Colour',
      'Records',
      'Red',
      'Blue',
      'All boats',
      'Average price',
      'Red',
      'Blue',
      'All boats',
    ]);
    // Without figures that open something, the box is reached by keyboard, to be scrolled.
    expect(screen.getByRole('group', { name: 'Boats' }).tabIndex).toBe(0);
  });
});
