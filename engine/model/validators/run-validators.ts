import type { ValidatorUse } from '../definitions/index.ts';
import { problem, type FieldProblem } from '../field-types/field-type.ts';
import type { JsonValue } from '../values/json.ts';
import {
  dateOfBirth,
  hireDate,
  minimumAge,
  districtSelect,
  hoursForEventType,
  matchFields,
  messageRecipients,
  permissionGroup,
  email,
  number,
  pin,
  ssn,
  url,
  usPhone,
  username,
  usZip,
  wholeNumber,
} from './built-in-validators.ts';
import { password } from './password.ts';
import type { Validator, ValidatorInput } from './validator.ts';

const validators = new Map<string, Validator>(
  Object.entries({
    url,
    number,
    ssn,
    usPhone,
    usZip,
    username,
    password,
    email,
    pin,
    wholeNumber,
    dateOfBirth,
    minimumAge,
    hireDate,
    permissionGroup,
    matchFields,
    hoursForEventType,
    districtSelect,
    messageRecipients,
  }),
);

/** Names of all validators that a definition can use. */
export function listValidators(): readonly string[] {
  return [...validators.keys()];
}

export function hasValidator(name: string): boolean {
  return validators.has(name);
}

/** Adds a plugin's validator. Returns false without any change if a validator of that name exists. */
export function registerValidator(name: string, validator: Validator): boolean {
  if (validators.has(name)) return false;
  validators.set(name, validator);
  return true;
}

/** All problems that the validators of a field find in its stored value (`undefined`: missing). */
export function runValidators(
  uses: readonly ValidatorUse[] | undefined,
  value: JsonValue | undefined,
  input: Omit<ValidatorInput, 'options'>,
): readonly FieldProblem[] {
  return (uses ?? []).flatMap((use) => {
    const validator = validators.get(use.name);
    // A validator that does not exist must not accept the value silently.
    if (validator === undefined) return [problem('unknown_validator', `The rule ${use.name} does not exist. Ask an administrator.`)];
    return validator(value, { ...input, options: use.options ?? {} });
  });
}
