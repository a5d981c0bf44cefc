import { formatClock, formatMonth, formatRunningNumber, formatTimeOfDay } from '#engine/model/field-types';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { toWords, type JsonObject, type JsonValue } from '#engine/model/values';
import { findDropdown, isEmptyValue, isObject, readEntries, readRelate, shownColumnsOf, type LoadedNames } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';
import { formatFullDay, formatFullInstant } from '../dates/format-dates.ts';
import { formatPhone } from '../masks/masks.ts';

const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });

/** The label of a dropdown's value; a value that is no longer among the options is still shown. */
export function optionLabel(module: ModuleView, field: FieldView, value: JsonValue): string {
  const option = findDropdown(module, field)?.options.find((one) => one.value === value);
  return option?.label ?? textOf(value);
}

/** Any scalar as text; lists and objects as people read them. */
export function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? formatJson(value) : String(value);
}

/** The properties of an object, without its id. */
export function namedParts(value: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(value).filter(([name]) => name !== '_id');
}

/** Any JSON as people read it: days and times, yes and no, and 'Last call: Nov 1, 2026' for the properties of an object. */
export function formatJson(value: JsonValue): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d($|T.*Z$)/.test(value))
    return value[10] ? formatFullInstant(value) : formatFullDay(value);
  if (typeof value === 'boolean') return t(value ? 'views.fields.yes' : 'views.fields.no');
  if (typeof value !== 'object' || value === null) return textOf(value);
  if (!isObject(value)) return value.map(formatJson).join(', ');
  return namedParts(value)
    .map(([name, one]) => `${toWords(name)}: ${formatJson(one)}`)
    .join(', ');
}

/** An address on one line. */
export function formatAddress(value: JsonObject): string {
  const { street, city, state, zip } = value;
  const region = [state, zip]
    .map(textOf)
    .filter((part) => part !== '')
    .join(' ');
  return [textOf(street), textOf(city), region].filter((part) => part !== '').join(', ');
}

/** The name of a relate; a placeholder if the user, or the one whose view is shown (`hiddenFrom`), may not see the record. */
export function relateName(value: JsonValue | undefined): string {
  const relate = readRelate(value);
  if (relate === undefined) return '';
  if ('hidden' in relate) return `Not visible to ${'hiddenFrom' in relate ? textOf(relate.hiddenFrom as JsonValue) : 'you'}`;
  return 'name' in relate && typeof relate.name === 'string' && relate.name !== '' ? relate.name : relate._id;
}

/** The name of a record by its id; a placeholder while it is loaded, and if the user may not see the record. Never the id. */
export function nameOfId({ names, isLoading }: LoadedNames, id: string): string {
  return names.get(id) ?? (isLoading ? '…' : relateName({ _id: id, hidden: true }));
}

/** The last part of a file's path, without its timestamp. */
export function fileName(path: string): string {
  const last = (path.split('/').at(-1) ?? path).replace(/_\d{13}(?=\.\w+$|$)/, '');
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function formatEmails(entries: readonly JsonValue[]): string {
  const lines = entries.filter(isObject).sort((a, b) => Number(b.primary === true) - Number(a.primary === true));
  return lines.map((entry) => textOf(entry.email_address)).join(', ');
}

function formatList(module: ModuleView, field: FieldView, list: readonly JsonValue[]): string {
  switch (field.inputType) {
    case 'EmailAddress':
      return formatEmails(list);
    case 'MultiSelect':
      return list.map((value) => optionLabel(module, field, value)).join(', ');
    case 'MultiRelate':
    case 'MultiFlexRelate':
      return list.map(relateName).join(', ');
    case 'MessageListField':
      return list.map((entry) => (isObject(entry) ? textOf(entry.text) : textOf(entry))).join('\n');
    case 'ListField':
    case 'MultiModule':
      return list.map((one) => formatText(field, textOf(one))).join(', ');
    default:
      return formatJson(list);
  }
}

function formatNumber(field: FieldView, value: number): string {
  if (field.inputType === 'Currency') return MONEY.format(value) + (field.unit === undefined ? '' : ` ${field.unit}`);
  if (field.clock === true) return formatClock(value);
  if (field.inputType === 'AutoIncrement') return formatRunningNumber(field.numberFormat, value);
  const digits = field.grouped === false ? String(value) : NUMBER.format(value);
  return digits + (field.unit === undefined ? '' : ` ${field.unit}`);
}

/** The entries of an entry schema on one line: 'Day: Nov 1, 2026, Hours: 8; Day: Nov 2, 2026'. */
function formatEntries(module: ModuleView, field: FieldView, value: JsonValue | undefined): string {
  const texts = readEntries(value).map((entry) =>
    shownColumnsOf(field)
      .filter(({ fieldName }) => !isEmptyValue(entry[fieldName]))
      .map((column) => `${column.label}: ${formatValue(module, column, entry[column.fieldName])}`)
      .join(', '),
  );
  return texts.filter((text) => text !== '').join('; ');
}

/** A text of a field; names of fields and modules as words, where their labels are not known. */
function formatText({ inputType, timeOfDay, month, fieldsOf }: FieldView, text: string): string {
  if (timeOfDay === true) return formatTimeOfDay(text);
  if (month === true) return formatMonth(text);
  return fieldsOf !== undefined || inputType.endsWith('Module') ? toWords(text) : text;
}

/** Formats a value for display, on one line if its type allows it; "" if there is none. */
export function formatValue(module: ModuleView, field: FieldView, value: JsonValue | undefined): string {
  if (field.inputType === 'Checkbox') return t(value === true ? 'views.fields.yes' : 'views.fields.no');
  if (isEmptyValue(value) || value === undefined || value === null) return '';
  if (field.entry !== undefined && typeof value === 'object') return formatEntries(module, field, value);
  if (Array.isArray(value)) return formatList(module, field, value);
  if (typeof value === 'number') return formatNumber(field, value);
  switch (field.inputType) {
    case 'Dropdown':
      return optionLabel(module, field, value);
    case 'Date':
      return formatFullDay(textOf(value));
    case 'DateTime':
      return formatFullInstant(textOf(value));
    case 'Phone':
      return formatPhone(textOf(value));
    case 'Address':
      return isObject(value) ? formatAddress(value) : textOf(value);
    case 'Relate':
    case 'FlexRelate':
      return relateName(value);
    case 'File':
      return fileName(textOf(value));
    case 'Object':
      return formatJson(value);
    default:
      return formatText(field, textOf(value));
  }
}
