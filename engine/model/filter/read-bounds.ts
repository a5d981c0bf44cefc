import { isPlainObject, refuse, step, type FilterPosition } from './filter-parsing.ts';

export type BoundName = 'gt' | 'gte' | 'lt' | 'lte';
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
