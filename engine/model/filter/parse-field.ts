import type { CompiledField } from '../compiled/index.ts';
import type { FilterNode } from './filter-node.ts';
import type { FilterOperator } from './operators.ts';
import { allOf } from './build-node.ts';
import { assertVisible, isPlainObject, refuse, step, type EntriesParser, type FilterPosition } from './filter-parsing.ts';
import { parseIdOperator } from './parse-id.ts';
import { parseOperator } from './parse-operators.ts';
import { parseRelated } from './parse-related.ts';
import { parseWithin } from './parse-within.ts';
import { findField, operatorsOf, type FieldTarget } from './field-target.ts';

/** Parses one `field: operators` entry; `undefined` when nothing of it remains. */
export function parseField(name: string, value: unknown, position: FilterPosition, entries: EntriesParser): FilterNode | undefined {
  const operators = readOperators(value, position);
  if (name === '_id') return allOf(operators.map(([operator, operand]) => parseIdOperator(operator, operand, step(position, operator))));
  const target = findTarget(name, position);
  if (target === undefined) return parseReverse(name, operators, position, entries);
  const nodes: FilterNode[] = [];
  for (const [operator, operand] of operators) {
    const node = parseFieldOperator(target, operator, operand, step(position, operator), entries);
    if (node !== undefined) nodes.push(node);
  }
  return nodes.length === 0 ? undefined : allOf(nodes);
}

/** A scalar or null is `{ equals: value }`; an object always contains operators. */
function readOperators(value: unknown, position: FilterPosition): (readonly [string, unknown])[] {
  if (Array.isArray(value) || value === undefined) refuse(position, 'a value, null or an object of operators is due');
  if (!isPlainObject(value)) return [['equals', value]];
  const names = Object.keys(value);
  if (names.length === 0) refuse(position, 'at least one operator is due');
  return names.map((name) => [name, value[name]] as const);
}

function parseFieldOperator(
  target: FieldTarget,
  operator: string,
  operand: unknown,
  position: FilterPosition,
  entries: EntriesParser,
): FilterNode | undefined {
  if (operator === 'withinMiles') return parseWithin(target, operand, position);
  if (!operatorsOf(target).includes(operator as FilterOperator))
    refuse(position, `${target.field.type.name} fields have no operator of this name`);
  if (operator !== 'related') return parseOperator(target, operator as FilterOperator, operand, position);
  const relation = position.module.relations.get(target.field.name);
  return relation === undefined ? refuse(position, 'the field has no relation') : parseRelated(relation, operand, position, entries);
}

/** The field of this name, or the part of an Address that `field.part` refers to; `undefined` when there is neither. */
function findTarget(name: string, position: FilterPosition): FieldTarget | undefined {
  const { context } = position.parse;
  const field = findField(position.module, name, context);
  if (field !== undefined) {
    assertVisible(position, position.module.name, name);
    return { field, part: undefined, keys: field.keys };
  }
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : findPart(findField(position.module, name.slice(0, dot), context), name.slice(dot + 1), position);
}

function findPart(field: CompiledField | undefined, part: string, position: FilterPosition): FieldTarget | undefined {
  if (field === undefined || field.type.comparison !== 'address') return undefined;
  const key = field.keys.find((candidate) => candidate.id === `${field.id}.${part}`);
  if (key === undefined) return undefined;
  assertVisible(position, position.module.name, field.name);
  return { field, part, keys: [key] };
}

/** A relation by a field of the other module: `related` is its only operator. */
function parseReverse(
  name: string,
  operators: readonly (readonly [string, unknown])[],
  position: FilterPosition,
  entries: EntriesParser,
): FilterNode | undefined {
  const relation = position.module.relations.get(name);
  // Relations by a field of this module were already found as that field, unless it is internal.
  if (relation?.direction !== 'reverse') refuse(position, 'there is no such field');
  const nodes: FilterNode[] = [];
  for (const [operator, operand] of operators) {
    const at = step(position, operator);
    if (operator !== 'related') refuse(at, 'a relation from another module has the operator related alone');
    const node = parseRelated(relation, operand, at, entries);
    if (node !== undefined) nodes.push(node);
  }
  return nodes.length === 0 ? undefined : allOf(nodes);
}
