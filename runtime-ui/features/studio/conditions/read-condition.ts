import type { JsonObject, JsonValue } from '#engine/model/values';
import {
  createGroup,
  createPart,
  createTest,
  type ConditionGroup,
  type ConditionItem,
  type ConditionOperand,
  type ConditionOperator,
} from './condition-tree.ts';
import type { FindSubject } from './write-condition.ts';

/** A rule with its operands as a list. */
interface Rule {
  readonly operator: string;
  readonly operands: readonly JsonValue[];
}

const ORDER: { readonly [operator: string]: ConditionOperator } = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' };
const OPPOSITE: { readonly [operator in ConditionOperator]?: ConditionOperator } = {
  equals: 'notEquals',
  in: 'notIn',
  contains: 'notContains',
  includesAny: 'includesNone',
  refersTo: 'notRefersTo',
  empty: 'filled',
};

/** Reads a condition as a tree. What has no form becomes a part with its JSON, so that nothing is lost. */
export function readCondition(condition: unknown, find: FindSubject): ConditionGroup {
  if (condition === undefined) return createGroup('all');
  const item = readItem(condition as JsonValue, find);
  return item.kind === 'group' && !item.negated ? item : createGroup('all', [item]);
}

function readItem(rule: JsonValue, find: FindSubject): ConditionItem {
  return readTest(rule, find) ?? readGroup(rule, find) ?? createPart(rule);
}

function toRule(value: JsonValue | undefined): Rule | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [entry, ...others] = Object.entries(value as JsonObject);
  if (entry === undefined || others.length > 0) return undefined;
  const [operator, given] = entry;
  return { operator, operands: Array.isArray(given) ? (given as readonly JsonValue[]) : [given] };
}

function readGroup(value: JsonValue, find: FindSubject): ConditionGroup | undefined {
  const rule = toRule(value);
  if (rule?.operator === 'and' || rule?.operator === 'or')
    return createGroup(
      rule.operator === 'and' ? 'all' : 'any',
      rule.operands.map((one) => readItem(one, find)),
    );
  if (rule?.operator !== '!') return undefined;
  const inner = readGroup(rule.operands[0] ?? null, find);
  return inner === undefined || inner.negated ? undefined : { ...inner, negated: true };
}

function readTest(value: JsonValue, find: FindSubject): ConditionItem | undefined {
  const rule = toRule(value);
  if (rule === undefined) return undefined;
  if (rule.operator === '!') return readNegated(rule.operands[0], find);
  if (rule.operator === 'and') return readGuarded(rule, find);
  if (rule.operator === '!!') return readYes(rule.operands[0], find, true);
  return readComparison(rule, find);
}

function readNegated(value: JsonValue | undefined, find: FindSubject): ConditionItem | undefined {
  const yes = readYes(value, find, false);
  if (yes !== undefined) return yes;
  const inner = value === undefined ? undefined : readTest(value, find);
  if (inner?.kind !== 'test') return undefined;
  const { operand } = inner;
  // "Not yes" of a checkbox is no.
  if (inner.operator === 'equals' && find(inner.subject)?.kind === 'yesNo' && operand?.kind === 'value')
    return createTest(inner.subject, 'equals', { kind: 'value', value: operand.value !== true });
  const operator = OPPOSITE[inner.operator];
  return operator === undefined ? undefined : createTest(inner.subject, operator, operand);
}

/** `{ "!!": variable }` of a checkbox. */
function readYes(value: JsonValue | undefined, find: FindSubject, isYes: boolean): ConditionItem | undefined {
  const subject = readVariable(value);
  return subject !== undefined && find(subject)?.kind === 'yesNo'
    ? createTest(subject, 'equals', { kind: 'value', value: isYes })
    : undefined;
}

/** A comparison of a number that is made only if there is one. */
function readGuarded({ operands: [guard, comparison, ...others] }: Rule, find: FindSubject): ConditionItem | undefined {
  if (guard === undefined || comparison === undefined || others.length > 0) return undefined;
  const test = readTest(comparison, find);
  if (test?.kind !== 'test' || !['gt', 'gte', 'lt', 'lte'].includes(test.operator)) return undefined;
  const wanted = JSON.stringify({ '==': [{ type_of: [{ var: test.subject }] }, 'number'] });
  return JSON.stringify(guard) === wanted ? { ...test } : undefined;
}

function readComparison({ operator, operands }: Rule, find: FindSubject): ConditionItem | undefined {
  const [first, second, ...others] = operands;
  if (others.length > 0) return undefined;
  if (operator === 'is_empty') return testOf(first, 'empty', undefined, find);
  if (operator === 'in') return readIn(first, second, find);
  if (operator === 'some') return readSome(first, second, find);
  if (operator === 'includes_all') return listTest(first, 'includesAll', second, find);
  if (operator === 'contains_text' || operator === 'contains_phone') return textTest(first, 'contains', second, find);
  if (operator === 'same_text') return textTest(first, 'equals', second, find);
  if (operator === '==' || operator === '===') return readEqual(first, second, find);
  if (operator === '!=' || operator === '!==') return readUnequal(first, second, find);
  const order = ORDER[operator];
  return order === undefined ? undefined : testOf(first, order, readOperand(second, find), find);
}

