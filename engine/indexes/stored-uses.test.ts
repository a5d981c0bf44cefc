import { describe, expect, it } from 'vitest';
import { addUses, nameIndex, type RecordedUse } from './stored-uses.ts';

const FIRST = '2026-03-01T00:00:00.000Z';
const NOW = '2026-03-02T00:00:00.000Z';
const NONE = new Map<string, number>();
const recorded = (more: Partial<RecordedUse> = {}): RecordedUse => ({ keys: ['a'], uses: 5, since: FIRST, lastUsed: FIRST, ...more });
const counted = (uses: number | null, counter?: string) => ({
  collection: 'm',
  rows: 1,
  indexes: [{ keys: ['a'], unique: false, uses, ...(counter === undefined ? {} : { counter }) }],
});

describe('Adding what counters counted to the recorded uses', () => {
  it('begins with what was counted, observed from now on', () => {
    expect(addUses([], counted(0), NONE, NOW)).toEqual([{ keys: ['a'], uses: 0, since: NOW, lastUsed: null }]);
    expect(addUses([], counted(3), NONE, NOW)).toEqual([{ keys: ['a'], uses: 3, since: NOW, lastUsed: NOW }]);
  });

  it('adds what this process counted and has not added yet', () => {
    expect(addUses([recorded()], counted(3), NONE, NOW)).toEqual([recorded({ uses: 8, lastUsed: NOW })]);
    expect(addUses([recorded()], counted(3), new Map([[nameIndex('m', ['a']), 2]]), NOW)).toEqual([recorded({ uses: 6, lastUsed: NOW })]);
    expect(addUses([recorded()], counted(3), new Map([[nameIndex('m', ['a']), 3]]), NOW)).toEqual([recorded()]);
  });

  it('adds a shared counter once, whichever process does it, and begins from zero when it started again', () => {
    const once = recorded({ uses: 7, lastUsed: NOW, counter: 'x', counted: 7 });
    expect(addUses([recorded({ counter: 'x', counted: 5 })], counted(7, 'x'), NONE, NOW)).toEqual([once]);
    expect(addUses([once], counted(7, 'x'), NONE, NOW)).toEqual([once]);
    expect(addUses([once], counted(2, 'y'), NONE, NOW)).toEqual([recorded({ uses: 9, lastUsed: NOW, counter: 'y', counted: 2 })]);
  });

  it('keeps what is known when the store does not say, and forgets an index that no longer exists', () => {
    expect(addUses([recorded()], counted(null), NONE, NOW)).toEqual([recorded()]);
    expect(addUses([recorded(), recorded({ keys: ['b'] })], counted(0), NONE, NOW)).toEqual([recorded()]);
  });
});
