import type { Key } from '../compiled/collection-schema.ts';
import { zoneClock } from '../time/index.ts';
import { MATCH_NONE, type FilterNode } from './filter-node.ts';
import { refuse, isPlainObject, step, type FieldTarget, type FilterPosition } from './filter-parsing.ts';
import { readOperand } from './operand-key.ts';

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

type BoundName = 'gt' | 'gte' | 'lt' | 'lte';
const BOUND_NAMES: readonly string[] = ['gt', 'gte', 'lt', 'lte'];

/** Parses `{ gt, gte, lt, lte }`: at least one bound, at most one lower and one upper bound. */
export function readBounds<Bound>(
  operand: unknown,
  position: FilterPosition,
  read: (bound: unknown, position: FilterPosition, name: BoundName) => Bound,
): { [name in BoundName]?: Bound } {
  if (!isPlainObject(operand)) refuse(position, 'an object of bounds is due');
  const names = Object.keys(operand);
  for (const name of names) if (!BOUND_NAMES.includes(name)) refuse(step(position, name), 'a bound is one of gt, gte, lt, lte');
  if (names.length === 0) refuse(position, 'at least one bound is due');
  if (names.includes('gt') && names.includes('gte')) refuse(position, 'only one of gt and gte may stand');
  if (names.includes('lt') && names.includes('lte')) refuse(position, 'only one of lt and lte may stand');
  const bounds: { [name in BoundName]?: Bound } = {};
  for (const name of names as BoundName[]) bounds[name] = read(operand[name], step(position, name), name);
  return bounds;
}
