import { problem, type FieldProblem } from '../field-types/field-type.ts';

/** Minimum number of characters of a password. */
export const PASSWORD_MIN = 8;
/** Maximum number of characters, unless the setting `password_max_length` overrides it. */
export const PASSWORD_MAX = 20;
/** Maximum value of the setting `password_max_length`; passwords set by an operator may always have this length. */
export const PASSWORD_MAX_LIMIT = 128;

const CLASSES: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /[@#$%^&+=?!*]/];

/** The problems of a new password, worded as in the specification; at most `maxLength` characters. */
export function findPasswordProblems(password: string, maxLength: number = PASSWORD_MAX): readonly FieldProblem[] {
  const length = [...password].length;
  const problems: FieldProblem[] = [];
  if (length < PASSWORD_MIN) problems.push(problem('too_short', `Must be at least ${PASSWORD_MIN} characters long`));
  if (length > maxLength) problems.push(problem('too_long', `Must be at most ${maxLength} characters long`));
  if (!CLASSES.every((pattern) => pattern.test(password))) {
    problems.push(
      problem(
        'weak_password',
        `Not valid, passwords must be at least ${PASSWORD_MIN} characters AND contain at least 1 lowercase, 1 uppercase AND also at least one character from the set @#$%^&+=`,
      ),
    );
  }
  return problems;
}
