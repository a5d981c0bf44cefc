import { describe, expect, it } from 'vitest';
import { getAllowedOptions, findDisallowedOptions, type DependentOptionsField } from './allowed-options.ts';

const finish: DependentOptionsField = { optionsBy: { field: 'shade', options: { red: ['matt', 'gloss'], grey: [] } } };
const extra: DependentOptionsField = { optionsBy: { field: 'insured', options: { false: ['none'] } } };

describe('options that depend on a parent', () => {
  it('are the options of its value; all options are allowed for other values and for none', () => {
    expect([getAllowedOptions(finish, { shade: 'red' }), getAllowedOptions(finish, { shade: 'grey' })]).toEqual([['matt', 'gloss'], []]);
    expect([
      getAllowedOptions(finish, { shade: 'blue' }),
      getAllowedOptions(finish, {}),
      getAllowedOptions(finish, { shade: null }),
      getAllowedOptions({}, { shade: 'red' }),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('read a checkbox as true or false, and a missing one as false', () => {
    expect([
      getAllowedOptions(extra, {}),
      getAllowedOptions(extra, { insured: false }),
      getAllowedOptions(extra, { insured: true }),
    ]).toEqual([['none'], ['none'], undefined]);
  });

  it('do not treat inherited property names as values', () => {
    expect(getAllowedOptions(finish, { shade: 'constructor' })).toBeUndefined();
    expect(getAllowedOptions({ optionsBy: { field: 'constructor', options: { red: ['matt'] } } }, {})).toBeUndefined();
  });

  it('return the selected options that are not allowed, of single and multiple values', () => {
    expect(findDisallowedOptions(finish, 'raw', { shade: 'red' })).toEqual(['raw']);
    expect(findDisallowedOptions(finish, ['raw', 'matt', 'metallic'], { shade: 'red' })).toEqual(['raw', 'metallic']);
    expect([
      findDisallowedOptions(finish, undefined, { shade: 'red' }),
      findDisallowedOptions(finish, '', { shade: 'red' }),
      findDisallowedOptions(finish, 'raw', { shade: 'blue' }),
    ]).toEqual([[], [], []]);
  });
});
