import type { DropdownDefinition, FieldDefinition, InputType } from '../definitions/index.ts';
import type { JsonValue } from '../values/json.ts';
import type { FieldContext } from './field-type.ts';
import { FIELD_TYPES } from './registry.ts';

const STATUS: DropdownDefinition = {
  id: 'status',
  name: 'status',
  options: [
    { label: 'New', value: 'new' },
    { label: 'Not interested', value: 'not_interested' },
    { label: 'Old', value: 'old', retired: true },
  ],
};

/** Creates the context of a field of a type, for tests: dropdown `status`, modules tickets and firms. */
export function createContext(inputType: InputType, extra: Partial<FieldDefinition> = {}, refs: readonly string[] = []): FieldContext {
  const field: FieldDefinition = { id: 'f', fieldName: 'f', label: 'Field', inputType, ...extra };
  return { field, dropdown: STATUS, refs, hasModule: (name) => name === 'tickets' || name === 'firms' };
}

/** Normalizes a value: `{ value }`, or the codes of its problems with their paths. */
export function normalized(
  inputType: InputType,
  value: JsonValue,
  extra: Partial<FieldDefinition> = {},
  refs: readonly string[] = [],
): unknown {
  const result = FIELD_TYPES[inputType].normalize(value, createContext(inputType, extra, refs));
  if (result.ok) return { value: result.value };
  return result.problems.map((found) => (found.path === undefined ? found.code : `${found.path}: ${found.code}`));
}

/** The keys of a stored value. */
export function keysOf(inputType: InputType, value: JsonValue | undefined, part?: string): unknown {
  return FIELD_TYPES[inputType].toKey(value, createContext(inputType), part);
}

/** The display text of a stored value. */
export function formatted(inputType: InputType, value: JsonValue | undefined, extra: Partial<FieldDefinition> = {}): string {
  return FIELD_TYPES[inputType].format(value, createContext(inputType, extra));
}
