import { t } from '../../kit/index.ts';

/** Maximum password length if the setting is missing. */
export const DEFAULT_MAX_LENGTH = 20;

export interface PasswordRule {
  readonly id: 'length' | 'lower' | 'upper' | 'special';
  readonly met: boolean;
}

/** The password rules, and whether the password meets each of them. */
export function checkPasswordRules(password: string): readonly PasswordRule[] {
  return [
    { id: 'length', met: [...password].length >= 8 },
    { id: 'lower', met: /[a-z]/u.test(password) },
    { id: 'upper', met: /[A-Z]/u.test(password) },
    { id: 'special', met: /[@#$%^&+=?!*]/u.test(password) },
  ];
}

/** The first problem of a new password, with the specification's text; undefined if there is none. */
export function findPasswordProblem(password: string, maxLength: number): string | undefined {
  if (password === '') return t('newPassword.required');
  if ([...password].length < 8) return t('newPassword.tooShort');
  if ([...password].length > maxLength) return t('newPassword.tooLong', { count: maxLength });
  return checkPasswordRules(password).every((rule) => rule.met) ? undefined : t('newPassword.pattern');
}

/** The problem of the repeated password. */
export function findConfirmProblem(password: string, confirm: string): string | undefined {
  if (confirm === '') return t('newPassword.confirmRequired');
  return confirm === password ? undefined : t('newPassword.mismatch');
}
