import type { Key, KeySchema } from '../compiled/collection-schema.ts';
import { GLOBAL_TEAM_ID } from '../definitions/global-team.ts';
import { foldPhone } from '../field-types/phone.ts';
import { foldText } from '../values/text.ts';
import { zoneClock } from '../time/index.ts';
import type { Point } from '../values/geo.ts';
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
import { readOperand, readText, isVariable, readVariable } from './operands.ts';
import type { FilterOperator } from './operators.ts';

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
      return typeof operand === 'boolean' ? existsNode(target, operand) : refuse(position, 'expected true or false');
    default:
      return refuse(position, 'there is no such operator');
  }
}

function readList(operand: unknown, position: FilterPosition): (readonly [unknown, FilterPosition])[] {
  if (isVariable(operand)) return [[operand, position]];
  if (!Array.isArray(operand) || operand.length === 0) refuse(position, 'expected a list with at least one value');
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
  if (!isPlainObject(operand)) refuse(position, 'expected an object of address parts');
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
  if (length < 1 || length > FILTER_BOUNDS.text) refuse(position, `expected a text of 1 to ${FILTER_BOUNDS.text} characters`);
  const folded = comparisonOf(target) === 'phone' ? foldPhone(text) : foldText(text);
  return folded === '' ? MATCH_NONE : { kind: operator, key: keyOf(target, position), text: folded };
}

function keyOf(target: FieldTarget, position: FilterPosition): KeySchema {
  return target.keys[0] ?? refuse(position, 'the field cannot be compared');
}

/** A bound. Days on date-time fields are converted to instants, which may change `gt` to `gte` and `lte` to `lt`. */
interface Bound {
  readonly name: BoundName;
  readonly key: Key;
}

/** Parses `range`: `{ gt, gte, lt, lte }`. A text bound that folds to '' matches nothing. */
function parseRange(target: FieldTarget, operand: unknown, position: FilterPosition): FilterNode {
  const key = target.keys[0];
  if (key === undefined) return refuse(position, 'the field cannot be compared');
  const bounds = Object.values(readBounds(operand, position, (value, at, name) => readBound(target, value, at, name)));
  if (bounds.some((bound) => bound === undefined)) return MATCH_NONE;
  const range: { [name in BoundName]?: Key } = {};
  for (const bound of bounds) if (bound !== undefined) range[bound.name] = bound.key;
  return { kind: 'range', key, ...range };
}

function readBound(target: FieldTarget, value: unknown, position: FilterPosition, name: BoundName): Bound | undefined {
  if (value === null) return refuse(position, 'expected a value');
  const operand = readOperand(target, value, position);
  if (operand.kind === 'day') return dayBound(operand.day, name, position);
  if (operand.keys.length > 1) return refuse(position, 'expected one value');
  const key = operand.keys[0];
  return key === undefined ? undefined : { name, key };
}

/** gte and lt: the start of the day; gt and lte: the end of the day. */
function dayBound(day: string, name: BoundName, position: FilterPosition): Bound {
  const clock = zoneClock(position.parse.context.variables.timeZone);
  if (name === 'gte' || name === 'lt') return { name, key: clock.startOfDay(day) };
  return { name: name === 'gt' ? 'gte' : 'lt', key: clock.endOfDay(day) };
}

type BoundName = 'gt' | 'gte' | 'lt' | 'lte';
const BOUND_NAMES: readonly string[] = ['gt', 'gte', 'lt', 'lte'];

/** Parses `{ gt, gte, lt, lte }`: at least one bound, at most one lower and one upper bound. */
function readBounds<Bound>(
  operand: unknown,
  position: FilterPosition,
  read: (bound: unknown, position: FilterPosition, name: BoundName) => Bound,
): { [name in BoundName]?: Bound } {
  if (!isPlainObject(operand)) refuse(position, 'expected an object of bounds');
  const names = Object.keys(operand);
  for (const name of names) if (!BOUND_NAMES.includes(name)) refuse(step(position, name), 'only gt, gte, lt and lte are allowed');
  if (names.length === 0) refuse(position, 'expected at least one bound');
  if (names.includes('gt') && names.includes('gte')) refuse(position, 'use only one of gt and gte');
  if (names.includes('lt') && names.includes('lte')) refuse(position, 'use only one of lt and lte');
  const bounds: { [name in BoundName]?: Bound } = {};
  for (const name of names as BoundName[]) bounds[name] = read(operand[name], step(position, name), name);
  return bounds;
}

