import { CONDITION_OPERATORS, type OperatorBounds } from '../conditions/check-condition.ts';
import { isDay, parseInstant } from '../field-types/date-types.ts';
import { dayToTimestamp } from '../time/index.ts';
import { toText } from '../values/text.ts';
import type { JsonValue } from '../values/json.ts';

/** The operators that a formula may use: those of conditions, and more for numbers, texts and days. */
export const FORMULA_OPERATORS: OperatorBounds = {
  ...CONDITION_OPERATORS,
  round: [1, 2],
  floor: [1, 1],
  ceil: [1, 1],
  abs: [1, 1],
  upper: [1, 1],
  lower: [1, 1],
  trim: [1, 1],
  length: [1, 1],
  year: [1, 1],
  month: [1, 1],
  days_between: [2, 2],
};

type Operand = JsonValue | undefined;

const DAY = 86_400_000;

/** The most decimals that `round` keeps. */
const MAX_DECIMALS = 10;

/**
 * Calculates with numbers alone: null if one is missing, so that a missing number is never counted as zero; NaN if one is no number, which
 * ends as a formula without a result. A list counts as its entries.
 */
function calculate(operands: readonly Operand[], combine: (numbers: readonly number[]) => number): number | null {
  const flat = (operands as readonly JsonValue[]).flat() as readonly Operand[];
  if (flat.some((operand) => operand === undefined || operand === null)) return null;
  return flat.every((operand) => typeof operand === 'number') ? combine(flat) : NaN;
}

/** The operators of JSON Logic that a formula evaluates differently: JSON Logic counts a missing number as zero in some of them. */
export const STRICT_OPERATORS: { readonly [operator: string]: (...operands: readonly Operand[]) => JsonValue } = {
  '+': (...operands) => calculate(operands, (numbers) => numbers.reduce((sum, one) => sum + one, 0)),
  '*': (...operands) => calculate(operands, (numbers) => numbers.reduce((product, one) => product * one, 1)),
  '-': (...operands) => calculate(operands, ([first = 0, second]) => (second === undefined ? -first : first - second)),
  '/': (...operands) => calculate(operands, ([first = 0, second = 0]) => first / second),
  '%': (...operands) => calculate(operands, ([first = 0, second = 0]) => first % second),
  min: (...operands) => calculate(operands, (numbers) => Math.min(...numbers)),
  max: (...operands) => calculate(operands, (numbers) => Math.max(...numbers)),
};

/** The operators that only formulas have. Each accepts any operands, returns JSON, and depends on its operands alone. */
export const ADDED_FORMULA_OPERATORS: { readonly [operator: string]: (...operands: readonly Operand[]) => JsonValue } = {
  round: (value, decimals) => calculate([value, decimals ?? 0], ([number = 0, places = 0]) => round(number, places)),
  floor: (value) => calculate([value], ([number = 0]) => Math.floor(number)),
  ceil: (value) => calculate([value], ([number = 0]) => Math.ceil(number)),
  abs: (value) => calculate([value], ([number = 0]) => Math.abs(number)),
  upper: (value) => mapText(value, (text) => text.toUpperCase()),
  lower: (value) => mapText(value, (text) => text.toLowerCase()),
  trim: (value) => mapText(value, (text) => text.trim()),
  length: (value) => (Array.isArray(value) ? value.length : toText(value).length),
  year: (value) => partOfDay(value, 0, 4),
  month: (value) => partOfDay(value, 5, 7),
  days_between: (first, second) => daysBetween(readDay(first), readDay(second)),
};

/** Rounds half away from zero to a number of decimals: 2.345 to 2.35, -2.5 to -3. */
function round(number: number, decimals: number): number {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) return NaN;
  // The exponent form shifts the decimal point exactly: 1.005 * 100 would be 100.49999999999999.
  const shifted = Math.round(Number(`${Math.abs(number)}e${decimals}`));
  return Math.sign(number) * Number(`${shifted}e-${decimals}`);
}

function mapText(value: Operand, map: (text: string) => string): string | null {
  return typeof value === 'string' ? map(value) : null;
}

/** The day of a date, or of a date-time in UTC; `day` gives it in another time zone. */
function readDay(value: Operand): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (isDay(value)) return value;
  return parseInstant(value) === undefined ? undefined : value.slice(0, 10);
}

function partOfDay(value: Operand, from: number, to: number): number | null {
  const day = readDay(value);
  return day === undefined ? null : Number(day.slice(from, to));
}

function daysBetween(first: string | undefined, second: string | undefined): number | null {
  return first === undefined || second === undefined ? null : (dayToTimestamp(second) - dayToTimestamp(first)) / DAY;
}
