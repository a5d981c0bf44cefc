import { describe, expect, it } from 'vitest';
import type { ShellView } from '#engine/model/wire';
import { filterDueItems, filterOwnItems, listWorkModules, searchOpenItems, type WorkModule } from './work-items.ts';

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
});
