import type { JsonValue } from '#engine/model/values';

/** The comparison of a test. */
export type ConditionOperator =
  | 'equals'
  | 'notEquals'
  | 'in'
  | 'notIn'
  | 'contains'
  | 'notContains'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'includesAny'
  | 'includesNone'
  | 'includesAll'
  | 'refersTo'
  | 'notRefersTo'
  | 'empty'
  | 'filled'
  | 'changed';

/** What a test compares with: values, another field, a day relative to today or to another field, or the user. */
export type ConditionOperand =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'field'; readonly subject: string; readonly days: number }
  | { readonly kind: 'today'; readonly days: number }
  | { readonly kind: 'now' }
  | { readonly kind: 'me' };

/** One comparison: a variable such as `record.status`, an operator and what it is compared with. */
export interface ConditionTest {
  readonly kind: 'test';
  /** Identifies the item while it is edited; not part of the condition. */
  readonly id: number;
  readonly subject: string;
  readonly operator: ConditionOperator;
  /** Undefined: not yet chosen, or the operator needs none. */
  readonly operand: ConditionOperand | undefined;
}

/** A part that has no form: it is shown and edited as JSON. */
export interface ConditionPart {
  readonly kind: 'json';
  readonly id: number;
  readonly rule: JsonValue;
}

/** Items of which all or any must be true; negated: the opposite. */
export interface ConditionGroup {
  readonly kind: 'group';
  readonly id: number;
  readonly match: 'all' | 'any';
  readonly negated: boolean;
  readonly items: readonly ConditionItem[];
}

export type ConditionItem = ConditionTest | ConditionPart | ConditionGroup;

/** Operators that compare with nothing. */
export const WITHOUT_OPERAND: ReadonlySet<ConditionOperator> = new Set(['empty', 'filled', 'changed']);

/** Operators that compare with a list of values. */
export const WITH_LIST: ReadonlySet<ConditionOperator> = new Set(['in', 'notIn', 'includesAny', 'includesNone', 'includesAll']);

let made = 0;

export function createTest(subject: string, operator: ConditionOperator, operand?: ConditionOperand): ConditionTest {
  return { kind: 'test', id: (made += 1), subject, operator, operand };
}

export function createPart(rule: JsonValue): ConditionPart {
  return { kind: 'json', id: (made += 1), rule };
}

export function createGroup(match: ConditionGroup['match'], items: readonly ConditionItem[] = [], negated = false): ConditionGroup {
  return { kind: 'group', id: (made += 1), match, negated, items };
}

/** Whether a test is complete; one that is not is not part of the condition yet. */
export function isComplete({ operator, operand }: ConditionTest): boolean {
  if (WITHOUT_OPERAND.has(operator)) return true;
  if (operand === undefined) return false;
  return operand.kind !== 'value' || (Array.isArray(operand.value) ? operand.value.length > 0 : operand.value !== '');
}

/** The number of complete tests and JSON parts. */
export function countTests(group: ConditionGroup): number {
  return group.items.reduce(
    (sum, item) => sum + (item.kind === 'group' ? countTests(item) : item.kind === 'json' || isComplete(item) ? 1 : 0),
    0,
  );
}