function readVariable(value: JsonValue | undefined): string | undefined {
  const rule = toRule(value);
  const [name, ...others] = rule?.operands ?? [];
  return rule?.operator === 'var' && typeof name === 'string' && others.length === 0 ? name : undefined;
}

/** The variable that is compared: itself, or the local day of a date-time. */
function readSubject(value: JsonValue | undefined, find: FindSubject): string | undefined {
  const rule = toRule(value);
  const name =
    rule?.operator === 'day' && readVariable(rule.operands[1]) === 'timeZone' ? readVariable(rule.operands[0]) : readVariable(value);
  return name !== undefined && find(name) !== undefined ? name : undefined;
}

function testOf(
  subject: JsonValue | undefined,
  operator: ConditionOperator,
  operand: ConditionOperand | undefined,
  find: FindSubject,
): ConditionItem | undefined {
  const name = readSubject(subject, find);
  const needsOperand = operator !== 'empty' && operator !== 'changed';
  if (name === undefined || (needsOperand && operand === undefined)) return undefined;
  return createTest(name, operator, operand);
}

function textTest(subject: JsonValue | undefined, operator: ConditionOperator, value: JsonValue | undefined, find: FindSubject) {
  return typeof value === 'string' ? testOf(subject, operator, { kind: 'value', value }, find) : undefined;
}

function listTest(subject: JsonValue | undefined, operator: ConditionOperator, value: JsonValue | undefined, find: FindSubject) {
  const isList = Array.isArray(value) && (value as readonly JsonValue[]).every((one) => typeof one === 'string');
  return isList ? testOf(subject, operator, { kind: 'value', value }, find) : undefined;
}

function readIn(first: JsonValue | undefined, second: JsonValue | undefined, find: FindSubject): ConditionItem | undefined {
  const ids = toRule(second);
  if (ids?.operator === 'ids') return testOf(ids.operands[0], 'refersTo', readId(first), find);
  const member = readVariable(second);
  // `{ "in": ["Clerk", { "var": "user.roles" }] }`
  if (member !== undefined && typeof first === 'string' && find(member)?.kind === 'options')
    return testOf(second, 'includesAny', { kind: 'value', value: [first] }, find);
  return listTest(first, 'in', second, find);
}

function readId(value: JsonValue | undefined): ConditionOperand | undefined {
  if (readVariable(value) === 'user._id') return { kind: 'me' };
  return typeof value === 'string' ? { kind: 'value', value } : undefined;
}

function readSome(first: JsonValue | undefined, second: JsonValue | undefined, find: FindSubject): ConditionItem | undefined {
  const rule = toRule(second);
  return rule?.operator === 'in' && readVariable(rule.operands[0]) === ''
    ? listTest(first, 'includesAny', rule.operands[1], find)
    : undefined;
}

function readEqual(first: JsonValue | undefined, second: JsonValue | undefined, find: FindSubject): ConditionItem | undefined {
  const subject = readSubject(first, find);
  const kind = subject === undefined ? undefined : find(subject)?.kind;
  if (second === null) return testOf(first, 'empty', undefined, find);
  if (kind === 'option' && typeof second === 'string') return testOf(first, 'in', { kind: 'value', value: [second] }, find);
  if (kind === 'yesNo') return typeof second === 'boolean' ? testOf(first, 'equals', { kind: 'value', value: second }, find) : undefined;
  if (kind === 'record') return testOf(first, 'refersTo', readId(second), find);
  if (kind === 'text' && typeof second === 'string') return undefined;
  return testOf(first, 'equals', readOperand(second, find), find);
}

function readUnequal(first: JsonValue | undefined, second: JsonValue | undefined, find: FindSubject): ConditionItem | undefined {
  const subject = readSubject(first, find);
  if (subject?.startsWith('record.') === true && readVariable(second) === subject.replace(/^record\./, 'old.'))
    return createTest(subject, 'changed');
  const equal = readEqual(first, second, find);
  if (equal?.kind !== 'test') return undefined;
  const { operand } = equal;
  if (subject !== undefined && find(subject)?.kind === 'yesNo' && operand?.kind === 'value')
    return createTest(subject, 'equals', { kind: 'value', value: operand.value !== true });
  const operator = OPPOSITE[equal.operator];
  return operator === undefined ? undefined : createTest(equal.subject, operator, operand);
}

function readOperand(value: JsonValue | undefined, find: FindSubject): ConditionOperand | undefined {
  if (typeof value === 'string' || typeof value === 'number') return { kind: 'value', value };
  const rule = toRule(value);
  if (rule?.operator === 'add_days') {
    const [day, days] = rule.operands;
    const base = readOperand(day, find);
    const isMovable = base?.kind === 'today' || base?.kind === 'field';
    return isMovable && base.days === 0 && typeof days === 'number' ? { ...base, days } : undefined;
  }
  const name = readVariable(value);
  if (name === 'today') return { kind: 'today', days: 0 };
  if (name === 'now') return { kind: 'now' };
  const subject = readSubject(value, find);
  return subject === undefined ? undefined : { kind: 'field', subject, days: 0 };
}
