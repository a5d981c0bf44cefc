import type { Key, KeySchema } from '../compiled/collection-schema.ts';
import { GLOBAL_TEAM_ID } from '../definitions/global-team.ts';
import { foldPhone } from '../field-types/phone.ts';
import { foldText } from '../values/text.ts';
import { zoneClock } from '../time/index.ts';
import { allOf, anyOf, MATCH_ALL, MATCH_NONE, notOf, type FilterNode } from './filter-node.ts';
import {
  comparisonOf,
  FILTER_BOUNDS,
  isPlainObject,
  ownMember,
  refuse,
  step,
  type FieldTarget,
  type FilterPosition,
} from './filter-parsing.ts';
import { readOperand, readText } from './operand-key.ts';
import { isVariable } from './operand-variables.ts';
import type { FilterOperator } from './operators.ts';
import { parseRange } from './parse-range.ts';

/** Parses one operator of a field; `undefined` when teams were removed and nothing remains. */
export function parseOperator(
  target: FieldTarget,
  operator: FilterOperator,
  operand: unknown,
  position: FilterPosition,
): FilterNode | undefined {
  switch (operator) {
    case 'equals':
      return equalsOneOf(target, [[operand, position]], position);
    case 'in':
      return equalsOneOf(target, readList(operand, position), position);
    case 'contains':
    case 'startsWith':
      return parseTextOperator(target, operator, operand, position);
    case 'range':
      return parseRange(target, operand, position);
    case 'exists':
      return typeof operand === 'boolean' ? existsNode(target, operand) : refuse(position, 'true or false is due');
    default:
      return refuse(position, 'there is no such operator');
  }
}

function readList(operand: unknown, position: FilterPosition): (readonly [unknown, FilterPosition])[] {
  if (isVariable(operand)) return [[operand, position]];
  if (!Array.isArray(operand) || operand.length === 0) refuse(position, 'a list with at least one value is due');
  if (operand.length > FILTER_BOUNDS.list) refuse(position, `a list has at most ${FILTER_BOUNDS.list} members`);
  return operand.map((member, index) => [member, step(position, index)] as const);
}

function equalsOneOf(
  target: FieldTarget,
  operands: readonly (readonly [unknown, FilterPosition])[],
  position: FilterPosition,
): FilterNode | undefined {
  const nodes: FilterNode[] = [];
  let keys: Key[] = [];
  for (const [operand, at] of operands) {
    if (operand === null) nodes.push(existsNode(target, false));
    else if (comparisonOf(target) === 'address') nodes.push(equalsAddress(target, operand, at));
    else {
      const parsedOperand = readOperand(target, operand, at);
      if (parsedOperand.kind === 'day') nodes.push(withinDay(keyOf(target, at), parsedOperand.day, at));
      else keys.push(...parsedOperand.keys);
    }
  }
  if (keys.length > 0 && isTeamsField(target, position)) {
    keys = removeForeignTeams(keys, position);
    if (keys.length === 0 && nodes.length === 0) return undefined;
  }
  if (keys.length > 0) nodes.push(equalsNode(target, [...new Set(keys)], position));
  return anyOf(nodes);
}

/** A checkbox that was never saved is false; a checkbox that the system writes always has its key. */
function equalsNode(target: FieldTarget, values: readonly Key[], position: FilterPosition): FilterNode {
  const key = keyOf(target, position);
  const node: FilterNode = { kind: 'equals', key, values };
  if (comparisonOf(target) !== 'boolean' || target.field.system || !values.includes(0)) return node;
  return anyOf([node, { kind: 'not', node: { kind: 'exists', keys: [key] } }]);
}

function existsNode(target: FieldTarget, wanted: boolean): FilterNode {
  if (comparisonOf(target) === 'boolean') return wanted ? MATCH_ALL : MATCH_NONE;
  const node: FilterNode = { kind: 'exists', keys: target.keys };
  return wanted ? node : notOf(node);
}

/** A whole Address is equal if every part is equal; omitted parts must be missing. */
function equalsAddress(target: FieldTarget, operand: unknown, position: FilterPosition): FilterNode {
  if (!isPlainObject(operand)) refuse(position, 'an object of address parts is due');
  const parts = target.keys.map((key) => [key.id.slice(target.field.id.length + 1), key] as const);
  for (const name of Object.keys(operand))
    if (!parts.some(([part]) => part === name)) refuse(step(position, name), 'an address has no such part');
  return allOf(
    parts.map(([part, key]) => {
      const value = ownMember(operand, part) ?? null;
      const folded = value === null ? '' : foldText(readText(value, step(position, part)));
      return folded === '' ? notOf({ kind: 'exists', keys: [key] }) : { kind: 'equals', key, values: [folded] };
    }),
  );
}

function withinDay(key: KeySchema, day: string, position: FilterPosition): FilterNode {
  const clock = zoneClock(position.parse.context.variables.timeZone);
  return { kind: 'range', key, gte: clock.startOfDay(day), lt: clock.endOfDay(day) };
}

function isTeamsField(target: FieldTarget, position: FilterPosition): boolean {
  return target.field.name === 'teams' && position.module.teamEnabled && position.parse.context.allowedTeams !== undefined;
}

function removeForeignTeams(keys: readonly Key[], position: FilterPosition): Key[] {
  const allowed = position.parse.context.allowedTeams ?? [];
  const allowedKeys = keys.filter((key) => key === GLOBAL_TEAM_ID || allowed.includes(String(key)));
  if (allowedKeys.length < keys.length) position.parse.teamsRemoved = true;
  return allowedKeys;
}

function parseTextOperator(
  target: FieldTarget,
  operator: 'contains' | 'startsWith',
  operand: unknown,
  position: FilterPosition,
): FilterNode {
  const text = readText(operand, position);
  const length = [...text].length;
  if (length < 1 || length > FILTER_BOUNDS.text) refuse(position, `a text of 1 to ${FILTER_BOUNDS.text} characters is due`);
  const folded = comparisonOf(target) === 'phone' ? foldPhone(text) : foldText(text);
  return folded === '' ? MATCH_NONE : { kind: operator, key: keyOf(target, position), text: folded };
}

function keyOf(target: FieldTarget, position: FilterPosition): KeySchema {
  return target.keys[0] ?? refuse(position, 'the field cannot be compared');
}
