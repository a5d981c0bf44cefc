import jsonLogic from 'json-logic-js';
import { checkCondition } from './check-condition.ts';

/** The library's own `var` would walk into prototypes. */
function readVariable(this: unknown, name: unknown, fallback: unknown = null): unknown {
  if (name === undefined || name === null || name === '') return this;
  return typeof name === 'string' || typeof name === 'number' ? readPath(this, String(name).split('.'), fallback) : fallback;
}

/** Follows a path through own properties only. */
function readPath(data: unknown, path: readonly string[], fallback: unknown): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return fallback;
    value = (value as { readonly [name: string]: unknown })[part];
  }
  return value ?? fallback;
}

jsonLogic.add_operation('var', readVariable);
jsonLogic.rm_operation('method');
jsonLogic.rm_operation('log');

const checked = new WeakMap<object, boolean>();

/** A condition is checked once, for as long as the definition that holds it lives unchanged. */
function isValidCondition(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return checkCondition(rule).length === 0;
  let valid = checked.get(rule);
  if (valid === undefined) {
    valid = checkCondition(rule).length === 0;
    checked.set(rule, valid);
  }
  return valid;
}

/**
 * Whether a condition holds for some data (a record, say). One that `checkCondition` refuses, and one that cannot be
 * worked out for this data, does not hold. A rule must not be changed after it was first evaluated.
 */
export function evaluateCondition(rule: unknown, data: unknown): boolean {
  if (!isValidCondition(rule)) return false;
  try {
    const outcome: unknown = jsonLogic.apply(rule as Parameters<typeof jsonLogic.apply>[0], data);
    return jsonLogic.truthy(outcome);
  } catch {
    // Comparing data such as { "toString": 1 } with a text throws inside the library.
    return false;
  }
}
