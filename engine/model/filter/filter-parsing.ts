import type { CompiledModule, CompiledField } from '../compiled/compiled-module.ts';
import type { KeySchema } from '../compiled/collection-schema.ts';
import { ADDRESS_PART_OPERATORS } from '../field-types/address.ts';
import type { FilterContext, FilterProblem } from './filter-context.ts';
import type { FilterNode } from './filter-node.ts';
import type { FilterOperator } from './operators.ts';

export const FILTER_BOUNDS = { depth: 10, entries: 200, list: 1000, text: 200, related: 3, days: 36_500, miles: 500 } as const;

/** Stops the parsing; caught by the parser and returned as a value. */
export class FilterParseError extends Error {
  readonly problem: FilterProblem;

  constructor(problem: FilterProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

/** The state of one parse: counters and flags. */
export interface FilterParseState {
  readonly context: FilterContext;
  entries: number;
  usesClock: boolean;
  teamsRemoved: boolean;
}

/** The current position of the parser. */
export interface FilterPosition {
  readonly parse: FilterParseState;
  readonly module: CompiledModule;
  readonly path: readonly (string | number)[];
  readonly depth: number;
  readonly relatedDepth: number;
}

/** Parses a filter object inside another; passed as a parameter because filters nest. */
export type EntriesParser = (input: unknown, position: FilterPosition) => FilterNode | undefined;

/** Throws `filter_invalid` for this position. */
export function refuse(position: FilterPosition, reason: string, choices?: FilterProblem['choices']): never {
  const problem = { ok: false, code: 'filter_invalid', path: position.path.join('.'), reason } as const;
  throw new FilterParseError(choices === undefined ? problem : { ...problem, choices });
}

/** Throws `unknown_field` for this position. */
export function refuseUnknown(position: FilterPosition): never {
  const { fields, relations } = position.module;
  const choices = { name: String(position.path.at(-1)), names: [...new Set([...fields.keys(), ...relations.keys()])] };
  throw new FilterParseError({
    ok: false,
    code: 'unknown_field',
    path: position.path.join('.'),
    reason: 'there is no such field',
    choices,
  });
}

/** Throws `field_not_visible` unless the reader may filter by the field. */
export function assertVisible(position: FilterPosition, module: string, field: string): void {
  if (position.parse.context.canFilter(module, field)) return;
  throw new FilterParseError({
    ok: false,
    code: 'field_not_visible',
    path: position.path.join('.'),
    reason: 'the field cannot be seen',
    module,
    field,
  });
}

/** The position one or more path segments deeper. */
export function step(position: FilterPosition, ...names: readonly (string | number)[]): FilterPosition {
  return { ...position, path: [...position.path, ...names] };
}

export type PlainObject = { readonly [name: string]: unknown };

/** Whether a value is a JSON object, not a list or null. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property; inherited names return undefined. */
export function ownMember(object: PlainObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** What a filter entry compares: a field, or one part of an Address. */
export interface FieldTarget {
  readonly field: CompiledField;
  /** Part of the Address; `undefined`: the whole field. */
  readonly part: string | undefined;
  readonly keys: readonly KeySchema[];
}

/** The field of a name, unless it is internal and the context hides internal fields. */
export function findField(module: CompiledModule, name: string, context: Pick<FilterContext, 'hidesInternal'>): CompiledField | undefined {
  const field = module.fields.get(name);
  return context.hidesInternal === true && field?.definition.internal === true ? undefined : field;
}

/** The operators of the target. */
export function operatorsOf(target: FieldTarget): readonly FilterOperator[] {
  return target.part === undefined ? target.field.type.operators : ADDRESS_PART_OPERATORS;
}

/** How the target's operands are compared. */
export function comparisonOf(target: FieldTarget): CompiledField['type']['comparison'] {
  return target.part === undefined ? target.field.type.comparison : 'text';
}
