import type { CompiledField } from '#engine/model/compiled';
import { readDayText, readInstantText, readYesNo } from '#engine/model/conversions';
import { isMissing, isObject, type FieldProblem } from '#engine/model/field-types';
import { fieldContext } from '#engine/model/keys';
import { phoneDigits, type JsonValue } from '#engine/model/values';
import type { ImportDateOrder } from '#engine/model/wire';
import type { ImportTarget } from '../mapping/importable-fields.ts';
import { textOfCell } from '../read/profile-columns.ts';
import type { SourceCell } from '../read/source.ts';
import { readAddressText } from './address-text.ts';
import { looksLikeDate, unifyDateText } from './date-text.ts';
import { OptionFinder, type Suggestion } from './find-option.ts';
import { readNumber } from './number-text.ts';

/** How the texts of a column are read. */
export interface CellRules {
  readonly dateOrder: ImportDateOrder;
  readonly decimal: '.' | ',';
  /** Undefined: a semicolon or a line break. */
  readonly separator: string | undefined;
  /** IANA time zone of written times. */
  readonly timeZone: string;
  /** The present year, for years of two digits. */
  readonly year: number;
  readonly hasModule: (name: string) => boolean;
}

/** What a cell says: a value (undefined: none), or a problem. */
export type CellResult =
  | { readonly ok: true; readonly value: JsonValue | undefined }
  | { readonly ok: false; readonly code: string; readonly text: string; readonly suggestions: readonly Suggestion[] };

/** Reads the cells of a column. */
export type CellReader = (cell: SourceCell) => CellResult;

const EMPTY: CellResult = { ok: true, value: undefined };

function refuse(code: string, text: string, suggestions: readonly Suggestion[] = []): CellResult {
  return { ok: false, code, text, suggestions };
}

/** Creates the reader of a column that is not one of relates. */
export function createCellReader(target: ImportTarget, rules: CellRules): CellReader {
  const { field, part } = target;
  if (field === undefined || part !== undefined) return (cell) => ({ ok: true, value: textOfCell(cell).trim() || undefined });
  const context = fieldContext(field, rules.hasModule);
  const read = createReader(field, rules);
  return (cell) => {
    if (isMissing(cell)) return EMPTY;
    const found = typeof cell === 'object' ? ({ ok: true, value: cell } as const) : read(cell);
    if (!found.ok || found.value === undefined) return found;
    const normalized = field.type.normalize(found.value, context);
    return normalized.ok ? { ok: true, value: normalized.value } : describeProblem(normalized.problems, field, textOfCell(cell));
  };
}

type Reader = (cell: string | number | boolean) => CellResult;

function accept(value: JsonValue | undefined): CellResult {
  return { ok: true, value };
}

function createReader(field: CompiledField, rules: CellRules): Reader {
  const { inputType, unit } = field.definition;
  switch (inputType) {
    case 'Number':
    case 'Currency':
      return (cell) => (typeof cell === 'number' ? accept(cell) : readNumeric(textOfCell(cell), rules, unit));
    case 'AutoIncrement':
      return (cell) =>
        typeof cell === 'number' ? accept(cell) : accept(readNumber(textOfCell(cell), rules.decimal, unit) ?? textOfCell(cell));
    case 'Checkbox':
      return (cell) => (typeof cell === 'boolean' ? accept(cell) : readFlag(textOfCell(cell)));
    case 'Date':
    case 'DateTime':
      return (cell) => readDate(textOfCell(cell), inputType, rules);
    case 'Dropdown':
      return createOptionReader(field);
    case 'MultiSelect':
      return createOptionsReader(field, rules);
    case 'EmailAddress':
      return (cell) => accept(splitText(textOfCell(cell), undefined, /[;,\s]+/));
    case 'ListField':
      return (cell) => accept(splitText(textOfCell(cell), rules.separator, /[;\n]+/));
    case 'TextField':
      return (cell) =>
        accept(
          textOfCell(cell)
            .replace(/\s*\n+\s*/g, ' ')
            .replaceAll('\t', ' '),
        );
    case 'Url':
      return (cell) => accept(completeUrl(textOfCell(cell).trim()));
    case 'Address':
      return (cell) => accept(readAddressText(textOfCell(cell)));
    default:
      return (cell) => accept(textOfCell(cell));
  }
}

