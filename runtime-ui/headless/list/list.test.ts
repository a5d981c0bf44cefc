import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import type { SavedView } from '#engine/model/wire';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { resolveItem } from '../module/module-finders.ts';
import { listColumns, NO_PREFERENCES } from './column-preferences.ts';
import { replaceShownItem, createCondition, parseFilterTree, type FilterItem } from './filter-tree.ts';
import { listQuery } from './list-query.ts';
import { combineTerms, initialListState, differsFromView, readListState, writeListState, type ListState } from './list-state.ts';
import { listGroups } from './use-groups.ts';
import { homeViewOf, listViewTabs, viewOfAddress } from './list-views.ts';
import { withTerm } from './search-terms.ts';

const module = fixtureModule({
  layouts: {
    grid: {
      id: 'g',
      ssModule: 'things',
      view: 'grid',
      sections: [
        {
          id: 'c',
          label: 'Columns',
          fields: [
            { fieldName: 'a_textfield', width: 190 },
            { fieldName: 'a_address.city' },
            { fieldName: 'a_relate' },
            { fieldName: 'a_phone', hidden: true },
            { fieldName: 'gone' },
          ],
        },
      ],
      defaultSort: { sortField: 'a_phone', sortOrder: 'desc' },
    },
  },
});
const initial = initialListState(module);

describe('the query string of a list', () => {
  it('is empty for the initial state', () => expect(writeListState(initial, initial).toString()).toBe(''));

  it('contains all changes, and is parsed again', () => {
    const state = {
      ...initial,
      thenBy: [{ sortField: 'a_number', sortOrder: 'desc' as const }],
      groupBy: { field: 'a_date', unit: 'week' as const },
      columns: ['a_phone', 'a_url'],
      density: 'roomy' as const,
      viewType: { kind: 'board' as const, field: 'a_dropdown' },
      page: 4,
      pageSize: 50,
      sortField: 'a_textfield',
      sortOrder: 'asc' as const,
      terms: { a_dropdown: { in: ['red'] } },
      searchText: 'ann',
      view: 'mine',
    };
    expect(readListState(writeListState(state, initial), initial)).toEqual(state);
  });

  it('falls back to the initial state if it is invalid', () => {
    expect(readListState(new URLSearchParams('page=-3&size=x&order=up&filter=[1]&viewType=wall:a_date'), initial)).toEqual(initial);
    expect(readListState(new URLSearchParams('filter={'), initial).terms).toEqual({});
  });
});

describe('a saved view', () => {
  const view = {
    _id: 'v1',
    _version: 1,
    module: 'things',
    name: 'Mine',
    sharing: 'private',
    sharedWith: null,
    sharedWithName: null,
    owner: 'u',
    mayChange: true,
    updatedAt: '',
    problems: [],
    filter: { a_number: { range: { gte: 3 } } },
    columns: [{ fieldName: 'a_phone' }],
    sort: [
      { sortField: 'a_number', sortOrder: 'desc' },
      { sortField: 'a_phone', sortOrder: 'asc' },
    ],
    groupBy: { field: 'a_date', unit: 'month' },
    density: 'dense',
    viewType: { kind: 'calendar', field: 'a_date' },
  } satisfies SavedView;
  const begun = initialListState(module, {}, view);

  it('is the initial state of its list, with a short query string', () => {
    expect(begun).toMatchObject({
      view: 'v1',
      terms: view.filter,
      columns: ['a_phone'],
      sortField: 'a_number',
      sortOrder: 'desc',
      thenBy: [{ sortField: 'a_phone', sortOrder: 'asc' }],
      groupBy: view.groupBy,
      density: 'dense',
      viewType: view.viewType,
    });
    expect(writeListState(begun, begun).toString()).toBe('view=v1');
    expect(writeListState(begun, begun, 'v1').toString()).toBe('');
    expect(differsFromView({ ...begun, searchText: 'x', page: 3 }, begun)).toBe(false);
  });

  it('keeps changes in the query string, including removed settings', () => {
    const changes: readonly Partial<ListState>[] = [
      { terms: {} },
      { terms: { a_url: { exists: true } } },
      { groupBy: null },
      { thenBy: [] },
      { sortOrder: 'asc' },
      { columns: ['a_url', 'a_phone'] },
      { density: 'roomy' },
      { viewType: null },
      { viewType: { kind: 'board', field: 'a_dropdown' } },
    ];
    for (const change of changes) {
      const state = { ...begun, ...change };
      expect(differsFromView(state, begun), JSON.stringify(change)).toBe(true);
      expect(readListState(new URLSearchParams(writeListState(state, begun).toString()), begun)).toEqual(state);
    }
  });

  it('sorts by all its sort keys', () => {
    expect(listQuery(module, begun, [])).toMatchObject({
      sortField: 'a_number',
      thenBy: [{ sortField: 'a_phone', sortOrder: 'asc' }],
      searchTerms: view.filter,
    });
  });
});

