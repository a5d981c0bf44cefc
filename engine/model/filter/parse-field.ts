import type { CompiledField } from '../compiled/index.ts';
import type { FilterNode } from './filter-node.ts';
import type { FilterOperator } from './operators.ts';
import { allOf } from './build-node.ts';
import { assertVisible, isPlainObject, refuse, step, type FilterPlace } from './filter-parsing.ts';
import { parseIdOperator } from './parse-id.ts';
import { parseOperator } from './parse-operators.ts';
import { parseRelated } from './parse-related.ts';
import { parseWithin } from './parse-within.ts';
import { findField, operatorsOf, type FieldTarget } from './field-target.ts';

/** Parses a filter object inside another; handed in, for filters nest. */
export type EntriesParser = (input: unknown, place: FilterPlace) => FilterNode | undefined;

/** One `field: operators` entry; `undefined` when nothing is left of it. */
export function parseField(name: string, value: unknown, place: FilterPlace, entries: EntriesParser): FilterNode | undefined {
  const operators = readOperators(value, place);
  if (name === '_id') return allOf(operators.map(([operator, operand]) => parseIdOperator(operator, operand, step(place, operator))));
  const target = findTarget(name, place);
  if (target === undefined) return parseReverse(name, operators, place, entries);
  const nodes: FilterNode[] = [];
  for (const [operator, operand] of operators) {
    const node = parseFieldOperator(target, operator, operand, step(place, operator), entries);
    if (node !== undefined) nodes.push(node);
  }
  return nodes.length === 0 ? undefined : allOf(nodes);
}

/** A scalar or null is `{ equals: it }`; an object is always operators. */
function readOperators(value: unknown, place: FilterPlace): (readonly [string, unknown])[] {
  if (Array.isArray(value) || value === undefined) refuse(place, 'a value, null or an object of operators is due');
  if (!isPlainObject(value)) return [['equals', value]];
  const names = Object.keys(value);
  if (names.length === 0) refuse(place, 'at least one operator is due');
  return names.map((name) => [name, value[name]] as const);
}

function parseFieldOperator(target: FieldTarget, operator: string, operand: unknown, place: FilterPlace, entries: EntriesParser): FilterNode | undefined {
  if (operator === 'withinMiles') return parseWithin(target, operand, place);
  if (!operatorsOf(target).includes(operator as FilterOperator)) refuse(place, `${target.field.type.name} fields have no operator of this name`);
  if (operator !== 'related') return parseOperator(target, operator as FilterOperator, operand, place);
  const relation = place.module.relations.get(target.field.name);
  return relation === undefined ? refuse(place, 'the field has no relation') : parseRelated(relation, operand, place, entries);
}

/** The field of this name, or the part of an Address that `field.part` names; `undefined` when there is neither. */
function findTarget(name: string, place: FilterPlace): FieldTarget | undefined {
  const { context } = place.parse;
  const field = findField(place.module, name, context);
  if (field !== undefined) {
    assertVisible(place, place.module.name, name);
    return { field, part: undefined, keys: field.keys };
  }
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : findPart(findField(place.module, name.slice(0, dot), context), name.slice(dot + 1), place);
}

function findPart(field: CompiledField | undefined, part: string, place: FilterPlace): FieldTarget | undefined {
  if (field === undefined || field.type.comparison !== 'address') return undefined;
  const key = field.keys.find((candidate) => candidate.id === `${field.id}.${part}`);
  if (key === undefined) return undefined;
  assertVisible(place, place.module.name, field.name);
  return { field, part, keys: [key] };
}

/** A relation that the other module's field holds: `related` is all that it has. */
function parseReverse(name: string, operators: readonly (readonly [string, unknown])[], place: FilterPlace, entries: EntriesParser): FilterNode | undefined {
  const relation = place.module.relations.get(name);
  // What leads away by a field of this module was found as that field, unless it is internal.
  if (relation?.direction !== 'reverse') refuse(place, 'there is no such field');
  const nodes: FilterNode[] = [];
  for (const [operator, operand] of operators) {
    const at = step(place, operator);
    if (operator !== 'related') refuse(at, 'a relation from another module has the operator related alone');
    const node = parseRelated(relation, operand, at, entries);
    if (node !== undefined) nodes.push(node);
  }
  return nodes.length === 0 ? undefined : allOf(nodes);
}
