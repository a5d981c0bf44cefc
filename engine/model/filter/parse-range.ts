import type { Key } from '../compiled/index.ts';
import { zoneClock } from '../time/index.ts';
import { MATCH_NONE } from './build-node.ts';
import type { FieldTarget } from './field-target.ts';
import type { FilterNode } from './filter-node.ts';
import { refuse, type FilterPlace } from './filter-parsing.ts';
import { readOperand } from './operand-key.ts';
import { readBounds, type BoundName } from './read-bounds.ts';

/** A bound after days on date-time fields became instants, which may turn `gt` into `gte` and `lte` into `lt`. */
interface Bound {
  readonly name: BoundName;
  readonly key: Key;
}

/** `range`: `{ gt, gte, lt, lte }`. A text bound that folds to nothing matches nothing. */
export function parseRange(target: FieldTarget, operand: unknown, place: FilterPlace): FilterNode {
  const key = target.keys[0];
  if (key === undefined) return refuse(place, 'the field cannot be compared');
  const bounds = Object.values(readBounds(operand, place, (value, at, name) => readBound(target, value, at, name)));
  if (bounds.some((bound) => bound === undefined)) return MATCH_NONE;
  const range: { [name in BoundName]?: Key } = {};
  for (const bound of bounds) if (bound !== undefined) range[bound.name] = bound.key;
  return { kind: 'range', key, ...range };
}

function readBound(target: FieldTarget, value: unknown, place: FilterPlace, name: BoundName): Bound | undefined {
  if (value === null) return refuse(place, 'a bound is a value');
  const operand = readOperand(target, value, place);
  if (operand.kind === 'day') return dayBound(operand.day, name, place);
  if (operand.keys.length > 1) return refuse(place, 'a bound is one value');
  const key = operand.keys[0];
  return key === undefined ? undefined : { name, key };
}

/** From the start of the day, after its end, before its start, to its end. */
function dayBound(day: string, name: BoundName, place: FilterPlace): Bound {
  const clock = zoneClock(place.parse.context.variables.timeZone);
  if (name === 'gte' || name === 'lt') return { name, key: clock.startOfDay(day) };
  return { name: name === 'gt' ? 'gte' : 'lt', key: clock.endOfDay(day) };
}
