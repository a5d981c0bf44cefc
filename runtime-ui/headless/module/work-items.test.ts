import { describe, expect, it } from 'vitest';
import type { ShellView } from '#engine/model/wire';
import {
  filterDueItems,
  filterOwnItems,
  listWorkModules,
  searchFigures,
  searchOpenItems,
  searchWaitingItems,
  type WorkModule,
} from './work-items.ts';

const repairs = {
  name: 'repairs',
  workItems: { assignee: 'mechanic', due: 'promised', open: { not: { state: 'Done' } } },
} as unknown as WorkModule;

describe('work items', () => {
  it('are the records of the modules that say so', () => {
    expect(listWorkModules({ modules: [{ name: 'vehicles' }, repairs] } as unknown as ShellView)).toEqual([repairs]);
    expect(listWorkModules({ modules: [] } as unknown as ShellView)).toEqual([]);
  });

  it('of the user are all, the open ones, or those that are due', () => {
    const own = { mechanic: { equals: { $: 'me' } } };
    const open = { ...own, and: [{ not: { state: 'Done' } }] };
    expect(filterOwnItems(repairs)).toEqual(own);
    expect(filterDueItems(repairs)).toEqual({ ...open, promised: { range: { lte: { $: 'today' } } } });
    expect(searchOpenItems(repairs, 8)).toEqual({
      pageNumber: 0,
      pageSize: 8,
      sortField: 'promised',
      sortOrder: 'asc',
      searchTerms: open,
    });
  });

  it('without an assignee are all that the user may see', () => {
    const forms = { name: 'forms', workItems: { due: 'by', open: { state: 'New' } } } as unknown as WorkModule;
    expect(filterOwnItems(forms)).toEqual({});
    expect(searchOpenItems(forms, 3).searchTerms).toEqual({ and: [{ state: 'New' }] });
    expect(searchWaitingItems(forms, 3)).toBeUndefined();
  });

  it('have figures of the open ones, of those that others work on and of all, as far as they count', () => {
    const forms = {
      name: 'forms',
      workItems: { due: 'by', open: { state: 'New' }, waiting: { state: 'Sent' }, counted: { not: { optional: true } } },
    } as unknown as WorkModule;
    const { open, waiting, all } = searchFigures(forms);
    expect([open, waiting, all].map((input) => input?.searchTerms)).toEqual([
      { and: [{ state: 'New' }, { not: { optional: true } }] },
      { and: [{ state: 'Sent' }, { not: { optional: true } }] },
      { and: [{ not: { optional: true } }] },
    ]);
    expect(searchFigures(repairs).waiting).toBeUndefined();
  });
});
