import type { JsonValue } from '#engine/model/values';
import { t } from '../../../kit/index.ts';
import {
  isComplete,
  type ConditionGroup,
  type ConditionItem,
  type ConditionOperand,
  type ConditionOperator,
  type ConditionTest,
} from './condition-tree.ts';
import type { ConditionSubject } from './subjects.ts';

/** Labels for what a condition names. */
export interface ConditionLabels {
  readonly subjects: readonly ConditionSubject[];
  /** The label of a value of a subject: of an option, or the name of a record; undefined: the value itself is shown. */
  readonly labelOf: (subject: ConditionSubject, value: string) => string | undefined;
}

/** A condition in words: "Status is any of Open, Lent and Hours is over 40". Empty, if it has no complete test. */
export function describeCondition(group: ConditionGroup, labels: ConditionLabels): string {
  return describeGroup(group, labels, false);
}

function describeGroup({ match, negated, items }: ConditionGroup, labels: ConditionLabels, isInner: boolean): string {
  const texts = items.map((item) => describeItem(item, labels)).filter((text) => text !== '');
  const text = texts.join(` ${t(match === 'all' ? 'studioFields.conditions.and' : 'studioFields.conditions.or')} `);
  if (texts.length === 0) return '';
  if (negated) return t('studioFields.conditions.not', { condition: text });
  return isInner && texts.length > 1 ? `(${text})` : text;
}

function describeItem(item: ConditionItem, labels: ConditionLabels): string {
  if (item.kind === 'group') return describeGroup(item, labels, true);
  if (item.kind === 'json') return JSON.stringify(item.rule);
  return isComplete(item) ? describeTest(item, labels) : '';
}

/** One test in words: "Hours is over 40". */
export function describeTest({ subject: name, operator, operand }: ConditionTest, labels: ConditionLabels): string {
  const subject = labels.subjects.find((one) => one.name === name);
  const value = describeOperand(operand, subject, labels);
  return [subject?.label ?? name, operatorText(operator, subject?.kind), value].filter((text) => text !== '').join(' ');
}

/** "is after" for dates, "is over" for numbers. */
export function operatorText(operator: ConditionOperator, kind: ConditionSubject['kind'] | undefined): string {
  const isDay = kind === 'date' || kind === 'dateTime';
  if (isDay && (operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte'))
    return t(`studioFields.conditions.dateOp.${operator}`);
  return t(`studioFields.conditions.op.${operator}`);
}

function describeOperand(operand: ConditionOperand | undefined, subject: ConditionSubject | undefined, labels: ConditionLabels): string {
  switch (operand?.kind) {
    case undefined:
      return '';
    case 'me':
      return t('studioFields.conditions.me');
    case 'now':
      return t('studioFields.conditions.now');
    case 'today':
      return operand.days === 0 ? t('studioFields.conditions.today') : withDays(t('studioFields.conditions.today'), operand.days);
    case 'field':
      return withDays(labels.subjects.find((one) => one.name === operand.subject)?.label ?? operand.subject, operand.days);
    case 'value':
      return describeValue(operand.value, subject, labels);
  }
}

function withDays(text: string, days: number): string {
  if (days === 0) return text;
  return t(days > 0 ? 'studioFields.conditions.plusDays' : 'studioFields.conditions.minusDays', { text, count: Math.abs(days) });
}

function describeValue(value: JsonValue, subject: ConditionSubject | undefined, labels: ConditionLabels): string {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => describeValue(one, subject, labels)).join(', ');
  if (typeof value === 'boolean') return t(value ? 'studioFields.conditions.yes' : 'studioFields.conditions.no');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (subject?.kind === 'date' || subject?.kind === 'dateTime') return formatCalendarDay(value);
  return (subject && labels.labelOf(subject, value)) ?? value;
}

/** 'Mar 5, 2026'; today is a day like every other one. */
function formatCalendarDay(day: string): string {
  const date = new Date(day);
  return Number.isNaN(date.getTime())
    ? day
    : date.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' });
}
