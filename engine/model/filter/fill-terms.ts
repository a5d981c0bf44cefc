import type { CompiledField, CompiledModule } from '../compiled/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';

/** An operand `:name` in the terms of a look-up. */
export interface TermPlaceholder {
  /** Without the colon. */
  readonly name: string;
  /** The field it is compared with; `undefined`: an id, or a part of an Address. */
  readonly field: CompiledField | undefined;
  /** The member of an object operand that it is, such as `module` of a flexible relate's. */
  readonly member: string | undefined;
}

type Fill = (position: TermPlaceholder) => JsonValue;

/** The terms of a look-up with a value in each place that its path fills. What is no operand is left as it is. */
export function fillTerms(terms: JsonObject, module: CompiledModule, fill: Fill): JsonObject {
  return Object.fromEntries(Object.entries(terms).map(([name, value]) => {
    if (name === 'and' || name === 'or') return [name, Array.isArray(value) ? value.map((one: JsonValue) => (isObject(one) ? fillTerms(one, module, fill) : one)) : value];
    if (name === 'not') return [name, isObject(value) ? fillTerms(value, module, fill) : value];
    return [name, fillOperand(value, module.fields.get(name), undefined, fill)];
  }));
}

/** The value that a part of a path stands for, as values of the field are written in a filter; what does not fit stays a text, which the filter refuses. */
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

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
