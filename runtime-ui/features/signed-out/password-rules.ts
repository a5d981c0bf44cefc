import { t } from '../../kit/index.ts';

/** Longest password when the setting says nothing. */
export const DEFAULT_MAX_LENGTH = 20;

export interface PasswordRule {
  readonly id: 'length' | 'lower' | 'upper' | 'special';
  readonly met: boolean;
}

/** What a password must have, and whether it has it. */
export function checkPasswordRules(password: string): readonly PasswordRule[] {
  return [
    { id: 'length', met: [...password].length >= 8 },
    { id: 'lower', met: /[a-z]/u.test(password) },
    { id: 'upper', met: /[A-Z]/u.test(password) },
    { id: 'special', met: /[@#$%^&+=?!*]/u.test(password) },
  ];
}

/** The first thing wrong with a new password, in the specification's words; undefined when nothing is. */
export function findPasswordProblem(password: string, maxLength: number): string | undefined {
  if (password === '') return t('newPassword.required');
  if ([...password].length < 8) return t('newPassword.tooShort');
  if ([...password].length > maxLength) return t('newPassword.tooLong', { count: maxLength });
  return checkPasswordRules(password).every((rule) => rule.met) ? undefined : t('newPassword.pattern');
}

/** What is wrong with its repetition. */
export function findConfirmProblem(password: string, confirm: string): string | undefined {
  if (confirm === '') return t('newPassword.confirmRequired');
  return confirm === password ? undefined : t('newPassword.mismatch');
}
