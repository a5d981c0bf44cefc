import { ownValue } from '../field-types/answers.ts';
import type { JsonValue } from '../json/index.ts';
import type { ValidatorInput } from './validator.ts';

/** A number among a validator's options. */
export function readNumberOption(input: ValidatorInput, name: string, otherwise: number): number {
  const value = input.options[name];
  return typeof value === 'number' ? value : otherwise;
}

/** A text among a validator's options. */
export function readTextOption(input: ValidatorInput, name: string, otherwise: string): string {
  const value = input.options[name];
  return typeof value === 'string' ? value : otherwise;
}

/** A list of texts among a validator's options. */
export function readListOption(input: ValidatorInput, name: string, otherwise: readonly string[]): readonly string[] {
  const value = input.options[name];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : otherwise;
}

/** The value of the field that an option names, such as the event type beside a number of hours. */
export function readOther(input: ValidatorInput, option: string, otherwise: string): JsonValue | undefined {
  return ownValue(input.record, readTextOption(input, option, otherwise));
}
