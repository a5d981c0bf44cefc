import { describe, expect, it } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { findProblems } from './check-fixture.ts';

/** The problems of the fixture with a module that has a dropdown `colour` and this field, as 'path cause'. */
async function problemsWith(field: Partial<FieldDefinition>, more: Partial<ModuleDefinition> = {}): Promise<string[]> {
  const colour: FieldDefinition = { id: 'x_colour', fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', dropdown: 'colour' };
  const whole: FieldDefinition = { id: 'x_field', fieldName: 'x', label: 'X', inputType: 'TextField', ...field };
  const secret: FieldDefinition = { id: 'x_secret', fieldName: 'secret', label: 'Secret', inputType: 'TextField', sensitive: true };
  const module = { id: 'crates', name: 'crates', label: 'Crates', labelSingular: 'Crate', kind: 'plain' as const };
  const definition: ModuleDefinition = { ...module, fields: [colour, whole, secret], ...more };
  return findProblems([{ kind: 'module', definition }]);
}

describe('checking the rules of definitions', () => {
  it('accepts conditions on fields, the values before and the user', async () => {
    const condition = { or: [{ '==': [{ var: 'record.colour' }, { var: 'old.colour' }] }, { in: ['Clerk', { var: 'user.roles' }] }] };
    const validations = [{ condition, message: 'No.', fields: ['x'] }];
    expect(await problemsWith({ visibleWhen: condition, readOnlyWhen: { var: 'record._id' } }, { validations })).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['a condition with an operator that does not exist', { visibleWhen: { method: [1, 'x'] } }, /visibleWhen There is no operator method/],
    ['a condition on a field that does not exist', { requiredWhen: { '!': { var: 'record.shape' } } }, /no field shape/],
    ['a condition on an earlier value that does not exist', { readOnlyWhen: { missing: ['old.shape'] } }, /no field shape/],
    ['a condition on a variable that does not exist', { visibleWhen: { var: 'user.email' } }, /no variable user.email/],
    ['a condition that names a field without its source', { visibleWhen: { var: 'colour' } }, /name a field as record/],
    ['a condition on the whole record', { visibleWhen: { var: 'record' } }, /Name a field: record/],
    [
      'a validator that does not exist',
      { validators: [{ name: 'usZip' }, { name: 'pattern' }] },
      /validators\/1\/name There is no validator pattern/,
    ],
    ['a condition that is too large', { visibleWhen: { in: [1, Array.from({ length: 600 }, () => 1)] } }, /at most 500/],
    ['a rule with two operators', { requiredWhen: { and: [true], or: [true] } }, /requiredWhen/],
    [
      'a validation on a field that does not exist',
      { validations: [{ condition: { var: 'record.shape' }, message: 'No.' }] },
      /no field shape/,
    ],
    [
      'transition requirements of a text',
      { transitionRequirements: [{ to: ['red'], requires: ['colour'], message: 'No.' }] },
      /A TextField cannot have transition requirements/,
    ],
  ])('rejects %s', async (_, field, cause) => {
    expect(await problemsWith(field)).toContainEqual(expect.stringMatching(cause));
  });

  it('reports the place of a problem in a condition', async () => {
    const condition = { and: [true, { '==': [{ var: 'record.colour' }, { var: 'record.shape' }] }] };
    expect(await problemsWith({ validations: [{ condition, message: 'No.' }] })).toEqual([
      '/definitions/0/fields/1/validations/0/condition/and/1/==/1/var There is no field shape.',
    ]);
    const validations = [{ condition: true, message: 'No.', fields: ['shape'] }];
    expect(await problemsWith({ visibleWhen: { var: 'record.secret' } }, { validations })).toEqual([
      '/definitions/0/fields/1/visibleWhen/var secret is sensitive: a condition would reveal its value.',
      '/definitions/0/validations/0/fields There is no field shape.',
    ]);
  });

  it('reports transition requirements that cannot be met', async () => {
    const requirement = { to: ['green'], when: { var: 'record.shape' }, requires: ['x', 'none'], message: 'No.', code: 'record_not_found' };
    const field = { inputType: 'Dropdown' as const, dropdown: 'colour', transitionRequirements: [requirement] };
    expect(await problemsWith(field)).toEqual([
      '/definitions/0/fields/1/transitionRequirements/0/to green is not a value of the dropdown colour.',
      '/definitions/0/fields/1/transitionRequirements/0/when/var There is no field shape.',
      '/definitions/0/fields/1/transitionRequirements/0/requires There is no field none.',
      '/definitions/0/fields/1/transitionRequirements/0/requires A value cannot require its own field.',
      '/definitions/0/fields/1/transitionRequirements/0/code record_not_found is an error code of the product.',
    ]);
  });
});
