import { describe, expect, it } from 'vitest';
import { moveEntry } from './move-entry.ts';
import { readPlace, toSelector } from './places.ts';

describe('The place of a widget', () => {
  it.each([
    ['home', { kind: 'home' }],
    ['home:rules', { kind: 'home' }],
    ['record', { kind: 'record' }],
    ['record:tools', { kind: 'record', module: 'tools' }],
    ['record:tools:rules', { kind: 'record', module: 'tools' }],
    ['record::rules', { kind: 'record' }],
    ['homepage', undefined],
    ['muster-leaderboard', undefined],
  ])('is read from the selector %s', (selector, place) => {
    expect(readPlace(selector)).toEqual(place);
  });

  it('is what its selector is made of', () => {
    for (const place of [{ kind: 'home' }, { kind: 'record' }, { kind: 'record', module: 'tools' }] as const)
      expect(readPlace(toSelector(place, 'rules'))).toEqual(place);
    expect(toSelector(undefined, 'rules')).toBe('rules');
  });
});

describe('A moved entry', () => {
  const groups = [
    { id: 'a', items: ['1', '2', '3'] },
    { id: 'b', items: ['4'] },
  ];

  it('is at its place among the others, in its own group and in another', () => {
    expect(moveEntry(groups, '1', 'a', 1)).toEqual([{ id: 'a', items: ['2', '1', '3'] }, groups[1]]);
    expect(moveEntry(groups, '2', 'b', 1)).toEqual([
      { id: 'a', items: ['1', '3'] },
      { id: 'b', items: ['4', '2'] },
    ]);
  });
});
