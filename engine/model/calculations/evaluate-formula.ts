import jsonLogic from 'json-logic-js';
// Loading it replaces the library's `var`, which would read properties of prototypes.
import { ADDED_OPERATORS } from '../conditions/evaluate-condition.ts';
import type { Formula } from '../definitions/index.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import { ADDED_FORMULA_OPERATORS, STRICT_OPERATORS } from './formula-operators.ts';

/** What a formula sees: the values of the record, and those of the records that its Relate fields point to, by the name of the Relate. */
export interface FormulaData {
  readonly record: JsonObject;
  readonly related: { readonly [relate: string]: JsonObject };
}

/** A formula that can be evaluated, made by `compileFormula`. */
export interface CompiledFormula {
  readonly rule: Parameters<typeof jsonLogic.apply>[0];
}

/** The result of a formula, or why it has none, in a sentence. */
export type FormulaResult = { readonly ok: true; readonly value: JsonValue | undefined } | { readonly ok: false; readonly reason: string };

/** Prefix of the operators that formulas evaluate differently from conditions: the library has one list of operators for all. */
const STRICT = 'formula:';

for (const [name, operator] of Object.entries(STRICT_OPERATORS)) jsonLogic.add_operation(STRICT + name, operator);
for (const [name, operator] of Object.entries({ ...ADDED_OPERATORS, ...ADDED_FORMULA_OPERATORS })) jsonLogic.add_operation(name, operator);

/** Prepares a checked formula for its evaluation. */
export function compileFormula(formula: Formula): CompiledFormula {
  return { rule: withStrictOperators(formula) as CompiledFormula['rule'] };
}

function withStrictOperators(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withStrictOperators);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([operator, operands]) => [
      Object.hasOwn(STRICT_OPERATORS, operator) ? STRICT + operator : operator,
      withStrictOperators(operands),
    ]),
  );
}

/** Evaluates a formula. It never throws. */
export function evaluateFormula({ rule }: CompiledFormula, data: FormulaData): FormulaResult {
  try {
    const value: unknown = jsonLogic.apply(rule, data);
    if (typeof value === 'number' && !Number.isFinite(value))
      return { ok: false, reason: 'It divides by zero, or calculates with a value that is not a number.' };
    return { ok: true, value: value as JsonValue | undefined };
  } catch {
    // Comparing data such as { "toString": 1 } with a text throws inside the library.
    return { ok: false, reason: 'It cannot be evaluated for these values.' };
  }
}

/** Whether a result counts as true: in a Checkbox. Like in JSON Logic, an empty list is not. */
export function isTrue(value: JsonValue | undefined): boolean {
  return jsonLogic.truthy(value);
}
