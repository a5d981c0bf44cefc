import { expect, it } from 'vitest';
import { moveItem, toStoredItems } from './checklist-items.ts';

it('Items move by one position, and stay at the edges', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moveItem(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

it('Items are stored with what they have', () => {
  expect(
    toStoredItems([
      { text: 'Print', done: false },
      { id: 'x', text: 'Sign', done: true },
    ]),
  ).toEqual([{ text: 'Print' }, { id: 'x', text: 'Sign', done: true }]);
});
