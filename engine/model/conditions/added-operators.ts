import { addDays, addMonths, isDay, parseInstant } from '../field-types/date-types.ts';
import { isMissing, isObject, ownValue } from '../field-types/field-type.ts';
import { foldPhone } from '../field-types/phone.ts';
import { zoneClock } from '../time/index.ts';
import type { JsonValue } from '../values/json.ts';
import { foldText, toText } from '../values/text.ts';

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
