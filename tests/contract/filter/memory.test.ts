import { describe, expect, it } from 'vitest';
import { parseFilter, parseSort } from '#engine/model/filter';
import { createContext, nodeOf, parseValid, sortOf } from './contract-context.ts';
import { createMemory, TABLE_DATA } from './contract-data.ts';
import { REFUSED_CASES } from './refused-cases.ts';
import { FILTER_CASES, SORT_CASES } from './table-cases.ts';
import { ID } from './table-records.ts';

const memory = createMemory(TABLE_DATA);

describe('the filter grammar in memory', () => {
  it.each(FILTER_CASES)('$says', ({ module = 'people', filter, matches }) => {
    expect(memory.ids(`m_${module}`, [nodeOf(module, filter)], [])).toEqual(matches.map((who) => ID[who]));
  });

  it.each(SORT_CASES)('sorts $says', ({ sort, order }) => {
    expect(memory.ids('m_people', [], sortOf('people', sort))).toEqual(order.map((who) => ID[who]));
  });

  it.each(REFUSED_CASES)('rejects $says', ({ filter, code, path }) => {
    expect(parseFilter(filter, createContext('people', ['notes']))).toMatchObject({ ok: false, code, path });
  });

  it('warns when teams are removed', () => {
    expect(parseValid('people', { teams: { in: ['elsewhere'] } }).warnings).toEqual([
      { code: 'teams_removed', text: 'Teams were set that you do not have access to. They will be removed from search terms' },
    ]);
    expect(parseValid('people', { name: 'x' }).warnings).toEqual([]);
  });

  it('reports whether a filter depends on the clock', () => {
    expect(parseValid('people', { seen: { equals: { $: 'today' } } }).usesClock).toBe(true);
    expect(parseValid('people', { seen: { equals: '2025-01-01' } }).usesClock).toBe(false);
  });

  it.each([
    ['nobody', 'unknown_field'],
    ['tags', 'sort_invalid'],
    ['friends', 'sort_invalid'],
    ['home', 'sort_invalid'],
    ['subject', 'sort_invalid'],
    ['extra', 'sort_invalid'],
    ['__proto__', 'unknown_field'],
    ['home.planet', 'sort_invalid'],
    ['notes', 'field_not_visible'],
  ])('rejects sorting by %s', (sortField, code) => {
    expect(parseSort([{ sortField, sortOrder: 'asc' }], createContext('people', ['notes']))).toMatchObject({ ok: false, code });
  });

  it('rejects an invalid sort order', () => {
    expect(parseSort([{ sortField: 'name', sortOrder: 'up' }], createContext('people'))).toMatchObject({ ok: false, code: 'sort_invalid' });
  });
});
