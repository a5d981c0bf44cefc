import { expect, it } from 'vitest';
import type { CommittedChange } from '../records/index.ts';
import { createFixtureModule } from '#tests/support';
import { classifyChange, type Subscription } from './subscription.ts';

const module = createFixtureModule({
  name: 'things',
  fields: [{ name: 'name', type: 'TextField' }],
  relations: [],
  indexes: [],
  contains: [],
});
const change: CommittedChange = {
  module,
  id: '1',
  kind: 'update',
  version: 2,
  changed: ['name'],
  userId: 'u',
  before: { _id: '1', _version: 1, name: 'a' },
  after: { _id: '1', _version: 2, name: 'b' },
};

/** A subscription to the list of records with one of these names. */
function listOf(...names: readonly string[]): Subscription {
  return {
    to: { kind: 'list', module: 'things' },
    module: 'things',
    key: names.join(),
    matches: ({ name }) => typeof name === 'string' && names.includes(name),
  };
}

it.each([
  ['stays', listOf('a', 'b'), true, true, 'holds'],
  ['comes in', listOf('b'), true, true, 'enters'],
  ['goes out', listOf('a'), true, true, 'leaves'],
  ['is no concern of the list', listOf('c'), true, true, undefined],
  ['becomes visible', listOf('a', 'b'), false, true, 'enters'],
  ['stops being visible', listOf('a', 'b'), true, false, 'leaves'],
  ['stops being visible, and was not listed', listOf('b'), true, false, undefined],
] as const)('classifies a record that %s', (_what, list, wasSeen, isSeen, touch) => {
  expect(classifyChange(list, change, wasSeen, isSeen)).toBe(touch);
});

it('returns maybe for a list that only the store can check, and ignores other modules and records', () => {
  expect(classifyChange({ ...listOf(), matches: () => undefined }, change, true, true)).toBe('maybe');
  expect(classifyChange({ ...listOf('a', 'b'), module: 'others' }, change, true, true)).toBeUndefined();
  const record: Subscription = { to: { kind: 'record', module: 'things', id: '1' }, module: 'things', id: '1', key: '1' };
  expect([
    classifyChange(record, change, true, true),
    classifyChange(record, change, true, false),
    classifyChange({ ...record, id: '2' }, change, true, true),
  ]).toEqual(['holds', 'leaves', undefined]);
});
