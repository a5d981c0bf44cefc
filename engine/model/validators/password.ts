import { isMissing, problem } from '../field-types/normalize-result.ts';
import type { FieldProblem } from '../field-types/field-type.ts';
import { readText } from '../field-types/text-rules.ts';
import { readNumberOption } from './read-options.ts';
import type { Validator } from './validator.ts';

/** Fewest characters of a password. */
export const PASSWORD_MIN = 8;
/** Most characters, unless the setting `password_max_length` says otherwise. */
export const PASSWORD_MAX = 20;
/** The most that the setting `password_max_length` may allow; an operator's own passwords may be as long at once. */
export const PASSWORD_MAX_LIMIT = 128;

const CLASSES: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /[@#$%^&+=?!*]/];

/** What is wrong with a new password, in the specification's words; at most `maxLength` characters. */
export function findPasswordProblems(password: string, maxLength: number = PASSWORD_MAX): readonly FieldProblem[] {
  const length = [...password].length;
  const problems: FieldProblem[] = [];
  if (length < PASSWORD_MIN) problems.push(problem('too_short', `Must be at least ${PASSWORD_MIN} characters long`));
  if (length > maxLength) problems.push(problem('too_long', `Must be at most ${maxLength} characters long`));
  if (!CLASSES.every((pattern) => pattern.test(password))) {
    problems.push(problem('weak_password', `Not valid, passwords must be at least ${PASSWORD_MIN} characters AND contain at least 1 lowercase, 1 uppercase AND also at least one character from the set @#$%^&+=`));
  }
  return problems;
}

/** A password; `options.maxLength` is 20 when absent. */
export const password: Validator = (value, input) =>
  isMissing(value) ? [] : findPasswordProblems(readText(value), readNumberOption(input, 'maxLength', PASSWORD_MAX));
