import type { JsonValue } from '#engine/model';
import type { ComparisonOperator } from './document.ts';

/** Whether a value counts as empty: blank, null, false, or a list without entries. */
export function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.every(isEmpty);
}

/** Result of a comparison; undefined: it is not possible, which counts as passing. */
export type ComparisonResult = boolean | undefined;

type Compare = (value: JsonValue | undefined, expected: JsonValue) => boolean;

/** Comparisons that need something to compare with. */
const COMPARISONS: { readonly [operator in Exclude<ComparisonOperator, 'Empty' | 'Not Empty' | 'Equals' | 'Not Equals'>]: Compare } = {
  'Less Than': (value, expected) => compareOrder(value, expected, (order) => order < 0),
  'Less Than or Equal To': (value, expected) => compareOrder(value, expected, (order) => order <= 0),
  'Greater Than': (value, expected) => compareOrder(value, expected, (order) => order > 0),
  'Greater Than or Equal To': (value, expected) => compareOrder(value, expected, (order) => order >= 0),
  In: isIn,
  'Not In': (value, expected) => !isIn(value, expected),
  Contains: contains,
  'Does Not Contain': (value, expected) => !contains(value, expected),
};

/** Compares the value of an input. Texts are compared without case; numbers, dates and lists as what they are. */
export function compareValues(
  operator: ComparisonOperator,
  value: JsonValue | undefined,
  expected: JsonValue | undefined,
): ComparisonResult {
  switch (operator) {
    case 'Empty':
      return isEmpty(value);
    case 'Not Empty':
      return !isEmpty(value);
    case 'Equals':
      return isEqual(value, expected);
    case 'Not Equals':
      return !isEqual(value, expected);
    default: {
      const compare: Compare | undefined = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
      return compare === undefined || expected === undefined || expected === null ? undefined : compare(value, expected);
    }
  }
}

function isEqual(value: JsonValue | undefined, expected: JsonValue | undefined): boolean {
  if (Array.isArray(value) || Array.isArray(expected)) return isSameList(toList(value), toList(expected));
  if (isEmpty(value) || isEmpty(expected)) return isEmpty(value) && isEmpty(expected);
  const order = findOrder(value, expected);
  return order === 0;
}

/** Lists are equal when they have the same entries, in any order. */
function isSameList(values: readonly JsonValue[], expected: readonly JsonValue[]): boolean {
  const hasAll = (list: readonly JsonValue[], entries: readonly JsonValue[]): boolean =>
    entries.every((entry) => list.some((other) => isEqual(other, entry)));
  return values.length === expected.length && hasAll(values, expected) && hasAll(expected, values);
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  return isEmpty(value) ? [] : [value as JsonValue];
}

/** One entry of the list is enough; a text lists its entries with commas. */
function isIn(value: JsonValue | undefined, expected: JsonValue): boolean {
  const list = typeof expected === 'string' ? [expected, ...expected.split(',')] : toList(expected);
  return toList(value).some((entry) => list.some((other) => isEqual(entry, other)));
}

function contains(value: JsonValue | undefined, expected: JsonValue): boolean {
  if (Array.isArray(value)) return toList(expected).every((entry) => value.some((other) => isEqual(other as JsonValue, entry)));
  if (isEmpty(value)) return false;
  return toList(expected).every((entry) => toText(value).includes(toText(entry)));
}

function compareOrder(value: JsonValue | undefined, expected: JsonValue, passes: (order: number) => boolean): boolean {
  if (isEmpty(value)) return false;
  const order = findOrder(value, expected);
  return !Number.isNaN(order) && passes(order);
}

/** Negative, 0 or positive, as of a sort; NaN: a number and a text have no order. */
function findOrder(left: JsonValue | undefined, right: JsonValue | undefined): number {
  for (const read of [toNumber, toTime]) {
    const [first, second] = [read(left), read(right)];
    if (first !== undefined && second !== undefined) return first - second;
  }
  if (typeof left === 'number' || typeof right === 'number') return Number.NaN;
  const [first, second] = [toText(left), toText(right)];
  return first === second ? 0 : first < second ? -1 : 1;
}

function toNumber(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}

/** Of a day (`2026-01-31`, `01/31/2026`) or a time of ISO 8601. */
function toTime(value: JsonValue | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const time = year === undefined ? readIsoTime(text) : Date.UTC(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(time) ? undefined : time;
}

function readIsoTime(text: string): number {
  return /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[-+]\d{2}:?\d{2})?)?$/.test(text) ? Date.parse(text) : Number.NaN;
}

function toText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim().toLowerCase();
}
