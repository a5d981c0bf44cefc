import type { Formula } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';

/** The functions that have a form; other operators are edited as JSON. */
export const FORMULA_FUNCTIONS = {
  numbers: ['+', '-', '*', '/', '%', 'min', 'max', 'round', 'floor', 'ceil', 'abs'],
  texts: ['cat', 'upper', 'lower', 'trim', 'length', 'substr'],
  days: ['days_between', 'add_days', 'add_months', 'year', 'month', 'day'],
  choices: ['if'],
} as const;

/** A function that has a form. */
export type FormulaFunction = (typeof FORMULA_FUNCTIONS)[keyof typeof FORMULA_FUNCTIONS][number];

const FUNCTION_NAMES: readonly string[] = Object.values(FORMULA_FUNCTIONS).flat();

/** How many operands a function has in the form: the fewest, and the most. */
const OPERANDS: { readonly [name in FormulaFunction]: readonly [fewest: number, most: number] } = {
  '+': [2, 50],
  '-': [2, 2],
  '*': [2, 50],
  '/': [2, 2],
  '%': [2, 2],
  min: [2, 50],
  max: [2, 50],
  round: [1, 2],
  floor: [1, 1],
  ceil: [1, 1],
  abs: [1, 1],
  cat: [2, 50],
  upper: [1, 1],
  lower: [1, 1],
  trim: [1, 1],
  length: [1, 1],
  substr: [2, 3],
  days_between: [2, 2],
  add_days: [2, 2],
  add_months: [2, 2],
  year: [1, 1],
  month: [1, 1],
  day: [1, 1],
  if: [3, 3],
};

/** A part of a formula: a field, a value, a function of other parts, a condition, or JSON that has no form. */
export type FormulaPart =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'call'; readonly name: FormulaFunction; readonly operands: readonly FormulaPart[] }
  /** The first operand of an `if`; undefined: not yet chosen. */
  | { readonly kind: 'condition'; readonly rule: JsonValue | undefined }
  | { readonly kind: 'json'; readonly rule: JsonValue };

/** A part that is not chosen yet. */
export const EMPTY_PART: FormulaPart = { kind: 'value', value: null };

/** The bounds of the operands of a function. */
export function boundsOf(name: FormulaFunction): readonly [fewest: number, most: number] {
  return OPERANDS[name];
}

/** A function with parts that are not chosen yet; the first one is the part that it replaces. */
export function createCall(name: FormulaFunction, first: FormulaPart = EMPTY_PART): FormulaPart {
  if (name === 'if') return { kind: 'call', name, operands: [{ kind: 'condition', rule: undefined }, first, EMPTY_PART] };
  const [fewest] = OPERANDS[name];
  return { kind: 'call', name, operands: [first, ...Array.from({ length: fewest - 1 }, () => EMPTY_PART)] };
}

/** Reads a formula as parts. */
export function readFormula(rule: JsonValue | undefined): FormulaPart {
  if (rule === undefined) return EMPTY_PART;
  if (typeof rule !== 'object' || rule === null) return { kind: 'value', value: rule };
  const [[name, given] = ['', null], ...others] = Object.entries(rule);
  if (Array.isArray(rule) || others.length > 0) return { kind: 'json', rule };
  const operands: readonly JsonValue[] = Array.isArray(given) ? (given as readonly JsonValue[]) : [given];
  if (name === 'var') {
    const [variable] = operands;
    return operands.length === 1 && typeof variable === 'string' ? { kind: 'field', name: variable } : { kind: 'json', rule };
  }
  return isFunction(name) ? (readCall(name, operands) ?? { kind: 'json', rule }) : { kind: 'json', rule };
}

function readCall(name: FormulaFunction, operands: readonly JsonValue[]): FormulaPart | undefined {
  if (name === 'if') return readChoice(operands);
  const [, most] = OPERANDS[name];
  return operands.length > most ? undefined : { kind: 'call', name, operands: operands.map(readFormula) };
}

/** An `if` with more than one condition is shown as one in the other. */
function readChoice([rule = null, then = null, ...rest]: readonly JsonValue[]): FormulaPart {
  const [only] = rest;
  const otherwise = rest.length > 1 ? readChoice(rest) : readFormula(only);
  return {
    kind: 'call',
    name: 'if',
    operands: [{ kind: 'condition', rule: rule === false ? undefined : rule }, readFormula(then), otherwise],
  };
}

function isFunction(name: string): name is FormulaFunction {
  return FUNCTION_NAMES.includes(name);
}

/** Writes parts as a formula; undefined: none. A part that is not chosen is null. */
export function writeFormula(part: FormulaPart): Formula | undefined {
  const rule = writePart(part);
  return typeof rule === 'object' && rule !== null && !Array.isArray(rule) ? (rule as Formula) : undefined;
}

function writePart(part: FormulaPart): JsonValue {
  switch (part.kind) {
    case 'field':
      return { var: part.name };
    case 'value':
      return part.value;
    case 'condition':
      return part.rule ?? false;
    case 'json':
      return part.rule;
    case 'call':
      return { [part.name]: part.operands.map(writePart) };
  }
}