/** Parses one operator on `_id`, which compares exactly. */
export function parseIdOperator(operator: string, operand: unknown, position: FilterPosition): FilterNode {
  switch (operator) {
    case 'equals':
      return operand === null ? MATCH_NONE : idsNode(readIds(operand, position));
    case 'in':
      return idsNode(readIdList(operand, position));
    case 'exists':
      if (typeof operand !== 'boolean') refuse(position, 'expected true or false');
      return operand ? MATCH_ALL : MATCH_NONE;
    case 'range':
      return { kind: 'idRange', ...readBounds(operand, position, (bound, at) => oneId(readIds(bound, at), at)) };
    default:
      return refuse(position, '_id allows only the operators equals, in, range and exists');
  }
}

function readIdList(operand: unknown, position: FilterPosition): string[] {
  if (isVariable(operand)) return readIds(operand, position);
  if (!Array.isArray(operand) || operand.length === 0) refuse(position, 'expected a list with at least one value');
  if (operand.length > FILTER_BOUNDS.list) refuse(position, `a list has at most ${FILTER_BOUNDS.list} members`);
  return operand.flatMap((member, index) => (member === null ? [] : readIds(member, step(position, index))));
}

function readIds(operand: unknown, position: FilterPosition): string[] {
  if (isPlainObject(operand)) {
    const variable = readVariable(operand, position);
    return variable.kind === 'ids' ? [...variable.ids] : refuse(position, 'expected an id');
  }
  return typeof operand === 'string' ? [operand] : refuse(position, 'expected an id');
}

function oneId(ids: readonly string[], position: FilterPosition): string {
  return ids.length === 1 ? (ids[0] as string) : refuse(position, 'expected one id');
}

function idsNode(ids: readonly string[]): FilterNode {
  return ids.length === 0 ? MATCH_NONE : { kind: 'ids', ids: [...new Set(ids)] };
}

/** The digits of a ZIP; in a record they may be followed by a +4 extension. */
const ZIP = /^\d{5}$/;

/** Parses `withinMiles`: the center of the field's ZIP is within a number of miles of a ZIP or a point. */
export function parseWithin(target: FieldTarget, operand: unknown, position: FilterPosition): FilterNode {
  const key = zipKeyOf(target) ?? refuse(position, `${target.field.type.name} fields have no operator of this name`);
  const { zipsWithin } = position.parse.context;
  if (zipsWithin === undefined) refuse(position, 'distances cannot be computed here');
  if (!isPlainObject(operand)) refuse(position, 'expected { of, miles }');
  for (const name of Object.keys(operand))
    if (name !== 'of' && name !== 'miles') refuse(step(position, name), 'only of and miles are allowed');
  const zips = zipsWithin(
    readOrigin(ownMember(operand, 'of'), step(position, 'of')),
    readMiles(ownMember(operand, 'miles'), step(position, 'miles')),
  );
  if (zips === undefined) refuse(step(position, 'of'), 'there is no such ZIP');
  return zips.length === 0 ? MATCH_NONE : { kind: 'startsWithOneOf', key, texts: zips };
}

/** The key of a field's ZIP: a part of an Address, or a text that the definition declares as a ZIP. */
function zipKeyOf({ field, part }: FieldTarget): KeySchema | undefined {
  if (field.type.comparison === 'address') return part === undefined ? field.keys.find(({ id }) => id === `${field.id}.zip`) : undefined;
  return field.definition.zipAutofill !== undefined || field.definition.containsZips === true ? field.keys[0] : undefined;
}

function readOrigin(of: unknown, position: FilterPosition): string | Point {
  if (typeof of === 'string') return ZIP.test(of) ? of : refuse(position, 'expected a ZIP of five digits');
  if (!isPlainObject(of) || Object.keys(of).length !== 2) refuse(position, 'expected a ZIP, or { latitude, longitude }');
  return {
    latitude: readDegrees(ownMember(of, 'latitude'), 90, step(position, 'latitude')),
    longitude: readDegrees(ownMember(of, 'longitude'), 180, step(position, 'longitude')),
  };
}

function readDegrees(value: unknown, max: number, position: FilterPosition): number {
  return typeof value === 'number' && Math.abs(value) <= max ? value : refuse(position, `expected a number from -${max} to ${max}`);
}

function readMiles(value: unknown, position: FilterPosition): number {
  return typeof value === 'number' && value >= 0 && value <= FILTER_BOUNDS.miles
    ? value
    : refuse(position, `expected a number from 0 to ${FILTER_BOUNDS.miles}`);
}
