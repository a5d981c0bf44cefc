import type { CompiledField, CompiledModule } from '../compiled/compiled-module.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import { isObject } from '../field-types/field-type.ts';

/** An operand `:name` in the terms of a finder. */
export interface TermPlaceholder {
  /** Without the colon. */
  readonly name: string;
  /** The field it is compared with; `undefined`: an id, or a part of an Address. */
  readonly field: CompiledField | undefined;
  /** The member of an object operand that it replaces, such as `module` in the operand of a FlexRelate. */
  readonly member: string | undefined;
}

type Fill = (position: TermPlaceholder) => JsonValue;

/** Returns the terms of a finder with each placeholder replaced by its value. Everything that is not an operand is unchanged. */
export function fillTerms(terms: JsonObject, module: CompiledModule, fill: Fill): JsonObject {
  return Object.fromEntries(
    Object.entries(terms).map(([name, value]) => {
      if (name === 'and' || name === 'or')
        return [name, Array.isArray(value) ? value.map((one: JsonValue) => (isObject(one) ? fillTerms(one, module, fill) : one)) : value];
      if (name === 'not') return [name, isObject(value) ? fillTerms(value, module, fill) : value];
      return [name, fillOperand(value, module.fields.get(name), undefined, fill)];
    }),
  );
}

/** Parses a path segment as a filter operand of the field; a value that cannot be parsed stays a string, which the filter then rejects. */
export function parsePathParam(text: string, field: CompiledField | undefined): JsonValue {
  const comparison = field?.type.comparison;
  if (comparison === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (comparison === 'number' || comparison === 'money') return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text;
  return text;
}

function fillOperand(value: JsonValue, field: CompiledField | undefined, member: string | undefined, fill: Fill): JsonValue {
  if (typeof value === 'string') return value.startsWith(':') ? fill({ name: value.slice(1), field, member }) : value;
  if (Array.isArray(value)) return value.map((one: JsonValue) => fillOperand(one, field, member, fill));
  if (!isObject(value) || Object.hasOwn(value, '$')) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillOperand(one, field, name, fill)]));
}
