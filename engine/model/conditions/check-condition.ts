/** The operators that a condition may use, with the minimum and maximum number of operands of each: first those of JSON Logic. */
export const CONDITION_OPERATORS: OperatorBounds = {
  var: [1, 2],
  missing: [1, 50],
  missing_some: [2, 2],
  if: [2, 50],
  '?:': [3, 3],
  '==': [2, 2],
  '===': [2, 2],
  '!=': [2, 2],
  '!==': [2, 2],
  '!': [1, 1],
  '!!': [1, 1],
  or: [1, 50],
  and: [1, 50],
  '>': [2, 2],
  '>=': [2, 2],
  '<': [2, 3],
  '<=': [2, 3],
  max: [1, 50],
  min: [1, 50],
  '+': [1, 50],
  '-': [1, 2],
  '*': [1, 50],
  '/': [2, 2],
  '%': [2, 2],
  in: [2, 2],
  cat: [1, 50],
  substr: [2, 3],
  merge: [0, 50],
  some: [2, 2],
  all: [2, 2],
  none: [2, 2],
  filter: [2, 2],
  type_of: [1, 1],
  is_empty: [1, 1],
  texts: [1, 1],
  ids: [1, 1],
  contains_text: [2, 2],
  contains_phone: [2, 2],
  same_text: [2, 2],
  includes_all: [2, 2],
  day: [1, 2],
  add_days: [2, 2],
  add_months: [2, 2],
};

/** Operators that evaluate each entry of a list; nesting one inside another multiplies the work. */
export const ITERATING_OPERATORS: readonly string[] = ['some', 'all', 'none', 'filter'];

/** Limits of a condition: levels of nesting, total rules and values, characters of a text, lists within lists. */
export const CONDITION_BOUNDS = { depth: 20, nodes: 500, text: 2000, iterations: 2 } as const;

/** A problem of a condition, and its path in the condition ('and.0.=='). */
export interface ConditionProblem {
  readonly path: string;
  readonly code: 'too_deep' | 'too_large' | 'not_json' | 'not_a_rule' | 'unknown_operator' | 'operands' | 'refused_name';
  readonly message: string;
}

/** The operators that a rule may use, with the minimum and maximum number of operands of each. */
export type OperatorBounds = { readonly [operator: string]: readonly [fewest: number, most: number] };

interface CheckState {
  readonly operators: OperatorBounds;
  readonly problems: ConditionProblem[];
  nodes: number;
}

const REFUSED_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/**
 * Returns all problems of a condition, or of another rule with its own operators (JSON Logic, closed operator list, bounded); none: it
 * can be evaluated.
 */
export function checkCondition(rule: unknown, operators: OperatorBounds = CONDITION_OPERATORS): readonly ConditionProblem[] {
  const state: CheckState = { problems: [], nodes: 0, operators };
  checkNode(rule, '', 0, 0, state);
  return state.problems;
}

function checkNode(node: unknown, path: string, depth: number, iterations: number, state: CheckState): void {
  state.nodes += 1;
  if (state.nodes === CONDITION_BOUNDS.nodes + 1)
    report(state, path, 'too_large', `Use at most ${CONDITION_BOUNDS.nodes} rules and values.`);
  if (state.nodes > CONDITION_BOUNDS.nodes) return;
  if (depth > CONDITION_BOUNDS.depth) return report(state, path, 'too_deep', `Nest at most ${CONDITION_BOUNDS.depth} levels.`);
  if (Array.isArray(node)) node.forEach((inner, index) => checkNode(inner, join(path, index), depth + 1, iterations, state));
  else if (typeof node === 'object' && node !== null) checkRule(node, path, depth, iterations, state);
  else if (!isPlainValue(node)) report(state, path, 'not_json', `Use JSON values, texts of at most ${CONDITION_BOUNDS.text} characters.`);
}

function isPlainValue(node: unknown): boolean {
  if (typeof node === 'string') return node.length <= CONDITION_BOUNDS.text;
  return node === null || typeof node === 'boolean' || (typeof node === 'number' && Number.isFinite(node));
}

function checkRule(rule: object, path: string, depth: number, iterations: number, state: CheckState): void {
  const names = Object.keys(rule);
  const operator = names[0];
  if (names.length !== 1 || operator === undefined) return report(state, path, 'not_a_rule', 'Give each rule exactly one operator.');
  const bounds = Object.hasOwn(state.operators, operator) ? state.operators[operator] : undefined;
  if (bounds === undefined) return report(state, path, 'unknown_operator', `There is no operator ${operator}.`);
  const given: unknown = (rule as { readonly [name: string]: unknown })[operator];
  const operands: readonly unknown[] = Array.isArray(given) ? given : [given];
  const here = join(path, operator);
  if (operands.length < bounds[0] || operands.length > bounds[1])
    report(state, here, 'operands', `Give ${operator} ${bounds[0]} to ${bounds[1]} operands.`);
  if (operator === 'var') checkName(operands[0], here, state);
  if (operator === 'missing') operands.forEach((name) => checkName(name, here, state));
  if (operator === 'missing_some') checkNames(operands[1], here, state);
  if (operator === 'day') checkTimeZone(operands[1], here, state);
  const inside = iterations + (ITERATING_OPERATORS.includes(operator) ? 1 : 0);
  if (inside > CONDITION_BOUNDS.iterations) return report(state, here, 'too_deep', 'Look into lists within lists at most twice.');
  operands.forEach((inner, index) => checkNode(inner, join(here, index), depth + 1, inside, state));
}

function checkNames(names: unknown, path: string, state: CheckState): void {
  if (Array.isArray(names)) names.forEach((name) => checkName(name, path, state));
  else report(state, path, 'operands', 'Name the fields in a list.');
}

/** Each time zone has a calendar in memory, so values of records must not name them. */
function checkTimeZone(operand: unknown, path: string, state: CheckState): void {
  const isNamed = operand === undefined || typeof operand === 'string' || JSON.stringify(operand) === '{"var":"timeZone"}';
  if (!isNamed) report(state, path, 'operands', 'Give the time zone as a name or as { "var": "timeZone" }.');
}

/** Names must be literals: a computed name could neither be checked nor be found by the reference index. */
function checkName(name: unknown, path: string, state: CheckState): void {
  if (typeof name === 'number' && Number.isInteger(name) && name >= 0) return;
  const holds = typeof name === 'string' && name.length <= 200 && !name.split('.').some((part) => REFUSED_NAMES.includes(part));
  if (!holds) report(state, path, 'refused_name', 'Name a field by its written name.');
}

function join(path: string, part: string | number): string {
  return path === '' ? String(part) : `${path}.${part}`;
}

function report(state: CheckState, path: string, code: ConditionProblem['code'], message: string): void {
  state.problems.push({ path, code, message });
}
