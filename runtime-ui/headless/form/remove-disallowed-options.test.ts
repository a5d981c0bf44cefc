import { describe, expect, it } from 'vitest';
import type { FieldView } from '#engine/model/wire';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import type { Draft } from './draft.ts';
import { removeDisallowedOptions } from './remove-disallowed-options.ts';

const shade = fixtureField('Dropdown', { fieldName: 'shade', dropdown: 'shades' });
const finish = fixtureField('Dropdown', {
  fieldName: 'finish',
  dropdown: 'finishes',
  optionsBy: { field: 'shade', options: { red: ['matt'], grey: ['raw'] } },
});
const coats = fixtureField('MultiSelect', {
  fieldName: 'coats',
  dropdown: 'finishes',
  optionsBy: { field: 'finish', options: { matt: ['one', 'two'] } },
});
const module = fixtureModule({ fields: [coats, finish, shade] });
const fit = (draft: Draft, base: Draft = {}, isShown: (field: FieldView) => boolean = () => true) =>
  removeDisallowedOptions({ module, base, isShown }, draft);

describe('the draft that is saved', () => {
  it('is the draft itself while all its options are allowed', () => {
    const draft = { shade: 'red', finish: 'matt', coats: ['one'] };
    expect(fit(draft)).toBe(draft);
  });

  it('omits options that the parent does not allow, and restores them when the parent changes back', () => {
    const draft: Draft = { shade: 'grey', finish: 'matt' };
    expect(fit(draft)).toEqual({ shade: 'grey', finish: undefined });
    expect(fit({ ...draft, shade: 'red' })).toEqual({ shade: 'red', finish: 'matt' });
  });

  it('applies to dependent fields of dependent fields, and keeps the allowed options of a multi-select', () => {
    expect(fit({ shade: 'red', finish: 'matt', coats: ['one', 'three'] })).toEqual({ shade: 'red', finish: 'matt', coats: ['one'] });
    expect(fit({ shade: 'red', finish: 'matt', coats: ['three'] })).toMatchObject({ coats: undefined });
    expect(fit({ shade: 'grey', finish: 'matt', coats: ['three'] })).toEqual({ shade: 'grey', finish: undefined, coats: ['three'] });
  });

  it('keeps pairs that are already stored, and hidden fields', () => {
    const stored = { _id: 'r1', shade: 'grey', finish: 'matt' };
    expect(fit({ ...stored }, stored)).toMatchObject({ finish: 'matt' });
    expect(fit({ ...stored, shade: 'red', finish: 'raw' }, stored)).toMatchObject({ finish: undefined });
    expect(fit({ shade: 'grey', finish: 'matt' }, {}, (field) => field !== finish)).toMatchObject({ finish: 'matt' });
  });
});
