import { ownValue } from '../field-types/normalize-result.ts';
import type { JsonValue } from '../json/index.ts';
import type { ValidatorInput } from './validator.ts';

/** Reads a number from the options of a validator. */
export function readNumberOption(input: ValidatorInput, name: string, fallback: number): number {
  const value = input.options[name];
  return typeof value === 'number' ? value : fallback;
}

/** Reads a text from the options of a validator. */
export function readTextOption(input: ValidatorInput, name: string, fallback: string): string {
  const value = input.options[name];
  return typeof value === 'string' ? value : fallback;
}

/** Reads a list of texts from the options of a validator. */
export function readListOption(input: ValidatorInput, name: string, fallback: readonly string[]): readonly string[] {
  const value = input.options[name];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : fallback;
}

/** The value of the field that an option refers to, such as the event type for a number of hours. */
export function readReferencedField(input: ValidatorInput, option: string, fallback: string): JsonValue | undefined {
  return ownValue(input.record, readTextOption(input, option, fallback));
}
