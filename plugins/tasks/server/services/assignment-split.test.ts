import { describe, expect, it } from 'vitest';
import { userForName } from './assignment-split.ts';

const SPLIT = { 'a-j': 'first@muster.example', others: 'second@muster.example' };

describe('The assignment by last name', () => {
  it('uses the first letter, without regard to accents and case', () => {
    for (const name of ['Abbott', 'jones', ' Élan', 'Ibañez']) expect(userForName(SPLIT, name)).toBe('first@muster.example');
    for (const name of ['Kim', 'zorn', 'Ñandú', 'Łukasz', '']) expect(userForName(SPLIT, name)).toBe('second@muster.example');
    expect(userForName(SPLIT, undefined)).toBe('second@muster.example');
  });

  it('returns no user if the setting names none', () => {
    expect(userForName({ 'a-j': 'first@muster.example' }, 'Kim')).toBeUndefined();
    for (const setting of [undefined, null, 'a-j', ['a-j'], { 'a-j': 7 }]) expect(userForName(setting, 'Abbott')).toBeUndefined();
  });
});
