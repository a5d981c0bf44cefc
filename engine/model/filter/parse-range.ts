import type { Key } from '../compiled/index.ts';
import { zoneClock } from '../time/index.ts';
import { MATCH_NONE } from './build-node.ts';
import type { FieldTarget } from './field-target.ts';
import type { FilterNode } from './filter-node.ts';
import { refuse, type FilterPosition } from './filter-parsing.ts';
import { readOperand } from './operand-key.ts';
import { readBounds, type BoundName } from './read-bounds.ts';

/** A bound. Days on date-time fields are converted to instants, which may change `gt` to `gte` and `lte` to `lt`. */
interface Bound {
  readonly name: BoundName;
  readonly key: Key;
}

/** Parses `range`: `{ gt, gte, lt, lte }`. A text bound that folds to '' matches nothing. */
export function parseRange(target: FieldTarget, operand: unknown, position: FilterPosition): FilterNode {
  const key = target.keys[0];
  if (key === undefined) return refuse(position, 'the field cannot be compared');
  const bounds = Object.values(readBounds(operand, position, (value, at, name) => readBound(target, value, at, name)));
  if (bounds.some((bound) => bound === undefined)) return MATCH_NONE;
  const range: { [name in BoundName]?: Key } = {};
  for (const bound of bounds) if (bound !== undefined) range[bound.name] = bound.key;
  return { kind: 'range', key, ...range };
}

function readBound(target: FieldTarget, value: unknown, position: FilterPosition, name: BoundName): Bound | undefined {
  if (value === null) return refuse(position, 'a bound is a value');
  const operand = readOperand(target, value, position);
  if (operand.kind === 'day') return dayBound(operand.day, name, position);
  if (operand.keys.length > 1) return refuse(position, 'a bound is one value');
  const key = operand.keys[0];
  return key === undefined ? undefined : { name, key };
}

/** gte and lt: the start of the day; gt and lte: the end of the day. */
function dayBound(day: string, name: BoundName, position: FilterPosition): Bound {
  const clock = zoneClock(position.parse.context.variables.timeZone);
  if (name === 'gte' || name === 'lt') return { name, key: clock.startOfDay(day) };
  return { name: name === 'gt' ? 'gte' : 'lt', key: clock.endOfDay(day) };
}
