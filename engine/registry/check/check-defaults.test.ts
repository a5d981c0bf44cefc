import { describe, expect, it } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { findProblems } from './check-fixture.ts';

const own = (name: string) => ({ var: `record.${name}` });
const field = (fieldName: string, more: Partial<FieldDefinition>): FieldDefinition => ({
  id: `bills_${fieldName}`,
  fieldName,
  label: fieldName,
  inputType: 'TextField',
  ...more,
});

/** The problems of bills with a further field. */
async function problemsWith(more: Partial<FieldDefinition>): Promise<string[]> {
  const bills: ModuleDefinition = {
    id: 'bills',
    name: 'bills',
    label: 'Bills',
    labelSingular: 'Bill',
    kind: 'plain',
    fields: [
      field('amount', { inputType: 'Number' }),
      field('secret', { sensitive: true }),
      field('double', { inputType: 'Number', formula: { '*': [own('amount'), 2] } }),
      field('number', { inputType: 'AutoIncrement' }),
      field('payer', { inputType: 'Relate', ref: 'users' }),
      field('first', { defaultFormula: own('x') }),
      field('x', more),
    ],
  };
  return findProblems([{ kind: 'module', definition: bills }]);
}

describe('checking defaults, masks and running numbers', () => {
  it.each<[string, Partial<FieldDefinition>]>([
    ['a day', { inputType: 'Date', defaultDate: 'Next Monday' }],
    ['a formula', { defaultFormula: { cat: ['Bill over ', own('amount')] } }],
    ['a mask', { mask: '(000) 000-0000', default: '(404) 555-0142' }],
  ])('accepts %s', async (_, more) => expect(await problemsWith(more)).toEqual([]));

  it('accepts a copy of a record, and a format of numbers', async () => {
    const copied = { inputType: 'Relate', ref: 'users', defaultFormula: own('payer') } as const;
    expect(await problemsWith(copied)).toEqual([]);
    const numbered = { inputType: 'AutoIncrement', numberFormat: 'INV-{0000}', firstNumber: 100 } as const;
    // Another field has its value as the default.
    expect(await problemsWith(numbered)).toEqual([
      expect.stringMatching(/fields\/5\/defaultFormula\/var x is numbered, after the defaults are set/),
    ]);
  });

  it.each<[string, Partial<FieldDefinition>, RegExp]>([
    ['a day of a text', { defaultDate: 'Today' }, /defaultDate The default of a TextField cannot be a day/],
    ['two defaults', { inputType: 'Date', defaultDate: 'Today', default: '2026-01-01' }, /defaultDate A field has one default/],
    ['a default and a formula', { default: 'a', defaultFormula: own('note') }, /defaultFormula A field has one default/],
    ['a mask of a number', { inputType: 'Number', mask: '00' }, /mask A Number has no mask/],
    ['a mask without places', { mask: '\\0-' }, /mask A mask has at least one place that is typed/],
    ['a default without the form', { mask: '00', default: '1' }, /default 1 does not have the form 00/],
    ['a format of a text', { numberFormat: '{00}' }, /numberFormat A TextField is not numbered/],
    ['a format without zeros', { inputType: 'AutoIncrement', numberFormat: 'INV-' }, /numberFormat/],
    ['a first number of a text', { firstNumber: 5 }, /firstNumber A TextField is not numbered/],
    ['the time', { defaultFormula: { var: 'now' } }, /defaultFormula\/var A formula reads record/],
    [
      'a related record',
      { defaultFormula: { var: 'related.payer.email' } },
      /defaultFormula\/var A default reads fields of the record alone/,
    ],
    ['a calculated field', { inputType: 'Number', defaultFormula: own('double') }, /double is calculated, after the defaults are set/],
    ['a number that comes later', { inputType: 'Number', defaultFormula: own('number') }, /number is numbered, after/],
    ['a sensitive field', { defaultFormula: own('secret') }, /secret is sensitive/],
    ['itself', { defaultFormula: own('x') }, /depends on itself/],
    ['a cycle', { defaultFormula: own('first') }, /depends on itself/],
    ['a copy of another type', { inputType: 'MultiRelate', ref: 'users', defaultFormula: own('payer') }, /only a field of the same type/],
    ['a formula of a list of records', { inputType: 'MultiRelate', ref: 'users', defaultFormula: { cat: ['a'] } }, /can only be a copy/],
    ['a default of a running number', { inputType: 'AutoIncrement', defaultFormula: own('amount') }, /AutoIncrement has no default/],
    [
      'a default of a calculated field',
      { formula: own('amount'), defaultFormula: own('amount') },
      /calculated field cannot have defaultFormula/,
    ],
  ])('refuses %s', async (_, more, message) => expect((await problemsWith(more)).join('\n')).toMatch(message));
});
