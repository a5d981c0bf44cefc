import { describe, expect, it } from 'vitest';
import { describeDifferences } from './describe-differences.ts';

const textsOf = (before: object, after: object): readonly string[] => describeDifferences(before, after).map(({ text }) => text);
const state = { id: 'f_state', fieldName: 'state', label: 'State', inputType: 'TextField' };
const due = { id: 'f_due', fieldName: 'due', label: 'Due date', inputType: 'Date' };

describe('Differences in words', () => {
  it.each([
    ['a label', { label: 'A' }, { label: 'B' }, "The label changes from 'A' to 'B'"],
    [
      'the label of a field',
      { fields: [state] },
      { fields: [{ ...state, label: 'Status' }] },
      "The label of State changes from 'State' to 'Status'",
    ],
    [
      'the type of a field',
      { fields: [state] },
      { fields: [{ ...state, inputType: 'Url' }] },
      "The type of State changes from 'TextField' to 'Url'",
    ],
    ['a field that is added', { fields: [state] }, { fields: [state, due] }, 'Field Due date is added'],
    ['a field that is removed', { fields: [state, due] }, { fields: [state] }, 'Field Due date is removed'],
    ['a field that becomes required', { fields: [due] }, { fields: [{ ...due, required: true }] }, 'Required of Due date: no → yes'],
    ['another order', { fields: [state, due] }, { fields: [due, state] }, 'The order of fields changes'],
    ['an option', { options: [{ value: 'a', label: 'A' }] }, { options: [] }, 'Option A is removed'],
    ['a number', { pageSize: 10 }, { pageSize: 25 }, 'The page size changes from 10 to 25'],
    ['a text that is new', {}, { icon: 'saw' }, "The icon is 'saw'; there was none"],
    ['a text that is gone', { icon: 'saw' }, {}, "The icon, 'saw', is removed"],
    ['a list of texts', { permissions: ['a', 'b'] }, { permissions: ['b', 'c'] }, "Permissions: 'c' added; 'a' removed"],
    [
      'a condition',
      { fields: [{ ...due, visibleWhen: { '==': [1, 2] } }] },
      { fields: [due] },
      'The condition of being shown of Due date is removed',
    ],
    [
      'a right',
      { module_access: { tools: { view: 'All' } } },
      { module_access: { tools: { view: 'Owner' } } },
      "The right view on tools changes from 'All' to 'Owner'",
    ],
    [
      'a rule of a right',
      { module_access: { tools: { view: { filter: { state: 'a' } } } } },
      { module_access: { tools: { view: { filter: { state: { in: ['b'] } } } } } },
      'The rule of the right view on tools changes',
    ],
    [
      'the access to a field',
      { field_access: { tools: { cost: 'none' } } },
      { field_access: { tools: {} } },
      "The access to cost of tools, 'none', is removed",
    ],
    [
      'an element with slashes',
      { finders: [{ path: '/a/:b', summary: 'X' }] },
      { finders: [{ path: '/a/:b', summary: 'Y' }] },
      "The summary of /a/:b changes from 'X' to 'Y'",
    ],
    [
      'a field of a section',
      { sections: [{ id: 's', label: 'Main', fields: [] }] },
      { sections: [{ id: 's', label: 'Main', fields: [{ fieldName: 'due' }] }] },
      'Field due is added to Main',
    ],
  ])('describe %s', (_, before, after, text) => {
    expect(textsOf(before, after)).toEqual([text]);
  });

  it('have the position, a label and both values; artifacts that are added or removed have none', () => {
    expect(describeDifferences({ fields: [state] }, { fields: [{ ...state, label: 'Status' }] })).toEqual([
      expect.objectContaining({ path: '/fields/f_state/label', label: 'State', before: 'State', after: 'Status' }),
    ]);
    expect(describeDifferences(null, { label: 'A' })).toEqual([]);
  });
});
