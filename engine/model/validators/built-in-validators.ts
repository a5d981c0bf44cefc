import { addYears } from '../field-types/date-types.ts';
import { isEmailAddress } from '../field-types/email-address.ts';
import { isMissing, isObject, ownValue, problem, type FieldProblem } from '../field-types/field-type.ts';
import { readNumberOption, type Validator } from './validator.ts';
import { toText } from '../values/text.ts';
import type { JsonValue } from '../values/json.ts';

const SSN = /^(?!000|666|9)\d{3}-?(?!00)\d{2}-?(?!0000)\d{4}$/;
/** Numbers that were printed in advertisements and belong to nobody. */
const ADVERTISED_SSNS: readonly string[] = ['078051120', '219099999', '457555462'];

/** A validator of texts: invalid texts have one problem, missing ones are accepted. */
function checkText(holds: (text: string) => boolean, code: string, message: string): Validator {
  return (value) => (isMissing(value) || holds(typeof value === 'number' ? String(value) : toText(value)) ? [] : [problem(code, message)]);
}

/** A United States social security number, with or without hyphens; known invalid numbers are rejected. */
export const ssn = checkText(
  (text) => SSN.test(text) && (text.match(/-/g) ?? []).length !== 1 && !ADVERTISED_SSNS.includes(text.replaceAll('-', '')),
  'not_an_ssn',
  'Type a valid social security number, such as 212-34-5678.',
);

/** Five digits, or five and four; for an Address, its zip. */
export const usZip: Validator = (value) => {
  if (isObject(value)) return findZipProblem(ownValue(value, 'zip'), 'zip');
  return findZipProblem(value);
};

function findZipProblem(value: JsonValue | undefined, path?: string): readonly FieldProblem[] {
  if (isMissing(value) || /^\d{5}(?:-\d{4})?$/.test(toText(value))) return [];
  return [problem('not_a_zip', 'Type a ZIP code of 5 digits, or 5 and 4, such as 30301 or 30301-1234.', path)];
}

/** 5 to 15 letters or digits. */
export const username = checkText((text) => /^[A-Za-z0-9]{5,15}$/.test(text), 'not_a_username', 'Use 5 to 15 letters or digits.');

/**
 * The basic pattern with a top-level domain of 2 or 3 letters; with `options.anyEnding` the addresses that the
 * EmailAddress type accepts, such as ana@agency.careers.
 */
export const email: Validator = (value, { options }) => {
  const isAddress =
    options.anyEnding === true ? isEmailAddress : (text: string): boolean => /^[\w.%+'-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,3}$/.test(text);
  const entries = (Array.isArray(value) ? value : [value]) as readonly (JsonValue | undefined)[];
  const holds = (entry: JsonValue | undefined): boolean => {
    const text = isObject(entry) ? ownValue(entry, 'email_address') : entry;
    return isMissing(text) || isAddress(toText(text));
  };
  return entries.every(holds) ? [] : [problem('not_an_email', 'Type an e-mail address, such as ana@example.com.')];
};

/** 0, 1, 2 … */
export const wholeNumber = checkText((text) => /^\d+$/.test(text), 'not_a_whole_number', 'Type a whole number, 0 or more.');

/** The birth date of a person who is at least `options.years` (14) old. */
export const minimumAge: Validator = (value, input) => {
  if (isMissing(value)) return [];
  const years = readNumberOption(input, 'years', 14);
  const day = toText(value).slice(0, 10);
  // Days are compared as texts with four-digit years: adding years to one of the last years of the calendar would exceed four digits.
  const oldEnough = day <= input.today && addYears(day, years) <= input.today;
  return oldEnough ? [] : [problem('too_young', `Type a date at least ${years} years back.`)];
};
