import { isMissing, ownValue, problem } from '../field-types/normalize-result.ts';
import { addYears } from '../field-types/calendar.ts';
import type { FieldProblem } from '../field-types/field-type.ts';
import { readText } from '../field-types/text-rules.ts';
import type { JsonValue } from '../json/index.ts';
import { readNumberOption, readTextOption } from './read-options.ts';
import type { Validator, ValidatorInput } from './validator.ts';

/** Required, and at least `options.years` (12) years ago. */
export const dateOfBirth: Validator = (value, input) => {
  if (isMissing(value)) return [problem('required', 'Type a date of birth.')];
  return findAgeProblems(value, input, 12);
};

/** The birth date of a person who is at least `options.years` (14) old; required with `options.required`. */
export const minimumAge: Validator = (value, input) => {
  if (!isMissing(value)) return findAgeProblems(value, input, 14);
  return input.options['required'] === true ? [problem('required', 'Type a birth date.')] : [];
};

function findAgeProblems(value: JsonValue | undefined, input: ValidatorInput, fallback: number): readonly FieldProblem[] {
  const years = readNumberOption(input, 'years', fallback);
  const day = readText(value).slice(0, 10);
  // Days are compared as texts with four-digit years: adding years to one of the last years of the calendar would exceed four digits.
  const oldEnough = day <= input.today && addYears(day, years) <= input.today;
  return oldEnough ? [] : [problem('too_young', `Type a date at least ${years} years back.`)];
}

/** Applies only to records of type `options.type` ('emp'; read from the field `options.typeField`, 'type'): the date is in the past. */
export const hireDate: Validator = (value, input) => {
  const type = ownValue(input.record, readTextOption(input, 'typeField', 'type'));
  if (isMissing(value) || type !== readTextOption(input, 'type', 'emp')) return [];
  return readText(value).slice(0, 10) < input.today ? [] : [problem('not_in_the_past', 'Type a hire date in the past.')];
};
