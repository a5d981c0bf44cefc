import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import type { SavedView, SavedViewList } from '#engine/model/wire';
import { fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { useList, type UpdateSearchParams } from './use-list.ts';

const module = fixtureModule();
const [OLD, NEW, LATER] = ['old', 'new', 'later'].map((word): JsonObject => ({ a_textfield: word })) as [
  JsonObject,
  JsonObject,
  JsonObject,
];

function viewOf(filter: JsonObject, _id = 'v1'): SavedView {
  return {
    _id,
    _version: 1,
    module: module.name,
    name: 'Mine',
    sharing: 'private',
    sharedWith: null,
    sharedWithName: null,
    owner: 'u',
    mayChange: true,
    updatedAt: '',
    problems: [],
    filter,
    columns: [],
    sort: [],
    groupBy: null,
    density: null,
    viewType: null,
  };
}

const listOf = (filter: JsonObject): SavedViewList => ({ data: [viewOf(filter), viewOf(OLD, 'v2')], total: 2, default: null });

/** A list with the view v1 open and a filter that is not saved. */
function openChanged() {
  const hook = renderHook(
    ({ views }) => {
      const [address, setAddress] = useState(new URLSearchParams('view=v1'));
      const change: UpdateSearchParams = (next) => setAddress((now) => next(now));
      return { address: address.toString(), list: useList(module, address, change, views) };
    },
    {
      initialProps: { views: listOf(OLD) },
      wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
    },
  );
  act(() => hook.result.current.list.change({ terms: NEW }));
  return hook;
}

/** Saves the list's state; `meanwhile` runs before the response. */
function save({ result, rerender }: ReturnType<typeof openChanged>, meanwhile: () => void): void {
  const endSave = result.current.list.beginSave();
  act(meanwhile);
  rerender({ views: listOf(NEW) });
  act(() => endSave(viewOf(NEW)));
}

describe('A list whose view is being saved', () => {
  afterEach(cleanup);

  it('shows the view as it was saved', () => {
    const hook = openChanged();
    save(hook, () => undefined);
    expect([hook.result.current.address, hook.result.current.list.isChanged, hook.result.current.list.state.terms]).toEqual([
      'view=v1',
      false,
      NEW,
    ]);
  });

  it('keeps changes made during the save, also those back to the previous value', () => {
    for (const terms of [LATER, OLD]) {
      const hook = openChanged();
      save(hook, () => hook.result.current.list.change({ terms }));
      expect([hook.result.current.list.isChanged, hook.result.current.list.state.terms]).toEqual([true, terms]);
    }
  });

  it('does not change another view that was opened during the save', () => {
    const hook = openChanged();
    const endSave = hook.result.current.list.beginSave();
    act(() => hook.result.current.list.openView('v2'));
    act(() => hook.result.current.list.change({ terms: LATER }));
    act(() => endSave(viewOf(NEW)));
    expect([hook.result.current.list.view?._id, hook.result.current.list.state.terms]).toEqual(['v2', LATER]);
  });
});

describe('A list that opens with a view of its definition', () => {
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });
  const listed = {
    ...module,
    listViews: [{ name: 'due', label: 'Due', filter: { a_date: { exists: true } } }],
    defaultListView: 'due',
  };
  const open = (first = '') =>
    renderHook(
      () => {
        const [addresses, setAddresses] = useState([first]);
        const change: UpdateSearchParams = (next) => setAddresses((now) => [...now, next(new URLSearchParams(now.at(-1))).toString()]);
        const back = () => setAddresses((now) => now.slice(0, -1));
        const list = useList(listed, new URLSearchParams(addresses.at(-1)), change, { data: [], total: 0, default: null });
        return { address: addresses.at(-1), list, back };
      },
      { wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider> },
    );

  it('shows it to a user who chose none, and what the user chose from then on', () => {
    const { result } = open();
    expect(result.current.list.state.view).toBe('due');
    expect(result.current.list.query.searchTerms).toEqual(listed.listViews[0]?.filter);
    act(() => result.current.list.openView('all'));
    expect([result.current.address, result.current.list.state.view, result.current.list.query.searchTerms]).toEqual([
      'view=all',
      'all',
      {},
    ]);
    act(() => result.current.back());
    expect(result.current.list.state.view).toBe('due');
    expect(open().result.current.list.state.view).toBe('all');
  });

  it('shows what a link names', () => {
    expect(open('view=all').result.current.list.state.view).toBe('all');
    const filtered = open(new URLSearchParams({ filter: JSON.stringify(NEW) }).toString());
    expect(filtered.result.current.list.query.searchTerms).toEqual(NEW);
    // Links are no choice.
    const { result } = open();
    act(() => result.current.list.change({ searchText: 'x' }));
    expect([result.current.address, result.current.list.state.view]).toEqual(['view=due&q=x', 'due']);
  });
});

describe('The query of a list', () => {
  afterEach(cleanup);

  it('stays the same object when its views load after it, and changes with its contents', () => {
    const loading: { readonly views: SavedViewList | undefined } = { views: undefined };
    const list = renderHook(
      ({ views }) => {
        const [address, setAddress] = useState(new URLSearchParams());
        const change: UpdateSearchParams = (next) => setAddress((now) => next(now));
        return useList(module, address, change, views);
      },
      {
        initialProps: loading,
        wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
      },
    );
    const { query } = list.result.current;
    // The list opens in its default view, which shows the same records.
    const columns = list.result.current.columns.filter(({ shown }) => shown).map(({ item }) => ({ fieldName: item.fieldName }));
    list.rerender({ views: { data: [{ ...viewOf({}), columns }], total: 1, default: 'v1' } });
    expect(list.result.current.state.view).toBe('v1');
    expect(list.result.current.query).toBe(query);
    act(() => list.result.current.change({ terms: NEW }));
    expect(list.result.current.query).not.toBe(query);
    expect(list.result.current.query.searchTerms).toEqual(NEW);
    act(() => list.result.current.change({ terms: {} }));
    expect(list.result.current.query).toEqual(query);
  });
});
