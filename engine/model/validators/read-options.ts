import { ownValue } from '../field-types/normalize-result.ts';
import type { JsonValue } from '../json/index.ts';
import type { ValidatorInput } from './validator.ts';

/** A number among a validator's options. */
export function readNumberOption(input: ValidatorInput, name: string, fallback: number): number {
  const value = input.options[name];
  return typeof value === 'number' ? value : fallback;
}

/** A text among a validator's options. */
export function readTextOption(input: ValidatorInput, name: string, fallback: string): string {
  const value = input.options[name];
  return typeof value === 'string' ? value : fallback;
}

/** A list of texts among a validator's options. */
export function readListOption(input: ValidatorInput, name: string, fallback: readonly string[]): readonly string[] {
  const value = input.options[name];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : fallback;
}

/** The value of the field that an option names, such as the event type beside a number of hours. */
export function readReferencedField(input: ValidatorInput, option: string, fallback: string): JsonValue | undefined {
  return ownValue(input.record, readTextOption(input, option, fallback));
}
