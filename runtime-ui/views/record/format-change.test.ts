import { describe, expect, it } from 'vitest';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { formatChange, listLinkedIds } from './format-change.ts';

const module = fixtureModule();
const names = new Map([
  ['p1', 'Ann Lee'],
  ['p2', 'Bo Diaz'],
]);
const one = fixtureField('Relate', { refs: ['people'] });
const several = fixtureField('MultiRelate', { refs: ['people'] });
const flex = fixtureField('FlexRelate', { refs: [] });
const lines = fixtureField('Array', {
  entry: {
    columns: [
      { fieldName: 'day', label: 'Day', inputType: 'Date' },
      { fieldName: 'people', label: 'People', inputType: 'MultiRelate', ref: 'people' },
    ],
  },
});

describe('a value in the history', () => {
  it('is shown with the names of the records that it refers to', () => {
    expect(formatChange(module, one, 'p1', names)).toBe('Ann Lee');
    expect(formatChange(module, several, ['p1', 'p2'], names)).toBe('Ann Lee, Bo Diaz');
    expect(formatChange(module, flex, { module: 'people', id: 'p2' }, names)).toBe('Bo Diaz');
    expect(formatChange(module, lines, [{ day: '2026-12-06', people: ['p2', 'p1'] }], names)).toBe(
      'Day: Dec 6, 2026, People: Bo Diaz, Ann Lee',
    );
  });

  it('never shows an id', () => {
    expect(formatChange(module, several, ['p1', 'p9'], names)).toBe('Ann Lee, Not visible to you');
  });

  it('is said to be empty', () => {
    // The text itself is loaded with the first page.
    for (const value of [null, '']) expect(formatChange(module, one, value, names)).toMatch(/empty$/);
    expect(formatChange(module, several, [], names)).toMatch(/empty$/);
  });

  it('names the module whose records are read', () => {
    expect(listLinkedIds(several, ['p1', 'p2'])).toEqual({ module: 'people', ids: ['p1', 'p2'] });
    expect(listLinkedIds(flex, { module: 'firms', id: 'f1' })).toEqual({ module: 'firms', ids: ['f1'] });
    expect(listLinkedIds(lines, [])).toMatchObject({ ids: [] });
  });
});
