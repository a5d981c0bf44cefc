import type { JsonObject, JsonValue } from '#engine/model/values';
import { isComplete, type ConditionGroup, type ConditionItem, type ConditionOperand, type ConditionTest } from './condition-tree.ts';
import type { ConditionSubject, SubjectKind } from './subjects.ts';

/** The kind of a subject by its name; undefined: there is no such subject. */
export type FindSubject = (name: string) => Pick<ConditionSubject, 'kind'> | undefined;

const ORDER = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Writes a tree as a condition; tests that are not complete are left out. Undefined: nothing is left. */
export function writeCondition(group: ConditionGroup, find: FindSubject): JsonValue | undefined {
  return writeGroup(group, find);
}

function writeGroup({ match, negated, items }: ConditionGroup, find: FindSubject): JsonValue | undefined {
  const rules = items.map((item) => writeItem(item, find)).filter((rule) => rule !== undefined);
  const [only, ...others] = rules;
  if (only === undefined) return undefined;
  const rule = others.length === 0 ? only : { [match === 'all' ? 'and' : 'or']: rules };
  return negated ? { '!': [rule] } : rule;
}

/** Writes one item; undefined: it is not complete. */
export function writeItem(item: ConditionItem, find: FindSubject): JsonValue | undefined {
  if (item.kind === 'group') return writeGroup(item, find);
  if (item.kind === 'json') return item.rule;
  return isComplete(item) ? writeTest(item, find) : undefined;
}

const variable = (name: string): JsonObject => ({ var: name });
const not = (rule: JsonValue): JsonObject => ({ '!': [rule] });
const localDay = (value: JsonValue): JsonObject => ({ day: [value, variable('timeZone')] });

function writeTest(test: ConditionTest, find: FindSubject): JsonValue {
  const { subject, operator } = test;
  const read = variable(subject);
  const kind = find(subject)?.kind ?? 'text';
  switch (operator) {
    case 'empty':
      return { is_empty: [read] };
    case 'filled':
      return not({ is_empty: [read] });
    case 'changed':
      return { '!=': [read, variable(subject.replace(/^record\./, 'old.'))] };
    case 'notEquals':
      return writeUnequal(test, kind, find);
    case 'notIn':
      return not(writeTest({ ...test, operator: 'in' }, find));
    case 'notContains':
      return not(writeTest({ ...test, operator: 'contains' }, find));
    case 'includesNone':
      return not(writeTest({ ...test, operator: 'includesAny' }, find));
    case 'notRefersTo':
      return not(writeTest({ ...test, operator: 'refersTo' }, find));
    default:
      return writeComparison(test, kind, find);
  }
}

function writeUnequal(test: ConditionTest, kind: SubjectKind, find: FindSubject): JsonValue {
  const equal = writeTest({ ...test, operator: 'equals' }, find);
  return kind === 'text' || kind === 'yesNo' ? not(equal) : { '!=': (equal as { readonly '==': JsonValue })['=='] };
}

function writeComparison({ subject, operator, operand }: ConditionTest, kind: SubjectKind, find: FindSubject): JsonValue {
  const read = variable(subject);
  const value = writeOperand(operand, find);
  const isByDay = kind === 'dateTime' && operand?.kind !== 'now';
  const left = isByDay ? localDay(read) : read;
  switch (operator) {
    case 'in':
      return { in: [read, value] };
    case 'contains':
      return { [kind === 'phone' ? 'contains_phone' : 'contains_text']: [read, value] };
    case 'includesAll':
      return { includes_all: [read, value] };
    case 'includesAny':
      return { some: [read, { in: [variable(''), value] }] };
    case 'refersTo':
      return { in: [value, { ids: [read] }] };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      const rule = { [ORDER[operator]]: [left, value] };
      // Null is less than 5, and not less than -5: a number is compared only if there is one.
      return kind === 'number' ? { and: [{ '==': [{ type_of: [read] }, 'number'] }, rule] } : rule;
    }
    default:
      return writeEqual(read, left, kind, value, operand);
  }
}

function writeEqual(
  read: JsonObject,
  left: JsonValue,
  kind: SubjectKind,
  value: JsonValue,
  operand: ConditionOperand | undefined,
): JsonValue {
  // A checkbox that was never saved has no value: it is off.
  if (kind === 'yesNo') return value === true ? { '==': [read, true] } : not({ '==': [read, true] });
  return kind === 'text' && operand?.kind === 'value' ? { same_text: [read, value] } : { '==': [left, value] };
}

function writeOperand(operand: ConditionOperand | undefined, find: FindSubject): JsonValue {
  switch (operand?.kind) {
    case undefined:
      return null;
    case 'value':
      return operand.value;
    case 'me':
      return variable('user._id');
    case 'now':
      return variable('now');
    case 'today':
      return addDays(variable('today'), operand.days);
    case 'field': {
      const read = variable(operand.subject);
      return addDays(find(operand.subject)?.kind === 'dateTime' ? localDay(read) : read, operand.days);
    }
  }
}

function addDays(day: JsonObject, days: number): JsonObject {
  return days === 0 ? day : { add_days: [day, days] };
}
