import { expect, it } from 'vitest';
import { countRemovals, isInactive, listNames, listStoredChanges, storedIdOf, traceField, type ModuleHistory } from './field-history.ts';

/** A field `width`, once `size`, that was inactive, was removed, was added again, and was removed again. */
const HISTORY: ModuleHistory = [
  { version: 2, from: 'size', to: 'width' },
  { version: 3, from: 'width', to: '~f' },
  { version: 4, from: '~f', to: 'width' },
  { version: 6, from: 'width', id: 'f' },
  { version: 9, from: 'width', id: 'f' },
];

it('finds the current name of a field, or the ids of a removed one', () => {
  const upTo = (version: number) => HISTORY.filter((change) => change.version <= version);
  expect(traceField(upTo(2), 'size', 1)).toEqual({ name: 'width' });
  expect(traceField(upTo(3), 'size', 1)).toEqual({ removed: 'f' });
  expect(traceField(upTo(4), '~f', 3)).toEqual({ name: 'width' });
  expect(traceField(HISTORY, 'size', 1)).toEqual({ removed: 'f', storedId: 'f' });
  expect(traceField(HISTORY, 'width', 7)).toEqual({ removed: 'f', storedId: 'f~1' });
  expect(traceField(HISTORY, 'width', 9)).toEqual({ name: 'width' });
  expect(traceField([{ version: 2, from: 'size' }], 'size', 1)).toEqual({ removed: 'size', storedId: undefined });
});

it('lists all names of a field, by its name or the id of a removed one', () => {
  expect(listNames(HISTORY.slice(0, 1), 'Width')).toEqual(['Width', 'size']);
  expect(listNames(HISTORY, 'f')).toEqual(['f', 'size', 'width', '~f']);
  expect(listNames(HISTORY, 'other')).toEqual(['other']);
});

it('stores a field that was removed under another id when it is added again', () => {
  expect(countRemovals(HISTORY)).toEqual(new Map([['f', 2]]));
  expect([storedIdOf('f', 0), storedIdOf('f', 2)]).toEqual(['f', 'f~2']);
  expect([isInactive(HISTORY.slice(0, 2), '~f'), isInactive(HISTORY, '~f')]).toEqual([true, false]);
});

it('lists the changes after which documents are rewritten', () => {
  expect(listStoredChanges(HISTORY.slice(0, 2))).toBeUndefined();
  expect(listStoredChanges(HISTORY.slice(0, 3))).toEqual({ version: 4, removed: [], restored: [{ name: 'width', version: 4 }] });
  expect(listStoredChanges(HISTORY)).toEqual({ version: 9, removed: ['f', 'f~1'], restored: [] });
});
