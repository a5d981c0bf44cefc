import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { KitProvider } from '../kit-provider.tsx';
import { loadLazyTexts } from '../texts/texts.ts';
import { findPlace, SortableGroups, stepPlace } from './sortable-groups.tsx';

const GROUPS = [
  {
    id: 'a',
    label: 'First',
    items: [
      { id: '1', label: 'One' },
      { id: '2', label: 'Two' },
    ],
  },
  { id: 'b', label: 'Second', items: [] },
  { id: 'c', label: 'Third', items: [{ id: '3', label: 'Three' }] },
];

beforeAll(loadLazyTexts);
afterEach(cleanup);

it('finds the place of a drop before an item and at the end of a group', () => {
  expect(findPlace(GROUPS, '1', 'before 3')).toEqual({ group: 'c', at: 0 });
  expect(findPlace(GROUPS, '1', 'end a')).toEqual({ group: 'a', at: 1 });
  expect(findPlace(GROUPS, '3', 'before 2')).toEqual({ group: 'a', at: 1 });
  expect(findPlace(GROUPS, '1', 'before 1')).toBeUndefined();
});

it('steps within a group, and into the group beside it', () => {
  expect(stepPlace(GROUPS, '2', -1)).toEqual({ group: 'a', at: 0 });
  expect(stepPlace(GROUPS, '2', 1)).toEqual({ group: 'b', at: 0 });
  expect(stepPlace(GROUPS, '3', -1)).toEqual({ group: 'b', at: 0 });
  expect(stepPlace(GROUPS, '1', -1)).toBeUndefined();
});

it('takes items from a source and back, without an order or steps in it', () => {
  const items = [
    { id: '4', label: 'Four' },
    { id: '5', label: 'Five' },
  ];
  const groups = [...GROUPS, { id: 's', label: 'More', isSource: true, items }];
  expect(findPlace(groups, '4', 'before 2')).toEqual({ group: 'a', at: 1 });
  expect(findPlace(groups, '1', 'before 5')).toEqual({ group: 's', at: 1 });
  expect(findPlace(groups, '4', 'before 5')).toBeUndefined();
  expect(findPlace(groups, '4', 'end s')).toBeUndefined();
  expect(stepPlace(groups, '4', 1)).toBeUndefined();
  expect(stepPlace(groups, '3', 1)).toBeUndefined();
});

it('moves an item by its buttons, and says where it is', async () => {
  const moves: unknown[] = [];
  render(
    <KitProvider>
      <SortableGroups label="All" groups={GROUPS} emptyText="Empty" onMove={(...move) => moves.push(move)} />
    </KitProvider>,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Move One up/ }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: /Move Two down/ }));
  expect(moves).toEqual([['2', 'b', 0]]);
  expect(screen.getByRole('status').textContent).toBe('Two was moved. Second, 1');
  expect(screen.getByText('Empty')).toBeDefined();
});
