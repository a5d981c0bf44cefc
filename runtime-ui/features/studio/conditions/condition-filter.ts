import type { InputType } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { isComplete, type ConditionGroup, type ConditionItem, type ConditionOperand, type ConditionTest } from './condition-tree.ts';
import type { SubjectKind } from './subjects.ts';

/** Why records cannot be counted by a condition: no filter says the same. */
export type CountObstacle = 'user' | 'changed' | 'fields' | 'json' | 'unpublished' | 'operator';

/** What filters know of the subject of a test. */
export interface FilterSubject {
  readonly kind: SubjectKind;
  readonly inputType: InputType | undefined;
  /** Its name in filters; undefined: it is not published, or nobody can filter by it. */
  readonly name: string | undefined;
}

/** Finds a subject by the name that it has in conditions. */
export type FindFilterSubject = (name: string) => FilterSubject | undefined;

/**
 * The filter that the same records match as a condition, as they are stored now; or why there is none. Undefined: the condition has no
 * complete test.
 */
export function toConditionFilter(group: ConditionGroup, find: FindFilterSubject): JsonObject | CountObstacle | undefined {
  const parts = group.items.map((item) => toItemFilter(item, find)).filter((part) => part !== undefined);
  const filters: JsonObject[] = [];
  for (const part of parts) {
    if (typeof part === 'string') return part;
    filters.push(part);
  }
  const [only, ...others] = filters;
  if (only === undefined) return undefined;
  const filter = others.length === 0 ? only : { [group.match === 'all' ? 'and' : 'or']: filters };
  return group.negated ? { not: filter } : filter;
}

function toItemFilter(item: ConditionItem, find: FindFilterSubject): JsonObject | CountObstacle | undefined {
  if (item.kind === 'group') return toConditionFilter(item, find);
  if (item.kind === 'json') return 'json';
  return isComplete(item) ? toTestFilter(item, find) : undefined;
}

/** Characters of a text that is looked for in another one. */
const MAX_PART = 200;

const OPPOSITE = {
  notEquals: 'equals',
  notIn: 'in',
  notContains: 'contains',
  includesNone: 'includesAny',
  notRefersTo: 'refersTo',
} as const;

function toTestFilter(test: ConditionTest, find: FindFilterSubject): JsonObject | CountObstacle {
  const { subject: name, operator, operand } = test;
  if (!name.startsWith('record.')) return 'user';
  if (operator === 'changed') return 'changed';
  if (operand?.kind === 'field') return 'fields';
  const subject = find(name);
  if (subject?.name === undefined) return 'unpublished';
  if (operator === 'empty' || operator === 'filled') return { [subject.name]: { exists: operator === 'filled' } };
  if (Object.hasOwn(OPPOSITE, operator)) {
    const opposite = toTestFilter({ ...test, operator: OPPOSITE[operator as keyof typeof OPPOSITE] }, find);
    return typeof opposite === 'string' ? opposite : { not: opposite };
  }
  const field = subject.name;
  const filters = toCriteria(subject, operator, operand)?.map((criteria) => ({ [field]: criteria }));
  return filters === undefined ? 'operator' : filters.length === 1 ? { ...filters[0] } : { and: filters };
}

/** The criteria of a field that must all be met. Undefined: filters have no such comparison. */
function toCriteria(
  { kind, inputType }: FilterSubject,
  operator: ConditionTest['operator'],
  operand: ConditionOperand | undefined,
): readonly JsonObject[] | undefined {
  const list = operand?.kind === 'value' && Array.isArray(operand.value) ? (operand.value as JsonValue[]) : undefined;
  switch (operator) {
    case 'in':
    case 'includesAny':
      return list && [{ in: list }];
    case 'includesAll':
      return list?.map((equals) => ({ equals }));
    case 'contains':
      // Names of modules are compared whole in filters.
      return hasText(operand) && operand.value.length <= MAX_PART && inputType !== 'Module' ? [{ contains: operand.value }] : undefined;
    case 'refersTo':
      return inputType === 'Relate' || inputType === 'MultiRelate' ? equalsOf(toValue('record', operand)) : undefined;
    case 'equals':
      return inputType === 'Module' ? undefined : equalsOf(toValue(kind, operand));
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      const bound = toValue(kind, operand);
      return bound === undefined ? undefined : [{ range: { [operator]: bound } }];
    }
    default:
      return undefined;
  }
}

function equalsOf(equals: JsonValue | undefined): readonly JsonObject[] | undefined {
  return equals === undefined ? undefined : [{ equals }];
}

/** A text that is empty when it is folded is part of every text, and of none in filters. */
function hasText(operand: ConditionOperand | undefined): operand is { readonly kind: 'value'; readonly value: string } {
  return operand?.kind === 'value' && typeof operand.value === 'string' && /[\p{L}\p{N}\p{P}\p{S}]/u.test(operand.value);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function toValue(kind: SubjectKind, operand: ConditionOperand | undefined): JsonValue | undefined {
  const isDay = kind === 'date' || kind === 'dateTime';
  switch (operand?.kind) {
    case 'me':
      return kind === 'record' ? { $: 'me' } : undefined;
    case 'today':
      return isDay ? { $: 'today', ...(operand.days !== 0 && { days: operand.days }) } : undefined;
    case 'now':
      return kind === 'dateTime' ? { $: 'now' } : undefined;
    case 'value':
      return isComparable(kind, operand) ? operand.value : undefined;
    default:
      return undefined;
  }
}

function isComparable(kind: SubjectKind, operand: ConditionOperand & { readonly kind: 'value' }): boolean {
  const { value } = operand;
  switch (kind) {
    case 'number':
      return typeof value === 'number';
    case 'yesNo':
      return typeof value === 'boolean';
    case 'date':
    case 'dateTime':
      return typeof value === 'string' && DAY.test(value);
    case 'text':
      return hasText(operand);
    case 'record':
      return typeof value === 'string';
    default:
      return false;
  }
}
