import { describe, expect, it } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { findProblems } from './check-fixture.ts';

const NUMBER = { label: 'N', inputType: 'Number' as const };
const own = (name: string) => ({ var: `record.${name}` });

function define(name: string, fields: readonly (Partial<FieldDefinition> & { readonly fieldName: string })[]): ModuleDefinition {
  const whole = fields.map((field): FieldDefinition => ({ id: `${name}_${field.fieldName}`, ...NUMBER, ...field }));
  return { id: name, name, label: name, labelSingular: name, kind: 'plain', fields: whole };
}

/** The problems of crates with a further field, and of the parcels that are in them. */
async function problemsWith(
  field: Partial<FieldDefinition>,
  parcels: readonly (Partial<FieldDefinition> & { readonly fieldName: string })[] = [],
  crates: Partial<ModuleDefinition> = {},
): Promise<string[]> {
  const crate = define('crates', [
    { fieldName: 'size' },
    { fieldName: 'note', inputType: 'TextField' },
    { fieldName: 'secret', sensitive: true },
    { fieldName: 'parcels', inputType: 'MultiRelate', ref: 'parcels' },
    { fieldName: 'x', ...field },
  ]);
  const box = define('parcels', [
    { fieldName: 'crate', inputType: 'Relate', ref: 'crates' },
    { fieldName: 'weight' },
    { fieldName: 'packed', inputType: 'Date' },
    ...parcels,
  ]);
  return findProblems([
    { kind: 'module', definition: { ...crate, ...crates } },
    { kind: 'module', definition: box },
  ]);
}

const COUNT = { module: 'parcels', field: 'crate', operation: 'count' as const };
const SUM = { ...COUNT, operation: 'sum' as const, of: 'weight' };

describe('checking formulas and roll-ups', () => {
  it.each<[string, Partial<FieldDefinition>]>([
    ['a formula', { formula: { '*': [own('size'), 2] } }],
    ['a formula that ends in a text', { inputType: 'TextField', formula: { cat: [own('note'), own('size')] } }],
    ['a count', { rollUp: COUNT }],
    ['a sum with a filter', { rollUp: { ...SUM, filter: { packed: { range: { gte: '2026-01-01' } } } } }],
    ['the first day', { inputType: 'Date', rollUp: { ...COUNT, operation: 'min', of: 'packed' } }],
    ['a count of its own links', { rollUp: { relationship: 'parcels', operation: 'count' } }],
  ])('accepts %s', async (_, field) => expect(await problemsWith(field)).toEqual([]));

  it.each<[string, Partial<FieldDefinition>, RegExp]>([
    [
      'an unknown field',
      { formula: { '+': [own('sice'), 1] } },
      /fields\/4\/formula\/\+\/0\/var crates has no field sice. Did you mean size\?/,
    ],
    ['an unknown operator', { formula: { roundd: own('size') } }, /no operator roundd. Did you mean round\?/],
    ['a prototype', { formula: { var: 'record.__proto__' } }, /written name/],
    ['a constructor', { formula: { var: 'record.size.constructor' } }, /written name/],
    ['the time', { formula: { var: 'now' } }, /reads record/],
    ['the user', { formula: { var: 'user._id' } }, /reads record/],
    ['the value before', { formula: { var: 'old.size' } }, /reads record/],
    ['a sensitive field', { formula: own('secret') }, /secret is sensitive/],
    ['what changes with each save', { inputType: 'DateTime', formula: own('updatedAt') }, /updatedAt changes with each save/],
    ['a relate to several records', { formula: { var: 'related.parcels.weight' } }, /parcels is no Relate/],
    ['a text in a sum', { formula: { '+': [own('note'), 1] } }, /\+ needs a number, and this is a text/],
    ['a text in a number', { formula: { upper: own('note') } }, /results in a text, and a Number needs a number/],
    ['a type without formulas', { inputType: 'ListField', formula: own('size') }, /A ListField cannot have a formula/],
    ['itself', { formula: own('x') }, /It depends on itself: crates.x → crates.x\./],
    ['a formula and a roll-up', { formula: own('size'), rollUp: COUNT }, /not both/],
    ['a required field', { required: true, formula: own('size') }, /cannot be required/],
    ['a default', { default: 1, formula: own('size') }, /cannot have default/],
    ['an unknown module', { rollUp: { ...COUNT, module: 'parcls' } }, /There is no module parcls. Did you mean parcels\?/],
    ['an unknown link', { rollUp: { ...COUNT, field: 'crat' } }, /parcels has no field crat. Did you mean crate\?/],
    ['a link that points elsewhere', { rollUp: { ...COUNT, field: 'weight' } }, /weight of parcels is no Relate/],
    [
      'an unknown relationship',
      { rollUp: { relationship: 'parcel', operation: 'count' } },
      /no relationship parcel .* Did you mean parcels\?/,
    ],
    ['no related records', { rollUp: { operation: 'count' } }, /Name a relationship/],
    ['a sum without a field', { rollUp: { ...COUNT, operation: 'sum' } }, /Name the field of parcels/],
    ['a sum of days', { rollUp: { ...SUM, of: 'packed' } }, /is not a Number/],
    ['a count that is a day', { inputType: 'Date', rollUp: COUNT }, /A count is a Number/],
    ['a filter on today', { rollUp: { ...COUNT, filter: { packed: { range: { lte: { $: 'today' } } } } } }, /cannot depend on today/],
    ['a filter on an unknown field', { rollUp: { ...COUNT, filter: { weigth: 1 } } }, /weigth/],
    [
      'too many rules',
      { formula: { '+': Array.from({ length: 40 }, () => ({ '+': Array.from({ length: 20 }, () => 1) })) } },
      /at most 500/,
    ],
  ])('refuses %s', async (_, field, cause) => {
    expect(await problemsWith(field)).toContainEqual(expect.stringMatching(cause));
  });

  it('refuses a cycle of several modules, with its path', async () => {
    const share = { fieldName: 'share', formula: { '+': [{ var: 'related.crate.x' }, 1] } };
    expect(await problemsWith({ rollUp: { ...SUM, of: 'share' } }, [share])).toEqual([
      '/definitions/0/fields/4/rollUp It depends on itself: crates.x → parcels.share → crates.x.',
      '/definitions/1/fields/3/formula It depends on itself: parcels.share → crates.x → parcels.share.',
    ]);
  });

  it('refuses more than ten calculated fields in a row', async () => {
    const row = Array.from({ length: 12 }, (_, n) => ({
      fieldName: `n${n}`,
      formula: { '+': [n === 0 ? own('weight') : own(`n${n - 1}`), 1] },
    }));
    expect(await problemsWith({}, row.slice(0, 10))).toEqual([]);
    expect(await problemsWith({}, row)).toHaveLength(2);
  });

  it('refuses a calculated field that names records', async () => {
    const named = await problemsWith({ inputType: 'TextField', formula: own('note') }, [], { name_template: '{x} crate' });
    expect(named).toContainEqual(expect.stringMatching(/cannot be calculated/));
  });
});
