import { describe, expect, it } from 'vitest';
import { fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { listColumns, NO_PREFERENCES } from './column-preferences.ts';
import { listQuery } from './list-query.ts';
import { combineTerms, initialListState, readListState, writeListState } from './list-state.ts';
import { describeTerm, withTerm } from './search-terms.ts';

const module = fixtureModule({
  layouts: { grid: { id: 'g', ssModule: 'things', view: 'grid', sections: [{ id: 'c', label: 'Columns', fields: [{ fieldName: 'a_textfield', width: 190 }, { fieldName: 'a_address.city' }, { fieldName: 'a_relate' }, { fieldName: 'a_phone', hidden: true }, { fieldName: 'gone' }] }], defaultSort: { sortField: 'a_phone', sortOrder: 'desc' } } },
});
const initial = initialListState(module);

describe('the address of a list', () => {
  it('is plain for a plain list', () => expect(writeListState(initial, initial).toString()).toBe(''));

  it('says all that was chosen, and reads it back', () => {
    const state = { ...initial, page: 4, pageSize: 50, sortField: 'a_textfield', sortOrder: 'asc' as const, terms: { a_dropdown: { in: ['red'] } }, words: 'ann', view: 'mine' };
    expect(readListState(writeListState(state, initial), initial)).toEqual(state);
  });

  it('falls back where it is broken', () => {
    expect(readListState(new URLSearchParams('page=-3&size=x&order=up&filter=[1]'), initial)).toEqual(initial);
    expect(readListState(new URLSearchParams('filter={'), initial).terms).toEqual({});
  });
});

describe('columns', () => {
  it('are as the layout says, without fields that are gone', () => {
    expect(listColumns(module, NO_PREFERENCES).map((column) => [column.item.fieldName, column.shown, column.width])).toEqual([['a_textfield', true, 190], ['a_address.city', true, undefined], ['a_relate', true, undefined], ['a_phone', false, undefined]]);
  });

  it('follow what the user kept, and forget names that the layout lost', () => {
    const columns = listColumns(module, { shown: ['a_phone', 'lost', 'a_textfield'], widths: { a_textfield: 300 } });
    expect(columns.map((column) => [column.item.fieldName, column.shown, column.width])).toEqual([['a_phone', true, undefined], ['a_textfield', true, 300], ['a_address.city', false, undefined], ['a_relate', false, undefined]]);
  });
});

it('asks for the columns in sight, names of relates, and joins the view with the filter', () => {
  const items = listColumns(module, NO_PREFERENCES).filter((column) => column.shown).map((column) => column.item);
  const query = listQuery(module, { ...initial, terms: { a_number: 3 }, words: ' ann ' }, items);
  expect(query).toEqual({ sortField: 'a_phone', sortOrder: 'desc', searchTerms: { a_number: 3 }, fields: ['a_textfield', 'a_dropdown', 'a_address', 'a_relate'], populate: ['a_relate'], search: 'ann' });
  expect(combineTerms({ a: 1 }, { b: 2 })).toEqual({ and: [{ a: 1 }, { b: 2 }] });
});

it('takes an emptied entry out of a filter, and says entries in words', () => {
  expect(withTerm({ a: { contains: 'x' }, b: 1 }, 'a', { contains: '' })).toEqual({ b: 1 });
  expect(withTerm({}, 'a', false)).toEqual({ a: false });
  expect([{ in: ['a'] }, { in: ['a', 'b'] }, { range: { gte: 1, lte: 2 } }, { range: { gt: 1 } }, { exists: false }].map((entry) => describeTerm(entry))).toEqual([
    { operator: 'is', operands: ['a'] }, { operator: 'is any of', operands: ['a', 'b'] }, { operator: 'is between', operands: [1, 2] }, { operator: 'is over', operands: [1] }, { operator: 'is empty', operands: [] },
  ]);
});
