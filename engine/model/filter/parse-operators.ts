import type { Key, KeyShape } from '../compiled/index.ts';
import { GLOBAL_TEAM_ID } from '../definitions/teams.ts';
import { foldPhone } from '../field-types/phone-number.ts';
import { foldText } from '../text/index.ts';
import { zoneClock } from '../time/index.ts';
import { allOf, anyOf, MATCH_ALL, MATCH_NONE, notOf } from './build-node.ts';
import { comparisonOf, type FieldTarget } from './field-target.ts';
import type { FilterNode } from './filter-node.ts';
import { FILTER_BOUNDS, isPlainObject, ownMember, refuse, step, type FilterPlace } from './filter-parsing.ts';
import { readOperand, readText } from './operand-key.ts';
import { isVariable } from './operand-variables.ts';
import type { FilterOperator } from './operators.ts';
import { parseRange } from './parse-range.ts';

/** One operator of a field that has it; `undefined` when teams were removed and nothing is left. */
export function parseOperator(target: FieldTarget, operator: FilterOperator, operand: unknown, place: FilterPlace): FilterNode | undefined {
  switch (operator) {
    case 'equals':
      return equalsOneOf(target, [[operand, place]], place);
    case 'in':
      return equalsOneOf(target, readList(operand, place), place);
    case 'contains':
    case 'startsWith':
      return parseTextOperator(target, operator, operand, place);
    case 'range':
      return parseRange(target, operand, place);
    case 'exists':
      return typeof operand === 'boolean' ? existsNode(target, operand) : refuse(place, 'true or false is due');
    default:
      return refuse(place, 'there is no such operator');
  }
}

function readList(operand: unknown, place: FilterPlace): (readonly [unknown, FilterPlace])[] {
  if (isVariable(operand)) return [[operand, place]];
  if (!Array.isArray(operand) || operand.length === 0) refuse(place, 'a list with at least one value is due');
  if (operand.length > FILTER_BOUNDS.list) refuse(place, `a list has at most ${FILTER_BOUNDS.list} members`);
  return operand.map((member, index) => [member, step(place, index)] as const);
}

function equalsOneOf(target: FieldTarget, operands: readonly (readonly [unknown, FilterPlace])[], place: FilterPlace): FilterNode | undefined {
  const nodes: FilterNode[] = [];
  let keys: Key[] = [];
  for (const [operand, at] of operands) {
    if (operand === null) nodes.push(existsNode(target, false));
    else if (comparisonOf(target) === 'address') nodes.push(equalsAddress(target, operand, at));
    else {
      const worked = readOperand(target, operand, at);
      if (worked.kind === 'day') nodes.push(withinDay(keyOf(target, at), worked.day, at));
      else keys.push(...worked.keys);
    }
  }
  if (keys.length > 0 && isTeamsField(target, place)) {
    keys = removeForeignTeams(keys, place);
    if (keys.length === 0 && nodes.length === 0) return undefined;
  }
  if (keys.length > 0) nodes.push(equalsNode(target, [...new Set(keys)], place));
  return anyOf(nodes);
}

/** A checkbox that was never written is false; one that the system writes always has its key. */
function equalsNode(target: FieldTarget, values: readonly Key[], place: FilterPlace): FilterNode {
  const key = keyOf(target, place);
  const node: FilterNode = { kind: 'equals', key, values };
  if (comparisonOf(target) !== 'boolean' || target.field.system || !values.includes(0)) return node;
  return anyOf([node, { kind: 'not', node: { kind: 'exists', keys: [key] } }]);
}

function existsNode(target: FieldTarget, wanted: boolean): FilterNode {
  if (comparisonOf(target) === 'boolean') return wanted ? MATCH_ALL : MATCH_NONE;
  const node: FilterNode = { kind: 'exists', keys: target.keys };
  return wanted ? node : notOf(node);
}

/** A whole Address is the same when every part is, those left out being missing. */
function equalsAddress(target: FieldTarget, operand: unknown, place: FilterPlace): FilterNode {
  if (!isPlainObject(operand)) refuse(place, 'an object of address parts is due');
  const parts = target.keys.map((key) => [key.id.slice(target.field.id.length + 1), key] as const);
  for (const name of Object.keys(operand)) if (!parts.some(([part]) => part === name)) refuse(step(place, name), 'an address has no such part');
  return allOf(parts.map(([part, key]) => {
    const value = ownMember(operand, part) ?? null;
    const folded = value === null ? '' : foldText(readText(value, step(place, part)));
    return folded === '' ? notOf({ kind: 'exists', keys: [key] }) : { kind: 'equals', key, values: [folded] };
  }));
}

function withinDay(key: KeyShape, day: string, place: FilterPlace): FilterNode {
  const clock = zoneClock(place.parse.context.variables.timeZone);
  return { kind: 'range', key, gte: clock.startOfDay(day), lt: clock.endOfDay(day) };
}

function isTeamsField(target: FieldTarget, place: FilterPlace): boolean {
  return target.field.name === 'teams' && place.module.teamEnabled && place.parse.context.allowedTeams !== undefined;
}

function removeForeignTeams(keys: readonly Key[], place: FilterPlace): Key[] {
  const allowed = place.parse.context.allowedTeams ?? [];
  const kept = keys.filter((key) => key === GLOBAL_TEAM_ID || allowed.includes(String(key)));
  if (kept.length < keys.length) place.parse.teamsRemoved = true;
  return kept;
}

function parseTextOperator(target: FieldTarget, operator: 'contains' | 'startsWith', operand: unknown, place: FilterPlace): FilterNode {
  const text = readText(operand, place);
  const length = [...text].length;
  if (length < 1 || length > FILTER_BOUNDS.text) refuse(place, `a text of 1 to ${FILTER_BOUNDS.text} characters is due`);
  const folded = comparisonOf(target) === 'phone' ? foldPhone(text) : foldText(text);
  return folded === '' ? MATCH_NONE : { kind: operator, key: keyOf(target, place), text: folded };
}

function keyOf(target: FieldTarget, place: FilterPlace): KeyShape {
  return target.keys[0] ?? refuse(place, 'the field cannot be compared');
}