describe('groups', () => {
  const groups = (field: string, keys: readonly (string | number | null)[], unit?: 'month' | 'quarter' | 'day') =>
    listGroups(
      module,
      unit === undefined ? { field } : { field, unit },
      keys.map((key, at) => ({ keys: [key], measures: { count: at + 1 } })),
    );

  it('are in the order of their options, empty last, each with its own filter', () => {
    expect(groups('a_dropdown', [null, 'green', 'red']).map(({ value, count, terms }) => [value, count, terms])).toEqual([
      ['red', 3, { a_dropdown: { equals: 'red' } }],
      ['green', 2, { a_dropdown: { equals: 'green' } }],
      [null, 1, { a_dropdown: { exists: false } }],
    ]);
  });

  it('treat a missing checkbox as no, and cover days, months and quarters', () => {
    expect(groups('a_checkbox', [null, 0, 1]).map(({ value, count }) => [value, count])).toEqual([
      [false, 3],
      [true, 3],
    ]);
    expect(groups('a_date', ['2026-12-01'], 'month')[0]?.terms).toEqual({ a_date: { range: { gte: '2026-12-01', lt: '2027-01-01' } } });
    expect(groups('a_datetime', ['2026-10-01'], 'quarter')[0]?.terms).toEqual({
      a_datetime: { range: { gte: '2026-10-01', lt: '2027-01-01' } },
    });
    expect(groups('a_date', ['2028-02-28'], 'day')[0]?.terms).toEqual({ a_date: { range: { gte: '2028-02-28', lt: '2028-02-29' } } });
  });
});

describe('columns', () => {
  it('are as in the layout, without removed fields', () => {
    expect(
      listColumns(module, NO_PREFERENCES)
        .slice(0, 4)
        .map((column) => [column.item.fieldName, column.shown, column.width]),
    ).toEqual([
      ['a_textfield', true, 190],
      ['a_address.city', true, undefined],
      ['a_relate', true, undefined],
      ['a_phone', false, undefined],
    ]);
  });

  it("follow the user's preferences, and ignore names that the layout no longer has", () => {
    const columns = listColumns(module, { shown: ['a_phone', 'lost', 'a_textfield'], widths: { a_textfield: 300 } });
    expect(columns.slice(0, 4).map((column) => [column.item.fieldName, column.shown, column.width])).toEqual([
      ['a_phone', true, undefined],
      ['a_textfield', true, 300],
      ['a_address.city', false, undefined],
      ['a_relate', false, undefined],
    ]);
  });
});

it('request the visible columns with the names of relates, and combine the view with the filter', () => {
  const items = listColumns(module, NO_PREFERENCES)
    .filter((column) => column.shown)
    .map((column) => column.item);
  const query = listQuery(module, { ...initial, terms: { a_number: 3 }, searchText: ' ann ' }, items);
  expect(query).toEqual({
    sortField: 'a_phone',
    sortOrder: 'desc',
    searchTerms: { a_number: 3 },
    fields: ['a_textfield', 'a_dropdown', 'a_address', 'a_relate'],
    populate: ['a_relate'],
    search: 'ann',
  });
  expect(combineTerms({ a: 1 }, { b: 2 })).toEqual({ and: [{ a: 1 }, { b: 2 }] });
});

it('also request the fields that say which module the named fields are of', () => {
  const named = fixtureModule({
    fields: [
      fixtureField('TextField', { fieldName: 'title' }),
      fixtureField('Module', { fieldName: 'about', dependent: true, parentField: 'kind' }),
      fixtureField('Dropdown', { fieldName: 'kind' }),
      fixtureField('Relate', { fieldName: 'list', refs: ['lists'] }),
      fixtureField('TextField', { fieldName: 'of', fieldsOf: 'about', fieldsElseOf: 'list' }),
      fixtureField('TextField', { fieldName: 'value', valueFor: 'of' }),
    ],
    nameField: 'title',
  });
  const shown = ['value'].flatMap((fieldName) => resolveItem(named, { fieldName }) ?? []);
  expect(listQuery(named, initialListState(named), shown)).toMatchObject({
    fields: ['title', 'value', 'of', 'about', 'list', 'kind'],
    populate: ['list'],
  });
});

