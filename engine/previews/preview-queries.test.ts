import { describe, expect, it } from 'vitest';
import type { GroupQuery } from '../ports/index.ts';
import type { KeySchema } from '#engine/model/compiled';
import type { SortStep } from '#engine/model/filter';
import { toStoredGrouping, toStoredSort, withStoredFilters } from './preview-queries.ts';

const key = (id: string, absent?: number): KeySchema => ({ id, kind: 'number', list: false, ...(absent === undefined ? {} : { absent }) });
const STORED = new Map([
  ['tools', new Set(['state', 'maker', 'deleted'])],
  ['makers', new Set(['name'])],
]);
const by = (id: string, descending = false): SortStep => ({ kind: 'key', key: key(id), descending });

describe('a query over fields that are not stored yet', () => {
  it('matches nothing if it needs a value', () => {
    const query = { collection: 'tools', filter: { kind: 'equals', key: key('colour'), values: [1] } as const };
    expect(withStoredFilters(query, STORED)).toBeUndefined();
    expect(withStoredFilters({ ...query, filter: { kind: 'equals', key: key('loud', 0), values: [0] } }, STORED)?.filter).toEqual({
      kind: 'constant',
      value: true,
    });
    const access = { ...query, filter: { kind: 'constant', value: true } as const, access: query.filter };
    expect(withStoredFilters(access, STORED)).toBeUndefined();
  });

  it('leaves the order of stored fields, and the direction of the last step for equal records', () => {
    expect(toStoredSort([by('colour'), by('state')], 'tools', STORED)).toEqual([by('state')]);
    expect(toStoredSort([by('state'), by('colour', true)], 'tools', STORED)).toEqual([by('state'), { kind: 'id', descending: true }]);
    const related = (nameKey: string): SortStep => ({
      kind: 'related',
      key: key('maker'),
      collection: 'makers',
      nameKey: key(nameKey),
      descending: false,
    });
    expect(toStoredSort([related('name')], 'tools', STORED)).toEqual([related('name')]);
    expect(toStoredSort([related('title')], 'tools', STORED)).toEqual([{ kind: 'id', descending: false }]);
  });

  it('has one group for each field without values, whose groups are joined', () => {
    const query: GroupQuery = {
      collection: 'tools',
      filter: { kind: 'constant', value: true },
      by: [{ kind: 'key', key: key('colour') }],
      measures: [
        { name: 'count', kind: 'count' },
        { name: 'most', kind: 'max', key: key('state') },
        { name: 'least', kind: 'min', key: key('state') },
        { name: 'mean', kind: 'avg', key: key('state') },
        { name: 'none', kind: 'sum', key: key('colour') },
        { name: 'colours', kind: 'distinct', key: key('colour') },
      ],
      sort: { measure: 'none', descending: true },
    };
    const { query: stored, complete } = toStoredGrouping(query, STORED);
    expect([stored.by, stored.measures.map(({ name }) => name), stored.sort]).toEqual([[], ['count', 'most', 'least', 'mean'], undefined]);
    const row = { keys: [], measures: { count: 4, most: 4, least: 4, mean: 4 } };
    expect(complete([row])).toEqual([{ keys: [null], measures: { count: 4, most: 4, least: 4, mean: 4, none: null, colours: 0 } }]);
    expect(complete([])).toEqual([]);
  });

  it('keeps the groups of stored fields beside it', () => {
    const query: GroupQuery = {
      collection: 'tools',
      filter: { kind: 'constant', value: true },
      by: [
        { kind: 'key', key: key('loud', 0) },
        { kind: 'key', key: key('state') },
      ],
      measures: [{ name: 'count', kind: 'count' }],
      sort: { step: 1, descending: true },
    };
    const { query: stored, complete } = toStoredGrouping(query, STORED);
    expect([stored.by, stored.sort]).toEqual([[{ kind: 'key', key: key('state') }], { step: 0, descending: true }]);
    expect(complete([{ keys: [7], measures: { count: 1 } }])).toEqual([{ keys: [0, 7], measures: { count: 1 } }]);
  });
});
