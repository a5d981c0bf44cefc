import { addYears } from '../field-types/date-types.ts';
import { isEmailAddress } from '../field-types/email-address.ts';
import { isMissing, isObject, ownValue, problem, type FieldProblem } from '../field-types/field-type.ts';
import { isUrl } from '../field-types/text-types.ts';
import { readNumberOption, readTextOption, readListOption, readReferencedField, type Validator, type ValidatorInput } from './validator.ts';
import { toText } from '../values/text.ts';
import type { JsonValue } from '../values/json.ts';

const SSN = /^(?!000|666|9)\d{3}-?(?!00)\d{2}-?(?!0000)\d{4}$/;
/** Numbers that were printed in advertisements and belong to nobody. */
const ADVERTISED_SSNS: readonly string[] = ['078051120', '219099999', '457555462'];

/** A validator of texts: invalid texts have one problem, missing ones are accepted. */
function checkText(holds: (text: string) => boolean, code: string, message: string): Validator {
  return (value) => (isMissing(value) || holds(typeof value === 'number' ? String(value) : toText(value)) ? [] : [problem(code, message)]);
}

/** http, https or ftp with a domain or an IP address. */
export const url = checkText(isUrl, 'not_a_url', 'Type a web address, such as https://example.com.');

/** A number, or a text in the form of a number. */
export const number = checkText((text) => /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text.trim()), 'not_a_number', 'Type a number.');

/** A United States social security number, with or without hyphens; known invalid numbers are rejected. */
export const ssn = checkText(
  (text) => SSN.test(text) && (text.match(/-/g) ?? []).length !== 1 && !ADVERTISED_SSNS.includes(text.replaceAll('-', '')),
  'not_an_ssn',
  'Type a valid social security number, such as 212-34-5678.',
);

/** (123) 456-7890 or 123-456-7890; for a Phone field the ten digits that it stores. */
export const usPhone: Validator = (value, { field }) => {
  if (isMissing(value)) return [];
  const text = toText(value);
  const holds = /^(?:\(\d{3}\) |\d{3}-)\d{3}-\d{4}$/.test(text) || (field.inputType === 'Phone' && /^\d{10}$/.test(text));
  return holds ? [] : [problem('not_a_us_phone', 'Type a US phone number, such as (404) 555-0142 or 404-555-0142.')];
};

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

/** Exactly four digits. */
export const pin = checkText((text) => /^\d{4}$/.test(text), 'not_a_pin', 'Type exactly 4 digits.');

/** 0, 1, 2 … */
export const wholeNumber = checkText((text) => /^\d+$/.test(text), 'not_a_whole_number', 'Type a whole number, 0 or more.');

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
  const day = toText(value).slice(0, 10);
  // Days are compared as texts with four-digit years: adding years to one of the last years of the calendar would exceed four digits.
  const oldEnough = day <= input.today && addYears(day, years) <= input.today;
  return oldEnough ? [] : [problem('too_young', `Type a date at least ${years} years back.`)];
}

/** Applies only to records of type `options.type` ('emp'; read from the field `options.typeField`, 'type'): the date is in the past. */
export const hireDate: Validator = (value, input) => {
  const type = ownValue(input.record, readTextOption(input, 'typeField', 'type'));
  if (isMissing(value) || type !== readTextOption(input, 'type', 'emp')) return [];
  return toText(value).slice(0, 10) < input.today ? [] : [problem('not_in_the_past', 'Type a hire date in the past.')];
};

/**
 * At least one value is chosen. With `options.values` only these count, and a Checkbox of the record that has the name of one of them,
 * with `options.prefix` before it, counts too. `options.message` is the message.
 */
export const selection: Validator = (value, input) => {
  const values = readListOption(input, 'values', []);
  const prefix = readTextOption(input, 'prefix', '');
  const chosen = (Array.isArray(value) ? value : [value]) as readonly (JsonValue | undefined)[];
  const isChosen = values.length === 0 ? !isMissing(value) : chosen.some((one) => typeof one === 'string' && values.includes(one));
  const isMarked = values.some((one) => ownValue(input.record, `${prefix}${one}`) === true);
  return isChosen || isMarked ? [] : [problem('required', readTextOption(input, 'message', 'Choose at least one.'))];
};

/** The value equals that of the field `options.field`. */
export const matchFields: Validator = (value, input) => {
  const other = readReferencedField(input, 'field', '');
  const same = isMissing(value) ? isMissing(other) : JSON.stringify(value) === JSON.stringify(other);
  return same ? [] : [problem('mismatchFields', 'Type the same value in both fields.')];
};

/** A number of hours is required when the field `options.eventTypeField` has one of the values `options.eventTypes`. */
export const hoursForEventType: Validator = (value, input) => {
  const types = readListOption(input, 'eventTypes', []);
  const type = readReferencedField(input, 'eventTypeField', '');
  if (typeof type !== 'string' || !types.includes(type) || (typeof value === 'number' && value > 0)) return [];
  return [problem('required', `Type the number of hours of the ${type}.`)];
};

/**
 * Values that are required in a mode, which is the value of the field `options.modeField`: in the mode 'select' at least one is chosen;
 * in the mode 'none' none counts; other modes require nothing. A record whose Checkbox `options.exemptField` is marked needs none in any
 * mode. `options.message` is the message.
 */
export const selectionByMode: Validator = (value, input) => {
  const mode = readReferencedField(input, 'modeField', '');
  if (readReferencedField(input, 'exemptField', '') === true || (mode !== 'select' && mode !== 'none')) return [];
  if (mode === 'select' && !isMissing(value)) return [];
  return [problem('required', readTextOption(input, 'message', 'Choose at least one.'))];
};
