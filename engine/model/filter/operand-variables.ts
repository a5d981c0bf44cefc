import { addDays } from '../field-types/date-types.ts';
import { FILTER_BOUNDS, isPlainObject, ownMember, refuse, type FilterPosition, type PlainObject } from './filter-parsing.ts';

/** The value of a variable: ids (none: it equals nothing), a calendar day, or an instant. */
export type VariableValue =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'instant'; readonly instant: number };

const DAY = 86_400_000;

/** Whether an operand is written as a variable, valid or not. */
export function isVariable(operand: unknown): operand is PlainObject {
  return isPlainObject(operand) && Object.hasOwn(operand, '$');
}

/** The value of `{ "$": name, "days": n }`; rejects everything else. `days` is for `today` (calendar days) and `now` (24 hours each). */
export function readVariable(operand: PlainObject, position: FilterPosition): VariableValue {
  const name = ownMember(operand, '$');
  const days = readDays(operand, name, position);
  const { variables } = position.parse.context;
  if (name === 'me') return { kind: 'ids', ids: variables.me === undefined ? [] : [variables.me] };
  if (name === 'my_teams') return { kind: 'ids', ids: variables.my_teams };
  if (typeof name === 'string' && Object.hasOwn(variables.ofUser, name)) {
    const id = variables.ofUser[name];
    return { kind: 'ids', ids: id === undefined ? [] : [id] };
  }
  if (name !== 'today' && name !== 'now') {
    const names = ['me', 'my_teams', ...Object.keys(variables.ofUser), 'today', 'now'];
    return refuse(position, `a value or one of the variables ${names.join(', ')} is due`);
  }
  position.parse.usesClock = true;
  return name === 'today' ? { kind: 'day', day: addDays(variables.today, days) } : { kind: 'instant', instant: variables.now + days * DAY };
}

function readDays(operand: PlainObject, name: unknown, position: FilterPosition): number {
  for (const key of Object.keys(operand)) if (key !== '$' && key !== 'days') refuse(position, 'a variable has $ and days alone');
  if (!Object.hasOwn(operand, 'days')) return 0;
  const days = operand['days'];
  if (name !== 'today' && name !== 'now') refuse(position, 'days goes with today and now alone');
  if (typeof days !== 'number' || !Number.isInteger(days) || Math.abs(days) > FILTER_BOUNDS.days)
    refuse(position, `days is a whole number of at most ${FILTER_BOUNDS.days}`);
  return days;
}
