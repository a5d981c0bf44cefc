import type { KeyShape } from '../compiled/index.ts';
import type { Point } from '../places/index.ts';
import { MATCH_NONE } from './build-node.ts';
import type { FieldTarget } from './field-target.ts';
import type { FilterNode } from './filter-node.ts';
import { FILTER_BOUNDS, isPlainObject, ownMember, refuse, step, type FilterPlace } from './filter-parsing.ts';

/** Digits of a ZIP; what may follow them in a record names a street. */
const ZIP = /^\d{5}$/;

/** `withinMiles`: the ZIP of the field is one whose middle lies within so many miles of a ZIP or a point. */
export function parseWithin(target: FieldTarget, operand: unknown, place: FilterPlace): FilterNode {
  const key = zipKeyOf(target) ?? refuse(place, `${target.field.type.name} fields have no operator of this name`);
  const { zipsWithin } = place.parse.context;
  if (zipsWithin === undefined) refuse(place, 'places are not known here');
  if (!isPlainObject(operand)) refuse(place, '{ of, miles } is due');
  for (const name of Object.keys(operand)) if (name !== 'of' && name !== 'miles') refuse(step(place, name), 'of and miles are due, and nothing else');
  const zips = zipsWithin(readPlace(ownMember(operand, 'of'), step(place, 'of')), readMiles(ownMember(operand, 'miles'), step(place, 'miles')));
  if (zips === undefined) refuse(step(place, 'of'), 'there is no such ZIP');
  return zips.length === 0 ? MATCH_NONE : { kind: 'startsWithOneOf', key, texts: zips };
}

/** The key that holds a field's ZIP: a part of an Address, or the text that the definition says is one. */
function zipKeyOf({ field, part }: FieldTarget): KeyShape | undefined {
  if (field.type.comparison === 'address') return part === undefined ? field.keys.find(({ id }) => id === `${field.id}.zip`) : undefined;
  return field.definition.zipFills !== undefined || field.definition.holdsZips === true ? field.keys[0] : undefined;
}

function readPlace(of: unknown, place: FilterPlace): string | Point {
  if (typeof of === 'string') return ZIP.test(of) ? of : refuse(place, 'a ZIP of five digits is due');
  if (!isPlainObject(of) || Object.keys(of).length !== 2) refuse(place, 'a ZIP, or { latitude, longitude }, is due');
  return { latitude: readDegrees(ownMember(of, 'latitude'), 90, step(place, 'latitude')), longitude: readDegrees(ownMember(of, 'longitude'), 180, step(place, 'longitude')) };
}

function readDegrees(value: unknown, most: number, place: FilterPlace): number {
  return typeof value === 'number' && Math.abs(value) <= most ? value : refuse(place, `a number from -${most} to ${most} is due`);
}

function readMiles(value: unknown, place: FilterPlace): number {
  return typeof value === 'number' && value >= 0 && value <= FILTER_BOUNDS.miles ? value : refuse(place, `a number from 0 to ${FILTER_BOUNDS.miles} is due`);
}
