import { describe, expect, it } from 'vitest';
import { groupInMemory } from './grouping.ts';
import { compareBy, compileMatcher } from './matcher.ts';

const ticked = { id: 'ticked', kind: 'number', list: false, absent: 0 } as const;
const OLD = { id: 'a', keys: {} };
const NO = { id: 'b', keys: { ticked: 0 } };
const YES = { id: 'c', keys: { ticked: 1 } };

describe('a key that is missing in records written before it existed', () => {
  it('counts as its absent value in filters', () => {
    const holds = (values: readonly number[]): boolean[] =>
      [OLD, NO, YES].map(({ id, keys }) => compileMatcher({ kind: 'equals', key: ticked, values })(id, keys));
    expect([holds([0]), holds([1]), holds([0, 1])]).toEqual([
      [true, true, false],
      [false, false, true],
      [true, true, true],
    ]);
    expect(compileMatcher({ kind: 'exists', keys: [ticked] })('a', {})).toBe(true);
  });

  it('sorts and groups as its absent value', () => {
    const sorted = (descending: boolean): string[] =>
      [YES, NO, OLD].sort(compareBy([{ kind: 'key', key: ticked, descending }])).map((one) => one.id);
    expect([sorted(false), sorted(true)]).toEqual([
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
    ]);
    expect(
      groupInMemory(
        [OLD, NO, YES].map((one) => one.keys),
        {
          by: [{ kind: 'key', key: ticked }],
          measures: [
            { name: 'n', kind: 'count' },
            { name: 'different', kind: 'distinct', key: ticked },
          ],
        },
      ).map((group) => [...group.keys, group.measures['n'], group.measures['different']]),
    ).toEqual([
      [0, 2, 1],
      [1, 1, 1],
    ]);
  });
});
