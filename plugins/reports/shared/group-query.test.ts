import { describe, expect, it } from 'vitest';
import type { ModuleView } from '#engine/model';
import { buildReportQuery, listReportColumns } from './group-query.ts';

const module = {
  name: 'books',
  nameField: 'title',
  fields: [
    { fieldName: 'title', inputType: 'TextField' },
    { fieldName: 'bought', inputType: 'Date' },
    { fieldName: 'price', inputType: 'Currency' },
  ],
} as unknown as ModuleView;

describe('the query of a report', () => {
  it('groups by at most two fields, dates by month, and measures what the report names', () => {
    const report = {
      group_by: ['bought', 'title', 'price'],
      aggregates: [
        { fieldName: 'price', function: 'SUM' },
        { fieldName: 'price', function: 'median' },
        { fieldName: '', function: 'count' },
      ],
      search_terms: { title: { exists: true } },
    };
    expect(buildReportQuery(module, report)).toEqual({
      by: [{ field: 'bought', unit: 'month' }, { field: 'title' }],
      measures: [
        { name: 'count', kind: 'count' },
        { name: 'figure_0', kind: 'sum', field: 'price' },
      ],
      searchTerms: { title: { exists: true } },
    });
  });

  it('lists the columns that the reader sees if nothing is grouped', () => {
    expect(buildReportQuery(module, { group_by: [] })).toBeUndefined();
    expect(listReportColumns(module, { columns: ['price', 'secret', 'title'] })).toEqual(['price', 'title']);
    expect(listReportColumns(module, {})).toEqual(['title']);
  });
});
