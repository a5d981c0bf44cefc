import jsonLogic from 'json-logic-js';
import { ADDED_OPERATORS } from './added-operators.ts';
import { checkCondition } from './check-condition.ts';

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
