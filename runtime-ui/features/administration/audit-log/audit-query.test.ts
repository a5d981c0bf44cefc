import { describe, expect, it } from 'vitest';
import { changeFilter, readFilter, toSearchTerms } from './audit-query.ts';

describe('the filter of the audit log', () => {
  it('becomes search terms, with an action and a field at the same time', () => {
    expect(toSearchTerms({})).toEqual({});
    expect(toSearchTerms({ module: 'books', user: 'u1', record: 'atlas', since: '2026-01-01', until: '2026-01-31' })).toEqual({
      module: 'books',
      changed_by: 'u1',
      record_name: { contains: 'atlas' },
      date_created: { range: { gte: '2026-01-01', lte: '2026-01-31' } },
    });
    expect(toSearchTerms({ action: 'merge', field: 'title', recordId: 'r1' })).toEqual({
      changeSource: 'merge',
      field: 'title',
      record_id: 'r1',
    });
    expect(toSearchTerms({ action: 'deleted', field: 'title' })).toEqual({ and: [{ field: 'deleted' }, { field: 'title' }] });
    expect(toSearchTerms({ action: 'changed' })).toEqual({ field: { exists: true }, not: { changeSource: 'sensitive value read' } });
    expect(toSearchTerms({ action: 'nonsense' })).toEqual({});
  });

  it('is kept in the address, starts at the first page when it changes, and loses the field with its module', () => {
    const filter = readFilter(new URLSearchParams('module=books&field=title&page=4&other=x'));
    expect(filter).toEqual({ module: 'books', field: 'title' });
    expect(changeFilter(filter, { record: 'a' }).toString()).toBe('module=books&field=title&record=a');
    expect(changeFilter(filter, { module: 'loans' }).toString()).toBe('module=loans');
    expect(changeFilter(filter, { module: undefined }).toString()).toBe('');
  });
});
