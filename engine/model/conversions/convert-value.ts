import type { DropdownDefinition, FieldDefinition, InputType } from '../definitions/index.ts';
import { isMissing, type FieldContext } from '../field-types/field-type.ts';
import { typeOfField } from '../field-types/registry.ts';
import { parseInstant } from '../field-types/date-types.ts';
import { formatPhone } from '../field-types/phone.ts';
import { foldText, toText } from '../values/text.ts';
import type { JsonValue } from '../values/json.ts';
import { readDayText, readInstantText, readNumberText, readYesNo, writeInstantText } from './read-texts.ts';

/** A field as its values are or become: its definition and its dropdown. */
export interface ConvertedField {
  readonly definition: FieldDefinition;
  /** Absent: it has none. */
  readonly dropdown?: DropdownDefinition;
}

/** How the values of a field change their type. JSON, because it is stored. */
export interface FieldConversion {
  readonly from: ConvertedField;
  readonly to: ConvertedField;
  /** IANA time zone in which days begin. */
  readonly timeZone: string;
  /** Options for values that would not be converted, by their texts; null: the value is removed. */
  readonly map?: { readonly [text: string]: string | null };
  /** Values that cannot be converted are removed. */
  readonly clears?: boolean;
}

/** A value in its new form (undefined: none); or it cannot be converted. */
export type ConversionResult = { readonly ok: true; readonly value: JsonValue | undefined } | { readonly ok: false };

const FAILED: ConversionResult = { ok: false };

/** Creates the function that converts one stored value. */
export function createConverter({
  from,
  to,
  timeZone,
  map = {},
  clears = false,
}: FieldConversion): (value: JsonValue | undefined) => ConversionResult {
  const type = typeOfField(to.definition.inputType, to.definition.fieldType);
  const [source, target] = [contextOf(from), contextOf(to)];
  const read = (value: JsonValue): ConversionResult => {
    const made = isSameForm(from.definition.inputType, to.definition.inputType)
      ? value
      : READERS[formOf(to.definition.inputType)](
          hasOptions(from) && hasOptions(to) ? [value].flat().map(toText) : writeTexts(value, source, timeZone),
          target,
          timeZone,
        );
    const result = made === undefined ? undefined : type.normalize(made, target);
    // Only an empty list, such as one of separators, becomes nothing.
    return result?.ok === true && (result.value !== undefined || isMissing(made)) ? result : FAILED;
  };
  return (value) => {
    if (value === undefined || isMissing(value)) return { ok: true, value: undefined };
    const made = read(value);
    if (made.ok) return made;
    const mapped = mapText(map, textOfValue(from, value, timeZone));
    if (mapped !== undefined) return mapped === null ? { ok: true, value: undefined } : (normalizeMapped(mapped) ?? FAILED);
    return clears ? { ok: true, value: undefined } : FAILED;
  };

  function normalizeMapped(option: string): ConversionResult | undefined {
    const result = type.normalize(type.list ? [option] : option, target);
    return result.ok ? result : undefined;
  }
}

/** A stored value as one text: what a `map` names it by. */
export function textOfValue(field: ConvertedField, value: JsonValue, timeZone: string): string {
  return writeTexts(value, contextOf(field), timeZone).join(', ');
}

function hasOptions({ dropdown }: ConvertedField): boolean {
  return dropdown !== undefined;
}

function mapText(map: NonNullable<FieldConversion['map']>, text: string): string | null | undefined {
  return Object.hasOwn(map, text) ? map[text] : undefined;
}

function contextOf({ definition, dropdown }: ConvertedField): FieldContext {
  return { field: definition, dropdown, refs: [], hasModule: () => false };
}

/** Kinds of values that are read from texts in the same way. */
type Form = 'line' | 'lines' | 'url' | 'text' | 'list' | 'number' | 'yesNo' | 'day' | 'instant' | 'option' | 'options';

const FORMS: { readonly [type in InputType]?: Form } = {
  TextField: 'line',
  TextArea: 'lines',
  Url: 'url',
  ListField: 'list',
  Number: 'number',
  Currency: 'number',
  Checkbox: 'yesNo',
  Date: 'day',
  DateTime: 'instant',
  Dropdown: 'option',
  MultiSelect: 'options',
};

function formOf(type: InputType): Form {
  return FORMS[type] ?? 'text';
}

const NUMBERS: readonly InputType[] = ['Number', 'Currency', 'AutoIncrement'];

/** The value needs no other form: only the rules of the new type apply. */
function isSameForm(from: InputType, to: InputType): boolean {
  return NUMBERS.includes(from) && NUMBERS.includes(to);
}

/** A stored value as texts for people: one, or one for each element of a list. */
function writeTexts(value: JsonValue, context: FieldContext, timeZone: string): readonly string[] {
  const labelOf = (one: JsonValue): string => context.dropdown?.options.find((option) => option.value === one)?.label ?? toText(one);
  const { inputType } = context.field;
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((one) => (context.dropdown === undefined ? toText(one) : labelOf(one)));
  if (inputType === 'Dropdown') return [labelOf(value)];
  if (inputType === 'Currency' && typeof value === 'number') return [value.toFixed(2)];
  if (inputType === 'Phone') return [formatPhone(toText(value))];
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No'];
  const instant = inputType === 'DateTime' && typeof value === 'string' ? parseInstant(value) : undefined;
  if (instant !== undefined) return [writeInstantText(instant, timeZone)];
  return [typeof value === 'number' ? String(value) : toText(value)];
}

/** Reads the texts of a value in a form; undefined: they are no such value. */
type Reader = (texts: readonly string[], context: FieldContext, timeZone: string) => JsonValue | undefined;

const READERS: { readonly [form in Form]: Reader } = {
  line: (texts) =>
    texts
      .join(', ')
      .replace(/\s*[\r\n]+\s*/g, ' ')
      .replaceAll('\t', ' '),
  lines: (texts) => texts.join(', '),
  text: ([text = '']) => text,
  url: ([text = '']) => (/^[a-z]+:/i.test(text.trim()) || !text.includes('.') ? text : `https://${text.trim()}`),
  list: (texts) => splitTexts(texts),
  number: ([text = ''], { field }) => readNumberText(text, field.unit),
  yesNo: ([text = '']) => readYesNo(text),
  day: ([text = ''], _, timeZone) => readDayText(text, timeZone),
  instant: ([text = ''], _, timeZone) => toIso(readInstantText(text, timeZone)),
  option: (texts, context) => (texts.length === 1 ? findOption(texts[0] ?? '', context) : undefined),
  options: (texts, context) => findOptions(texts, context),
};

function toIso(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

/** The entries of a list; one text is split at line breaks, semicolons and commas. */
function splitTexts(texts: readonly string[]): readonly string[] {
  const parts = texts.length === 1 ? (texts[0] ?? '').split(/[\r\n;,]+/) : texts;
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The option of this value, else of this label; case and accents do not matter. */
function findOption(text: string, { dropdown }: FieldContext): string | undefined {
  const folded = foldText(text);
  const options = dropdown?.options ?? [];
  const found =
    options.find(({ value }) => value === text) ??
    options.find(({ label, value }) => [label, value].some((one) => foldText(one) === folded));
  return found?.value;
}

function findOptions(texts: readonly string[], context: FieldContext): readonly string[] | undefined {
  const whole = texts.length === 1 ? findOption(texts[0] ?? '', context) : undefined;
  if (whole !== undefined) return [whole];
  const found = splitTexts(texts).map((text) => findOption(text, context));
  return found.every((option) => option !== undefined) ? [...new Set(found)] : undefined;
}
