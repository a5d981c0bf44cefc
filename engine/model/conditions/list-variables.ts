import { ITERATING_OPERATORS } from './check-condition.ts';

/** A variable that a condition reads: its name ('record.status'), and where it is written in the condition ('and.0.==.0.var'). */
export interface ConditionVariable {
  readonly name: string;
  readonly path: string;
}

/**
 * The variables that a condition reads from its data. Inside `some`, `all`, `none` and `filter` names belong to the entries
 * of the list, so they are not listed.
 */
export function listConditionVariables(rule: unknown): readonly ConditionVariable[] {
  const found: ConditionVariable[] = [];
  collect(rule, '', found);
  return found;
}

function collect(node: unknown, path: string, found: ConditionVariable[]): void {
  if (Array.isArray(node)) return node.forEach((inner, index) => collect(inner, join(path, index), found));
  if (typeof node !== 'object' || node === null) return;
  for (const [operator, given] of Object.entries(node)) {
    const operands: readonly unknown[] = Array.isArray(given) ? (given as readonly unknown[]) : [given];
    const here = join(path, operator);
    for (const name of namesIn(operator, operands)) found.push({ name: String(name), path: here });
    const isIterating = ITERATING_OPERATORS.includes(operator);
    operands.forEach((inner, index) => {
      if (!(isIterating && index === 1)) collect(inner, join(here, index), found);
    });
  }
}

function namesIn(operator: string, operands: readonly unknown[]): readonly unknown[] {
  if (operator === 'var') return operands.slice(0, 1);
  if (operator === 'missing') return operands;
  return operator === 'missing_some' && Array.isArray(operands[1]) ? operands[1] : [];
}

function join(path: string, part: string | number): string {
  return path === '' ? String(part) : `${path}.${part}`;
}

/** Names of the fields of the record that a condition reads, of its new values and of those before. */
export function listConditionFields(rule: unknown): readonly string[] {
  const names = listConditionVariables(rule).flatMap(({ name }) => {
    const [source, field] = name.split('.');
    return (source === 'record' || source === 'old') && field !== undefined ? [field] : [];
  });
  return [...new Set(names)];
}
