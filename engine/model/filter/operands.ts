import type { Key } from '../compiled/collection-schema.ts';
import { isDay, parseInstant, addDays } from '../field-types/date-types.ts';
import { moduleKeyOf } from '../field-types/field-type.ts';
import { foldPhone } from '../field-types/phone.ts';
import { foldText } from '../values/text.ts';
import {
  comparisonOf,
  isPlainObject,
  ownMember,
  refuse,
  type FieldTarget,
  type FilterPosition,
  FILTER_BOUNDS,
  type PlainObject,
} from './filter-parsing.ts';

/** The value of a variable: ids (none: it equals nothing), a calendar day, or an instant. */
type VariableValue =
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
  if (name === 'my_roles') return { kind: 'ids', ids: variables.my_roles };
  if (typeof name === 'string' && Object.hasOwn(variables.ofUser, name)) {
    const id = variables.ofUser[name];
    return { kind: 'ids', ids: id === undefined ? [] : [id] };
  }
  if (name !== 'today' && name !== 'now') {
    const names = ['me', 'my_teams', 'my_roles', ...Object.keys(variables.ofUser), 'today', 'now'];
    return refuse(position, `expected a value or one of the variables ${names.join(', ')}`, { name: String(name), names });
  }
  position.parse.usesClock = true;
  return name === 'today' ? { kind: 'day', day: addDays(variables.today, days) } : { kind: 'instant', instant: variables.now + days * DAY };
}

function readDays(operand: PlainObject, name: unknown, position: FilterPosition): number {
  for (const key of Object.keys(operand)) if (key !== '$' && key !== 'days') refuse(position, 'only $ and days are allowed');
  if (!Object.hasOwn(operand, 'days')) return 0;
  const days = operand['days'];
  if (name !== 'today' && name !== 'now') refuse(position, 'days is only allowed with today and now');
  if (typeof days !== 'number' || !Number.isInteger(days) || Math.abs(days) > FILTER_BOUNDS.days)
    refuse(position, `expected a whole number from -${FILTER_BOUNDS.days} to ${FILTER_BOUNDS.days} in days`);
  return days;
}

/** A resolved operand: keys to compare with (none: it matches nothing), or a day on a date-time field. */
type Operand = { readonly kind: 'keys'; readonly keys: readonly Key[] } | { readonly kind: 'day'; readonly day: string };

const NOTHING: Operand = { kind: 'keys', keys: [] };

/** Converts one operand that is not null to keys of its field. */
export function readOperand(target: FieldTarget, operand: unknown, position: FilterPosition): Operand {
  if (isVariable(operand)) return readVariableOperand(target, operand, position);
  switch (comparisonOf(target)) {
    case 'text':
      return foldedKey(foldText(readText(operand, position)));
    case 'phone':
      return foldedKey(foldPhone(readText(operand, position)));
    case 'exact':
      return oneKey(readExact(target, operand, position));
    case 'number':
      return oneKey(readNumber(operand, position));
    case 'money':
      return oneKey(readCents(operand, position));
    case 'boolean':
      return typeof operand === 'boolean' ? oneKey(operand ? 1 : 0) : refuse(position, 'expected true or false');
    case 'day':
      return oneKey(readDay(operand, position));
    case 'instant':
      return readInstant(operand, position);
    case 'flex':
      return readFlex(target, operand, position);
    default:
      return refuse(position, 'the field cannot be compared');
  }
}

function oneKey(key: Key): Operand {
  return { kind: 'keys', keys: [key] };
}

function foldedKey(text: string): Operand {
  return text === '' ? NOTHING : oneKey(text);
}

function readVariableOperand(target: FieldTarget, operand: { readonly [name: string]: unknown }, position: FilterPosition): Operand {
  const value = readVariable(operand, position);
  const comparison = comparisonOf(target);
  if (value.kind === 'ids' && comparison === 'exact') return { kind: 'keys', keys: value.ids };
  if (value.kind === 'day' && comparison === 'day') return oneKey(value.day);
  if (value.kind === 'day' && comparison === 'instant') return value;
  if (value.kind === 'instant' && comparison === 'instant') return oneKey(value.instant);
  return refuse(position, `the variable does not fit a field of type ${target.field.type.name}`);
}

const LONE_SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A text as stores save it: a lone surrogate, which UTF-8 cannot encode, becomes the replacement character. */
export function readText(operand: unknown, position: FilterPosition): string {
  return typeof operand === 'string' ? operand.replace(LONE_SURROGATES, '\uFFFD') : refuse(position, 'expected a text');
}

/** A text that is compared as it is; of a field that names modules the name that keys have. */
function readExact({ field }: FieldTarget, operand: unknown, position: FilterPosition): string {
  return moduleKeyOf(field, readText(operand, position));
}

function readNumber(operand: unknown, position: FilterPosition): number {
  return typeof operand === 'number' && Number.isFinite(operand) ? operand + 0 : refuse(position, 'expected a number');
}

function readCents(operand: unknown, position: FilterPosition): number {
  const dollars = readNumber(operand, position);
  const cents = Math.round(dollars * 100) + 0;
  if (!Number.isSafeInteger(cents)) refuse(position, 'the amount is too large');
  return cents / 100 === dollars ? cents : refuse(position, 'expected an amount in dollars with at most two decimals');
}

function readDay(operand: unknown, position: FilterPosition): string {
  return typeof operand === 'string' && isDay(operand) ? operand : refuse(position, 'expected a day as YYYY-MM-DD');
}

function readInstant(operand: unknown, position: FilterPosition): Operand {
  if (typeof operand === 'string' && isDay(operand)) return { kind: 'day', day: operand };
  const instant = typeof operand === 'string' ? parseInstant(operand) : undefined;
  return instant === undefined
    ? refuse(position, 'expected a date-time as ISO 8601 with its zone, or a day as YYYY-MM-DD')
    : oneKey(instant);
}

function readFlex(target: FieldTarget, operand: unknown, position: FilterPosition): Operand {
  if (!isPlainObject(operand) || Object.keys(operand).some((name) => name !== 'module' && name !== 'id'))
    refuse(position, 'expected an object of module and id');
  const module = ownMember(operand, 'module');
  const id = ownMember(operand, 'id');
  if (typeof module !== 'string' || !position.parse.context.catalog.modules.has(module))
    refuse(position, 'there is no module of this name');
  if (target.field.refs.length > 0 && !target.field.refs.includes(module)) refuse(position, 'the field does not point to this module');
  const name = moduleKeyOf(target.field, module);
  if (isVariable(id)) {
    const value = readVariable(id, position);
    return value.kind === 'ids' ? { kind: 'keys', keys: value.ids.map((one) => `${name}:${one}`) } : refuse(position, 'expected an id');
  }
  return oneKey(`${name}:${readText(id, position)}`);
}
