import type { KeySchema } from '../compiled/collection-schema.ts';
import type { Point } from '../values/geo.ts';
import { MATCH_NONE, type FilterNode } from './filter-node.ts';
import { FILTER_BOUNDS, isPlainObject, ownMember, refuse, step, type FieldTarget, type FilterPosition } from './filter-parsing.ts';

/** The digits of a ZIP; in a record they may be followed by a +4 extension. */
const ZIP = /^\d{5}$/;

/** Parses `withinMiles`: the center of the field's ZIP is within a number of miles of a ZIP or a point. */
export function parseWithin(target: FieldTarget, operand: unknown, position: FilterPosition): FilterNode {
  const key = zipKeyOf(target) ?? refuse(position, `${target.field.type.name} fields have no operator of this name`);
  const { zipsWithin } = position.parse.context;
  if (zipsWithin === undefined) refuse(position, 'distances cannot be computed here');
  if (!isPlainObject(operand)) refuse(position, '{ of, miles } is due');
  for (const name of Object.keys(operand))
    if (name !== 'of' && name !== 'miles') refuse(step(position, name), 'of and miles are due, and nothing else');
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
  if (typeof of === 'string') return ZIP.test(of) ? of : refuse(position, 'a ZIP of five digits is due');
  if (!isPlainObject(of) || Object.keys(of).length !== 2) refuse(position, 'a ZIP, or { latitude, longitude }, is due');
  return {
    latitude: readDegrees(ownMember(of, 'latitude'), 90, step(position, 'latitude')),
    longitude: readDegrees(ownMember(of, 'longitude'), 180, step(position, 'longitude')),
  };
}

function readDegrees(value: unknown, max: number, position: FilterPosition): number {
  return typeof value === 'number' && Math.abs(value) <= max ? value : refuse(position, `a number from -${max} to ${max} is due`);
}

function readMiles(value: unknown, position: FilterPosition): number {
  return typeof value === 'number' && value >= 0 && value <= FILTER_BOUNDS.miles
    ? value
    : refuse(position, `a number from 0 to ${FILTER_BOUNDS.miles} is due`);
}
