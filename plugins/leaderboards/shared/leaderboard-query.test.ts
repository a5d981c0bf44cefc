import { describe, expect, it } from 'vitest';
import type { ModuleView } from '#engine/model';
import { buildLeaderboardQuery, startOfSpan } from './leaderboard-query.ts';

const module = {
  name: 'books',
  nameField: 'title',
  fields: [
    { fieldName: 'title', inputType: 'TextField' },
    { fieldName: 'price', inputType: 'Currency' },
    { fieldName: 'teams', inputType: 'MultiRelate' },
  ],
} as unknown as ModuleView;

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