function readNumeric(text: string, { decimal }: CellRules, unit: string | undefined): CellResult {
  const number = readNumber(text, decimal, unit);
  return number === undefined ? refuse('not_a_number', 'Not a number') : accept(number);
}

const MARKS: ReadonlyMap<string, boolean> = new Map([
  ['x', true],
  ['✓', true],
  ['on', true],
  ['off', false],
  ['-', false],
]);

function readFlag(text: string): CellResult {
  const flag = readYesNo(text) ?? MARKS.get(text.trim().toLowerCase());
  return flag === undefined ? refuse('not_yes_or_no', 'Neither yes nor no') : accept(flag);
}

function readDate(text: string, type: 'Date' | 'DateTime', { dateOrder, year, timeZone }: CellRules): CellResult {
  const unified = unifyDateText(text, dateOrder, year);
  const found = type === 'Date' ? readDayText(unified, timeZone) : toIso(readInstantText(unified, timeZone));
  if (found !== undefined) return accept(found);
  return refuse('not_a_date', looksLikeDate(text) ? 'No such day' : 'Not a date');
}

function toIso(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

/** What people write between two options where one is expected. */
const SEVERAL = /\s*[/;,&]\s*|\s+and\s+/;

function createOptionReader({ dropdown, label }: CompiledField): Reader {
  const options = new OptionFinder(dropdown);
  return (cell) => {
    const text = textOfCell(cell);
    const found = options.find(text);
    if (found !== undefined) return accept(found);
    const parts = text.split(SEVERAL).filter((part) => part !== '');
    const isSeveral = parts.length > 1 && parts.every((part) => options.find(part) !== undefined);
    return refuse('not_an_option', isSeveral ? `${parts.length} options of ${label}` : `Not an option of ${label}`, options.suggest(text));
  };
}

function createOptionsReader({ dropdown, label }: CompiledField, { separator }: CellRules): Reader {
  const options = new OptionFinder(dropdown);
  return (cell) => {
    const text = textOfCell(cell);
    const whole = options.find(text);
    if (whole !== undefined) return accept([whole]);
    const parts = splitText(text, separator, /[;,\n]+/);
    const unknown = parts.find((part) => options.find(part) === undefined);
    if (unknown !== undefined) return refuse('not_an_option', `${unknown} is not an option of ${label}`, options.suggest(unknown));
    return accept(parts.flatMap((part) => options.find(part) ?? []));
  };
}

/** The values of a cell that has several. */
export function splitText(text: string, separator: string | undefined, usual: RegExp): readonly string[] {
  return text
    .split(separator ?? usual)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function completeUrl(text: string): string {
  return /^[a-z]+:/i.test(text) || !text.includes('.') ? text : `https://${text}`;
}

/** The first problem of a value, in few words. */
function describeProblem([problem]: readonly FieldProblem[], field: CompiledField, text: string): CellResult {
  const { code = 'invalid', message = 'Not valid' } = problem ?? {};
  if (field.definition.inputType === 'Phone') return refuse(code, describePhone(text, message));
  if (field.definition.inputType === 'EmailAddress') return refuse(code, describeEmail(text, message));
  return refuse(code, message);
}

/** Digits of a phone number without a country code. */
const PHONE_DIGITS = 10;

function describePhone(text: string, message: string): string {
  const { length } = phoneDigits(text);
  return text.trim().startsWith('+') || length >= PHONE_DIGITS || length === 0 ? message : `${length} of ${PHONE_DIGITS} digits`;
}

function describeEmail(text: string, message: string): string {
  const trimmed = text.trim();
  if (!trimmed.includes('@')) return 'Has no @';
  return /@[^.@\s]+$/.test(trimmed) ? 'Domain has no ending' : message;
}

/** An address as it is saved: with the parts of other columns, and those that the record has. */
export function mergeParts(before: JsonValue | undefined, parts: JsonValue | undefined): JsonValue | undefined {
  return isObject(parts) && isObject(before) ? { ...before, ...parts } : parts;
}
