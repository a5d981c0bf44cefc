import { describe, expect, it } from 'vitest';
import { allowedOptions, findUnfit, type ChoosingField } from './allowed-options.ts';

const finish: ChoosingField = { optionsBy: { field: 'shade', options: { red: ['matt', 'gloss'], grey: [] } } };
const extra: ChoosingField = { optionsBy: { field: 'insured', options: { false: ['none'] } } };

describe('options that follow a parent', () => {
  it('are those of its value; a value that is not named, and none, leave all open', () => {
    expect([allowedOptions(finish, { shade: 'red' }), allowedOptions(finish, { shade: 'grey' })]).toEqual([['matt', 'gloss'], []]);
    expect([allowedOptions(finish, { shade: 'blue' }), allowedOptions(finish, {}), allowedOptions(finish, { shade: null }), allowedOptions({}, { shade: 'red' })]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('read a checkbox as true or false, and a missing one as false', () => {
    expect([allowedOptions(extra, {}), allowedOptions(extra, { insured: false }), allowedOptions(extra, { insured: true })]).toEqual([['none'], ['none'], undefined]);
  });

  it('take no name of an object for a value', () => {
    expect(allowedOptions(finish, { shade: 'constructor' })).toBeUndefined();
    expect(allowedOptions({ optionsBy: { field: 'constructor', options: { red: ['matt'] } } }, {})).toBeUndefined();
  });

  it('name what is held and not allowed, of one and of many', () => {
    expect(findUnfit(finish, 'raw', { shade: 'red' })).toEqual(['raw']);
    expect(findUnfit(finish, ['raw', 'matt', 'metallic'], { shade: 'red' })).toEqual(['raw', 'metallic']);
    expect([findUnfit(finish, undefined, { shade: 'red' }), findUnfit(finish, '', { shade: 'red' }), findUnfit(finish, 'raw', { shade: 'blue' })]).toEqual([[], [], []]);
  });
});
