import { describe, expect, it } from 'vitest';
import { findConfirmProblem, findPasswordProblem } from './password-rules.ts';
import { pickBranding } from './use-branding.ts';

describe('a new password', () => {
  it.each([
    ['', 'Password is required'],
    ['Abc!1', 'Must be at least 8 characters long'],
    ['Abcdefghij!klmnopqrstu', 'Must be at most 20 characters long'],
    [
      'abcdefgh!',
      'Not valid, passwords must be at least 8 characters AND contain at least 1 lowercase, 1 uppercase AND also at least one character from the set @#$%^&+=',
    ],
    [
      'ABCDEFGH!',
      'Not valid, passwords must be at least 8 characters AND contain at least 1 lowercase, 1 uppercase AND also at least one character from the set @#$%^&+=',
    ],
    [
      'Abcdefgh1',
      'Not valid, passwords must be at least 8 characters AND contain at least 1 lowercase, 1 uppercase AND also at least one character from the set @#$%^&+=',
    ],
    ['Abcdefg!', undefined],
    ['Abcdefg*', undefined],
  ])('%s: %s', (password, problem) => {
    expect(findPasswordProblem(password, 20)).toBe(problem);
  });

  it('may be as long as the setting allows', () => {
    expect(findPasswordProblem('Abcdefghij!klmnopqrstu', 128)).toBeUndefined();
  });

  it('must be repeated', () => {
    expect([findConfirmProblem('a', ''), findConfirmProblem('a', 'b'), findConfirmProblem('a', 'a')]).toEqual([
      'Password confirm is required',
      'Passwords do not match',
      undefined,
    ]);
  });
});

describe('brandings', () => {
  const brandings = [
    { marker: 'member', title: 'For members' },
    { marker: '', title: 'Muster' },
  ];

  it('are chosen by host and path; the first match wins', () => {
    expect(pickBranding(brandings, 'member.example.com/login').title).toBe('For members');
    expect(pickBranding(brandings, 'app.example.com/login').title).toBe('Muster');
    expect(pickBranding([], 'app.example.com/login').title).toBe('Muster');
  });
});
