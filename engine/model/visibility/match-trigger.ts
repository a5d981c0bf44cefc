import type { FieldDefinition, Trigger } from '../definitions/index.ts';
import { isObject, ownValue } from '../field-types/normalize-result.ts';
import { ADDRESS_PARTS } from '../field-types/address.ts';
import { parseInstant } from '../field-types/calendar.ts';
import { foldPhone } from '../field-types/phone-number.ts';
import { readText } from '../field-types/text-rules.ts';
import type { JsonValue } from '../json/index.ts';
import { foldText } from '../text/index.ts';
import { zoneClock } from '../time/index.ts';
import { matchDay } from './match-day.ts';

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
