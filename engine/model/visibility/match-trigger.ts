import type { FieldDefinition, Trigger } from '../definitions/index.ts';
import { ADDRESS_PARTS } from '../field-types/address.ts';
import { parseInstant, addDays } from '../field-types/calendar.ts';
import { isObject, ownValue } from '../field-types/field-type.ts';
import { foldPhone } from '../field-types/phone.ts';
import { readText } from '../field-types/text-rules.ts';
import type { JsonValue } from '../json.ts';
import { foldText } from '../text.ts';
import { zoneClock } from '../time/index.ts';

/** The current day, `YYYY-MM-DD`, and the time zone in which a DateTime is converted to a day (default UTC). */
export interface VisibilityContext {
  readonly today: string;
  readonly timeZone?: string;
}

/** Whether the value of a parent field matches a trigger. A missing value only matches as an unchecked checkbox. */
export function matchTrigger(
  trigger: Trigger,
  value: JsonValue | undefined,
  inputType: FieldDefinition['inputType'],
  context: VisibilityContext,
): boolean {
  switch (trigger.kind) {
    case 'text':
      return readTexts(value).some((text) => holdsText(text, trigger.contains, inputType));
    case 'date':
      return matchDay(trigger, readDay(value, context), context.today);
    case 'number':
      return typeof value === 'number' && matchNumber(trigger, value);
    case 'dropdown':
      return typeof value === 'string' && trigger.in.includes(value);
    case 'multi-select':
      return Array.isArray(value) && trigger.all.every((wanted) => (value as readonly JsonValue[]).includes(wanted));
    case 'relate':
      return readIds(value).includes(trigger.id);
    case 'address':
      return (
        isObject(value) &&
        ADDRESS_PARTS.every(
          (part) => trigger.parts[part] === undefined || foldText(readText(ownValue(value, part))) === foldText(trigger.parts[part]),
        )
      );
    case 'checkbox':
      return String(value === true) === trigger.equals;
  }
}

function holdsText(text: string, wanted: string, inputType: FieldDefinition['inputType']): boolean {
  if (inputType === 'Phone') return foldPhone(wanted) !== '' && foldPhone(text).includes(foldPhone(wanted));
  return foldText(text).includes(foldText(wanted));
}

/** The texts of a value: itself, or the texts of a list, of e-mail addresses and of messages. */
function readTexts(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (isObject(value)) return readTexts(ownValue(value, 'email_address') ?? ownValue(value, 'text'));
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(readTexts) : [];
}

/** Ids of a Relate, FlexRelate, their lists, and their populated forms. */
function readIds(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isObject(value)) return readIds(ownValue(value, '_id') ?? ownValue(value, 'id'));
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(readIds) : [];
}

function readDay(value: JsonValue | undefined, context: VisibilityContext): string | undefined {
  const text = readText(value);
  if (!text.includes('T')) return text === '' ? undefined : text;
  const instant = parseInstant(text);
  return instant === undefined ? undefined : zoneClock(context.timeZone ?? 'UTC').dayOf(instant);
}

function matchNumber(trigger: Extract<Trigger, { kind: 'number' }>, value: number): boolean {
  switch (trigger.operator) {
    case 'Less':
      return value < trigger.value;
    case 'Greater':
      return value > trigger.value;
    case 'Equals':
      return value === trigger.value;
    case 'Between':
      return value >= trigger.value && value <= trigger.valueEnd;
  }
}

type DateTrigger = Extract<Trigger, { kind: 'date' }>;

/**
 * Whether a day matches a trigger. Before and After exclude the given day, Between includes both ends; a number of days is
 * the span from today to that many days later (earlier, when negative), both ends included.
 */
function matchDay(trigger: DateTrigger, day: string | undefined, today: string): boolean {
  if (day === undefined) return false;
  if ('days' in trigger) return liesBetween(day, addDays(today, Math.min(0, trigger.days)), addDays(today, Math.max(0, trigger.days)));
  if ('span' in trigger) return day.startsWith(spanPrefix(trigger.span, today));
  const named = trigger.value.slice(0, 10);
  if ('valueEnd' in trigger) return liesBetween(day, named, trigger.valueEnd.slice(0, 10));
  return trigger.operator === 'Before' ? day < named : day > named;
}

function liesBetween(day: string, first: string, last: string): boolean {
  return day >= first && day <= last;
}

/** The common prefix of all days of a year ('2026-') or month ('2026-03-'). */
function spanPrefix(span: Extract<DateTrigger, { span: string }>['span'], today: string): string {
  switch (span) {
    case 'this_year':
      return today.slice(0, 5);
    case 'last_year':
      return `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}-`;
    case 'this_month':
      return today.slice(0, 8);
    case 'last_month':
      return addDays(`${today.slice(0, 8)}01`, -1).slice(0, 8);
  }
}
