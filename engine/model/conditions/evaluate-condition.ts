import jsonLogic from 'json-logic-js';
import { addDays, addMonths, isDay, parseInstant } from '../field-types/date-types.ts';
import { isMissing, isObject, ownValue } from '../field-types/field-type.ts';
import { foldPhone } from '../field-types/phone.ts';
import { zoneClock } from '../time/index.ts';
import type { JsonValue, JsonObject } from '../values/json.ts';
import { foldText, toText } from '../values/text.ts';
import { checkCondition } from './check-condition.ts';

/** The user who saves or fills in a form. All properties are empty if the product itself saves. */
export interface ConditionUser {
  readonly _id: string;
  readonly userType: string;
  /** Names of the roles. */
  readonly roles: readonly string[];
  /** Ids of the teams. */
  readonly teams: readonly string[];
}

/** What a condition sees in addition to the record. */
export interface ConditionContext {
  /** The current day in the application's time zone: `YYYY-MM-DD`. */
  readonly today: string;
  /** IANA name of the time zone in which a date-time is a day; default UTC. */
  readonly timeZone?: string;
  /** The current time as an ISO 8601 text in UTC. */
  readonly now?: string;
  readonly user?: ConditionUser;
  /** The values before the change; empty for a new record. */
  readonly old?: JsonObject;
}

/**
 * The data that every condition of a definition sees. A field that has no value is absent and reads as null; relates are
 * ids, dates `YYYY-MM-DD`, date-times ISO 8601 texts in UTC.
 */
export interface ConditionData {
  /** The values as they would be saved, by field name: `{ "var": "record.status" }`. */
  readonly record: JsonObject;
  readonly old: JsonObject;
  readonly user: ConditionUser;
  readonly today: string;
  readonly now: string;
  readonly timeZone: string;
}

const NO_USER: ConditionUser = { _id: '', userType: '', roles: [], teams: [] };
const NO_RECORD: JsonObject = {};

/** Builds the data for the conditions of a record. */
export function createConditionData(record: JsonObject, context: ConditionContext): ConditionData {
  const { today, timeZone = 'UTC', now = '', user = NO_USER, old = NO_RECORD } = context;
  return { record, old, user, today, now, timeZone };
}

/** The variables beside `record` and `old`, of which each field is one. */
export const CONDITION_VARIABLES: readonly string[] = ['user._id', 'user.userType', 'user.roles', 'user.teams', 'today', 'now', 'timeZone'];

type Operand = JsonValue | undefined;

/** The furthest day that `add_days` reaches, in days; `add_months` reaches as many months. */
const FURTHEST = 40_000;

/**
 * Operators in addition to those of JSON Logic. Each accepts any operands, returns JSON, and depends on its operands alone:
 * the current day and the time zone are operands too.
 */
export const ADDED_OPERATORS: { readonly [operator: string]: (...operands: readonly Operand[]) => JsonValue } = {
  type_of: (value) => readType(value),
  is_empty: (value) => isMissing(value),
  texts: (value) => readTexts(value),
  ids: (value) => readIds(value),
  contains_text: (value, wanted) =>
    typeof wanted === 'string' && readTexts(value).some((text) => foldText(text).includes(foldText(wanted))),
  contains_phone: (value, wanted) => containsPhone(value, foldPhone(toText(wanted))),
  same_text: (first, second) => foldText(toText(first)) === foldText(toText(second)),
  includes_all: (list, wanted) => Array.isArray(list) && Array.isArray(wanted) && wanted.every((one) => list.includes(one)),
  day: (value, timeZone) => readDay(toText(value), toText(timeZone)),
  add_days: (day, count) => move(day, count, addDays),
  add_months: (day, count) => move(day, count, addMonths),
};

function readType(value: Operand): string {
  if (value === undefined || value === null) return 'missing';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

/** The texts of a value: itself, or the texts of a list, of e-mail addresses and of messages. */
function readTexts(value: Operand): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (isObject(value)) return readTexts(ownValue(value, 'email_address') ?? ownValue(value, 'text'));
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(readTexts) : [];
}

/** Ids of a Relate, FlexRelate, their lists, and their populated forms. */
function readIds(value: Operand): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isObject(value)) return readIds(ownValue(value, '_id') ?? ownValue(value, 'id'));
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(readIds) : [];
}

function containsPhone(value: Operand, digits: string): boolean {
  return digits !== '' && readTexts(value).some((text) => foldPhone(text).includes(digits));
}

/** The local day of a date-time; a text without a time is a day already. */
function readDay(text: string, timeZone: string): string | null {
  if (!text.includes('T')) return text === '' ? null : text;
  const instant = parseInstant(text);
  return instant === undefined ? null : zoneClock(timeZone === '' ? 'UTC' : timeZone).dayOf(instant);
}

function move(day: Operand, count: Operand, add: (day: string, count: number) => string): string | null {
  const isBounded = typeof count === 'number' && Number.isInteger(count) && Math.abs(count) <= FURTHEST;
  return typeof day === 'string' && isDay(day) && isBounded ? add(day, count) : null;
}

/** The library's own `var` would read properties of prototypes. */
function readVariable(this: unknown, name: unknown, fallback: unknown = null): unknown {
  if (name === undefined || name === null || name === '') return this;
  return typeof name === 'string' || typeof name === 'number' ? readPath(this, String(name).split('.'), fallback) : fallback;
}

/** Reads a path through own properties only. */
function readPath(data: unknown, path: readonly string[], fallback: unknown): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return fallback;
    value = (value as { readonly [name: string]: unknown })[part];
  }
  return value ?? fallback;
}

jsonLogic.add_operation('var', readVariable);
for (const [name, operator] of Object.entries(ADDED_OPERATORS)) jsonLogic.add_operation(name, operator);
jsonLogic.rm_operation('method');
jsonLogic.rm_operation('log');

const checked = new WeakMap<object, boolean>();

/** Caches the check of a condition for as long as its definition object exists. */
function isValidCondition(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return checkCondition(rule).length === 0;
  let valid = checked.get(rule);
  if (valid === undefined) {
    valid = checkCondition(rule).length === 0;
    checked.set(rule, valid);
  }
  return valid;
}

/** Marks a condition as valid regardless of its size; for conditions that the product itself builds. */
export function markValidCondition<Rule extends object>(rule: Rule): Rule {
  checked.set(rule, true);
  return rule;
}

/**
 * Whether a condition is true for some data (a record, for example). It is false if `checkCondition` reports a problem,
 * and if it cannot be evaluated for this data. A rule must not be changed after its first evaluation.
 */
export function evaluateCondition(rule: unknown, data: unknown): boolean {
  if (!isValidCondition(rule)) return false;
  try {
    const outcome: unknown = jsonLogic.apply(rule as Parameters<typeof jsonLogic.apply>[0], data);
    return jsonLogic.truthy(outcome);
  } catch {
    // Comparing data such as { "toString": 1 } with a string throws inside the library.
    return false;
  }
}
