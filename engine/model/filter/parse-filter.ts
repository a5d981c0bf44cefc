import type { CompiledField } from '../compiled/compiled-module.ts';
import type { FilterContext, FilterProblem, FilterWarning, ParsedFilter } from './filter-context.ts';
import { allOf, anyOf, MATCH_ALL, notOf, type FilterNode } from './filter-node.ts';
import {
  FILTER_BOUNDS,
  FilterParseError,
  isPlainObject,
  refuse,
  step,
  assertVisible,
  refuseUnknown,
  findField,
  operatorsOf,
  type FilterParseState,
  type FilterPosition,
  type FieldTarget,
} from './filter-parsing.ts';
import type { FilterOperator } from './operators.ts';
import { parseIdOperator, parseOperator, parseWithin } from './parse-operators.ts';
import { parseRelated } from './parse-related.ts';

const TEAMS_REMOVED: FilterWarning = {
  code: 'teams_removed',
  text: 'Teams were set that you do not have access to. They will be removed from search terms',
};

/**
 * Parses the filter of a request to a {@link FilterNode}: closed, bounded, names resolved to keys, operands to keys,
 * rights checked. `undefined` and null count as the empty filter, which matches everything. Never throws, for any input.
 */
export function parseFilter(input: unknown, context: FilterContext): ParsedFilter | FilterProblem {
  const parse: FilterParseState = { context, entries: 0, usesClock: false, teamsRemoved: false };
  const position: FilterPosition = { parse, module: context.module, path: [], depth: 1, relatedDepth: 0 };
  try {
    const node = input === undefined || input === null ? MATCH_ALL : (parseEntries(input, position) ?? MATCH_ALL);
    return { ok: true, node, warnings: parse.teamsRemoved ? [TEAMS_REMOVED] : [], usesClock: parse.usesClock };
  } catch (error) {
    if (error instanceof FilterParseError) return error.problem;
    throw error;
  }
}

/** Parses one filter object; `undefined` when nothing of it remains after teams were removed. */
function parseEntries(input: unknown, position: FilterPosition): FilterNode | undefined {
  if (!isPlainObject(input)) refuse(position, 'expected an object');
  if (position.depth > FILTER_BOUNDS.depth) refuse(position, `filters nest at most ${FILTER_BOUNDS.depth} deep`);
  const names = Object.keys(input);
  position.parse.entries += names.length;
  if (position.parse.entries > FILTER_BOUNDS.entries) refuse(position, `a filter has at most ${FILTER_BOUNDS.entries} entries`);
  const nodes: FilterNode[] = [];
  for (const name of names) {
    const node = parseEntry(name, input[name], step(position, name));
    if (node !== undefined) nodes.push(node);
  }
  return nodes.length === 0 && names.length > 0 ? undefined : allOf(nodes);
}

function parseEntry(name: string, value: unknown, position: FilterPosition): FilterNode | undefined {
  if (name === 'and' || name === 'or') {
    const nodes = parseList(value, position);
    if (nodes.length === 0) return undefined;
    return name === 'and' ? allOf(nodes) : anyOf(nodes);
  }
  if (name === 'not') {
    const node = parseEntries(value, { ...position, depth: position.depth + 1 });
    return node === undefined ? undefined : notOf(node);
  }
  return parseField(name, value, position);
}

function parseList(value: unknown, position: FilterPosition): FilterNode[] {
  if (!Array.isArray(value) || value.length === 0) refuse(position, 'expected a list with at least one filter');
  if (value.length > FILTER_BOUNDS.list) refuse(position, `a list has at most ${FILTER_BOUNDS.list} members`);
  const nodes: FilterNode[] = [];
  for (const [index, member] of value.entries()) {
    const node = parseEntries(member, { ...step(position, index), depth: position.depth + 1 });
    if (node !== undefined) nodes.push(node);
  }
  return nodes;
}

/** Parses one `field: operators` entry; `undefined` when nothing of it remains. */
function parseField(name: string, value: unknown, position: FilterPosition): FilterNode | undefined {
  const operators = readOperators(value, position);
  if (name === '_id') return allOf(operators.map(([operator, operand]) => parseIdOperator(operator, operand, step(position, operator))));
  const target = findTarget(name, position);
  if (target === undefined) return parseReverse(name, operators, position);
  const nodes: FilterNode[] = [];
  for (const [operator, operand] of operators) {
    const node = parseFieldOperator(target, operator, operand, step(position, operator));
    if (node !== undefined) nodes.push(node);
  }
  return nodes.length === 0 ? undefined : allOf(nodes);
}

/** A scalar or null is `{ equals: value }`; an object always contains operators. */
function readOperators(value: unknown, position: FilterPosition): (readonly [string, unknown])[] {
  if (Array.isArray(value) || value === undefined) refuse(position, 'expected a value, null or an object of operators');
  if (!isPlainObject(value)) return [['equals', value]];
  const names = Object.keys(value);
  if (names.length === 0) refuse(position, 'expected at least one operator');
  return names.map((name) => [name, value[name]] as const);
}

function parseFieldOperator(target: FieldTarget, operator: string, operand: unknown, position: FilterPosition): FilterNode | undefined {
  if (operator === 'withinMiles') return parseWithin(target, operand, position);
  if (!operatorsOf(target).includes(operator as FilterOperator))
    refuse(position, `${target.field.type.name} fields have no operator of this name`, { name: operator, names: operatorsOf(target) });
  if (operator !== 'related') return parseOperator(target, operator as FilterOperator, operand, position);
  const relation = position.module.relations.get(target.field.name);
  return relation === undefined ? refuse(position, 'the field has no relation') : parseRelated(relation, operand, position, parseEntries);
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
function parseReverse(name: string, operators: readonly (readonly [string, unknown])[], position: FilterPosition): FilterNode | undefined {
  const relation = position.module.relations.get(name);
  // Relations by a field of this module were already found as that field, unless it is internal.
  if (relation?.direction !== 'reverse') refuseUnknown(position);
  assertVisible(position, relation.modules[0] ?? '', relation.fieldName);
  const nodes: FilterNode[] = [];
  for (const [operator, operand] of operators) {
    const at = step(position, operator);
    if (operator !== 'related') refuse(at, 'a relation from another module allows only the operator related');
    const node = parseRelated(relation, operand, at, parseEntries);
    if (node !== undefined) nodes.push(node);
  }
  return nodes.length === 0 ? undefined : allOf(nodes);
}

/** A condition for records that are marked as deleted too: a search whose filter does not mention them leaves them out. */
export const ALSO_DELETED = { deleted: { in: [true, false] } };
