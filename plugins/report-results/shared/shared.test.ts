import { describe, expect, it } from 'vitest';
import type { ModuleView } from '#engine/model';
import { readConditions, toSearchTerms } from './filter-terms.ts';
import { buildLeaderboardQuery, buildReportQuery, listReportColumns, startOfSpan } from './group-query.ts';

const module = {
  name: 'books',
  nameField: 'title',
  fields: [
    { fieldName: 'title', inputType: 'TextField' },
    { fieldName: 'bought', inputType: 'Date' },
    { fieldName: 'price', inputType: 'Currency' },
    { fieldName: 'teams', inputType: 'MultiRelate' },
  ],
} as unknown as ModuleView;

describe('the conditions of a report', () => {
  it('become a filter, with days relative to today', () => {
    const conditions = readConditions([
      { fieldName: 'state', operator: 'in', value: ['open', 'new'] },
      { fieldName: 'bought', operator: 'range', value: { gte: 'today-7', lte: 'today + 30' } },
      { fieldName: 'read', operator: 'equals', value: 'today' },
      { fieldName: 'due', operator: 'range', value: { gte: { $: 'today', days: 2 } } },
      { fieldName: 'owner', operator: 'equals', value: { $: 'me' } },
      { fieldName: 'lost', operator: '', value: 1 },
      { fieldName: 'begun', operator: 'equals' },
      'nonsense',
    ]);
    expect(toSearchTerms(conditions)).toEqual({
      and: [
        { state: { in: ['open', 'new'] } },
        { bought: { range: { gte: { $: 'today', days: -7 }, lte: { $: 'today', days: 30 } } } },
        { read: { equals: { $: 'today' } } },
        { due: { range: { gte: { $: 'today', days: 2 } } } },
        { owner: { equals: { $: 'me' } } },
      ],
    });
    expect(toSearchTerms(readConditions(null))).toEqual({});
  });
});

describe('the query of a report', () => {
  it('groups by at most two fields, dates by month, and measures what the report names', () => {
    const report = {
      group_by: ['bought', 'title', 'price'],
      aggregates: [
        { fieldName: 'price', function: 'SUM' },
        { fieldName: 'price', function: 'median' },
        { fieldName: '', function: 'count' },
      ],
      filters: [],
    };
    expect(buildReportQuery(module, report)).toEqual({
      by: [{ field: 'bought', unit: 'month' }, { field: 'title' }],
      measures: [
        { name: 'count', kind: 'count' },
        { name: 'figure_0', kind: 'sum', field: 'price' },
      ],
      searchTerms: {},
    });
  });

  it('lists the columns that the reader sees if nothing is grouped', () => {
    expect(buildReportQuery(module, { group_by: [] })).toBeUndefined();
    expect(listReportColumns(module, { columns: ['price', 'secret', 'title'] })).toEqual(['price', 'title']);
    expect(listReportColumns(module, {})).toEqual(['title']);
  });
});

describe('the query of a leaderboard', () => {
  it.each([
    ['day', '2026-11-25'],
    ['week', '2026-11-22'],
    ['month', '2026-11-01'],
    ['year', '2026-01-01'],
    ['indefinite', undefined],
  ])('counts the records of the %s', (span, start) => {
    expect(startOfSpan(span, '2026-11-25')).toBe(start);
  });

  it('scores people, or teams if the records have some', () => {
    const board = { functionType: 'sum', functionField: 'price', ownerField: 'buyer', timeSpan: 'year' };
    expect(buildLeaderboardQuery(module, board, '2026-11-25')).toEqual({
      by: [{ field: 'buyer' }],
      measures: [{ name: 'score', kind: 'sum', field: 'price' }],
      searchTerms: { createdAt: { range: { gte: '2026-01-01' } } },
    });
    const teams = buildLeaderboardQuery(module, { leaderboard_type: 'team', functionType: 'count' }, '2026-11-25');
    expect([teams.by, teams.measures]).toEqual([[{ field: 'teams' }], [{ name: 'score', kind: 'count' }]]);
    expect(buildLeaderboardQuery({ ...module, fields: [] }, { leaderboard_type: 'team' }, '2026-11-25').by).toEqual([
      { field: 'assigned_to' },
    ]);
  });
});
