import { describe, expect, it } from 'vitest';
import type { ModuleSummary, ShellView } from '#engine/model/wire';
import { countDaysSince } from '../../fields/values/index.ts';
import { dayAfterToday } from './days.ts';
import { listHomeLists, searchHomeList, SHOWN, toListQuery } from './home-lists.ts';

const list = { label: 'Late', place: 'main', filter: { state: 'Late' }, date: 'due' } as const;
const modules = [
  {
    name: 'repairs',
    label: 'Repairs',
    nameField: 'name',
    workItems: { assignee: 'mechanic', due: 'promised', open: { state: 'Open' }, done: { state: 'Done' }, about: 'owner' },
  },
  {
    name: 'parts',
    label: 'Parts',
    homeLists: [
      { ...list, id: 'second', order: 2 },
      { ...list, id: 'aside', place: 'side' },
      { ...list, id: 'first', order: 1 },
    ],
  },
] as unknown as readonly ModuleSummary[];
const shell = { modules } as unknown as ShellView;

describe('the lists of the first page', () => {
  it('are the work items of the user, then the lists of the modules in their order', () => {
    expect(listHomeLists(shell, 'main').map(({ module, id }) => `${module.name} ${id}`)).toEqual([
      'repairs work-items',
      'parts first',
      'parts second',
    ]);
    expect(listHomeLists(shell, 'side').map(({ id }) => id)).toEqual(['aside']);
    expect(listHomeLists(shell, 'main')[0]).toMatchObject({
      filter: { mechanic: { equals: { $: 'me' } }, and: [{ state: 'Open' }] },
      date: 'promised',
      about: 'owner',
      action: 'name',
      done: { state: 'Done' },
      snooze: true,
    });
  });

  it('are read by date, and lead to the list with the same filter and order', () => {
    const [, first] = listHomeLists(shell, 'main');
    if (first === undefined) throw new Error('no list');
    expect(searchHomeList(first, ['name'], [])).toEqual({
      pageNumber: 0,
      pageSize: SHOWN,
      sortField: 'due',
      sortOrder: 'asc',
      searchTerms: { state: 'Late' },
      fields: ['name'],
    });
    expect(searchHomeList(first, ['name'], ['owner'])).toMatchObject({ populate: ['owner'] });
    const query = new URLSearchParams(toListQuery(first));
    expect([JSON.parse(query.get('filter') ?? ''), query.get('sort'), query.get('order')]).toEqual([{ state: 'Late' }, 'due', 'asc']);
  });

  it('count days by the calendar', () => {
    const now = new Date(2027, 2, 31, 23, 30);
    expect(countDaysSince('2027-03-29', now)).toBe(2);
    expect(countDaysSince('2027-04-01', now)).toBe(-1);
    expect(countDaysSince(new Date(2027, 2, 31, 0, 5).toISOString(), now)).toBe(0);
    expect([dayAfterToday(1, now), dayAfterToday(7, now)]).toEqual(['2027-04-01', '2027-04-07']);
  });
});