describe('a displayed condition', () => {
  const shown = (filter: JsonObject) => parseFilterTree(filter).items;

  it('is removed from the current filter, whatever was removed before', () => {
    const filter = { a: { in: ['x'] }, b: { exists: true }, not: { c: { equals: 1 } } };
    const [a, b, c] = shown(filter) as [FilterItem, FilterItem, FilterItem];
    expect(replaceShownItem(replaceShownItem(filter, a, undefined), c, undefined)).toEqual({ b: { exists: true } });
    expect([a, b, c].reduce((rest, one) => replaceShownItem(rest, one, undefined), filter as JsonObject)).toEqual({});
    expect(replaceShownItem(replaceShownItem(filter, b, undefined), b, undefined)).toEqual({ a: { in: ['x'] }, not: { c: { equals: 1 } } });
  });

  it('is replaced in its position, also a whole filter', () => {
    const filter = { and: [{ a: { equals: 1 } }, { a: { equals: 2 } }] };
    expect(replaceShownItem(filter, shown(filter)[1] as FilterItem, createCondition('a', 'equals', 3))).toEqual({
      and: [{ a: { equals: 1 } }, { a: { equals: 3 } }],
    });
    const either = { or: [{ a: { equals: 1 } }, { b: { equals: 2 } }] };
    expect(replaceShownItem(either, parseFilterTree(either), undefined)).toEqual({});
    expect(replaceShownItem({ c: { equals: 1 } }, parseFilterTree(either), undefined)).toEqual({ c: { equals: 1 } });
  });
});

it('removes an emptied entry from a filter', () => {
  expect(withTerm({ a: { contains: 'x' }, b: 1 }, 'a', { contains: '' })).toEqual({ b: 1 });
  expect(withTerm({}, 'a', false)).toEqual({ a: false });
});

describe('the views of a definition', () => {
  const filter = { a_date: { range: { lte: { $: 'today' } } } };
  const viewed = {
    ...module,
    listViews: [{ name: 'due', label: 'Due', filter, sort: { sortField: 'a_date', sortOrder: 'asc' as const } }],
  };

  it('are tabs after all and own records, with their filter and order', () => {
    expect(listViewTabs(viewed).map(({ name }) => name)).toEqual([...listViewTabs(module).map(({ name }) => name), 'due']);
    expect(listViewTabs(viewed).at(-1)).toEqual({
      name: 'due',
      label: 'Due',
      terms: filter,
      sort: { sortField: 'a_date', sortOrder: 'asc' },
    });
    expect(listQuery(viewed, { ...initial, view: 'due' }, []).searchTerms).toEqual(filter);
  });

  it('open the list if the definition says so, unless the user chose another view', () => {
    const opening = { ...viewed, defaultListView: 'due' };
    const saved = (opens: string | null) => ({ data: [], total: 0, default: opens });
    expect([homeViewOf(viewed, saved(null)), homeViewOf(viewed, saved(null), 'due')]).toEqual(['all', 'all']);
    expect([homeViewOf(opening, undefined), homeViewOf(opening, saved(null))]).toEqual(['due', 'due']);
    expect([homeViewOf(opening, saved('all')), homeViewOf(opening, saved('all'), 'due')]).toEqual(['all', 'all']);
    expect([homeViewOf(opening, saved(null), 'all'), homeViewOf(opening, saved(null), 'removed')]).toEqual(['all', 'due']);
  });

  it('do not limit a link with a filter or a search text', () => {
    const addressed = ['', 'view=mine', 'filter={}', 'q=x', 'view=due&q=x', 'page=2', 'group=a_url'].map(
      (text) => new URLSearchParams(text),
    );
    expect(addressed.map((address) => viewOfAddress(address, 'due'))).toEqual(['due', 'mine', 'all', 'all', 'due', 'due', 'all']);
    const due = { ...initial, view: 'due' };
    const written = [due, { ...due, searchText: 'x' }, { ...due, terms: filter }, initial, { ...initial, searchText: 'x' }];
    expect(written.map((state) => writeListState(state, due, 'due').get('view'))).toEqual([null, 'due', 'due', 'all', null]);
  });
});
