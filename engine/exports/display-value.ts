import { formatRunningNumber, isObject } from '#engine/model/field-types';
import { fieldContext } from '#engine/model/keys';
import type { CompiledField } from '#engine/model/compiled';
import type { ZoneClock } from '#engine/model/time';
import { toText, toWords, type JsonObject, type JsonValue } from '#engine/model/values';
import { createInstantCell, toCellText, type Cell } from './cell.ts';

/** What the values of all fields are shown with. */
export interface DisplayContext {
  /** The application's time zone. */
  readonly zone: ZoneClock;
  /** The label of a module; the name itself if there is none. */
  readonly moduleLabel: (name: string) => string;
}

const SEPARATOR = '; ';

/** A value of a field as people read it: labels of options, names of populated relates, lists with "; " between their values. */
export function displayValue(field: CompiledField, value: JsonValue | undefined, context: DisplayContext): Cell {
  if (value === undefined || value === null) return undefined;
  if (field.columns.length > 0 && typeof value === 'object') return displayEntries(field, value, context);
  if (Array.isArray(value)) return displayList(field, value as readonly JsonValue[], context);
  return displayOne(field, value, context);
}

/** A value of a field as people read it, as one text. */
export function displayText(field: CompiledField, value: JsonValue | undefined, context: DisplayContext): string {
  return toCellText(displayValue(field, value, context));
}

function displayOne(field: CompiledField, value: JsonValue, context: DisplayContext): Cell {
  const { inputType, numberFormat } = field.definition;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (inputType === 'Currency') return { kind: 'money', dollars: value };
    return inputType === 'AutoIncrement' && numberFormat !== undefined ? formatRunningNumber(numberFormat, value) : value;
  }
  switch (inputType) {
    case 'Date':
      return { kind: 'day', day: toText(value) };
    case 'DateTime':
      return createInstantCell(toText(value), context.zone);
    case 'Dropdown':
    case 'MultiSelect':
      return field.dropdown?.options.find((option) => option.value === value)?.label ?? toText(value);
    case 'Module':
    case 'MultiModule':
      return context.moduleLabel(toText(value));
    case 'Relate':
    case 'MultiRelate':
    case 'FlexRelate':
    case 'MultiFlexRelate':
      return isObject(value) ? nameOf(value) : toText(value);
    case 'Object':
    case 'Array':
      return displayJson(value, context);
    default:
      // A value of a list, whose type formats lists.
      if (field.type.list && typeof value === 'string') return value;
      return field.type.format(
        value,
        fieldContext(field, () => true),
      );
  }
}

/** The name of a populated relate. */
function nameOf(link: JsonObject): string {
  if (link['hidden'] === true) return 'Not visible to you';
  return toText(link['name']) || toText(link['_id']);
}

function displayList(field: CompiledField, list: readonly JsonValue[], context: DisplayContext): string {
  const isEmail = field.definition.inputType === 'EmailAddress';
  const sorted = isEmail ? list.filter(isObject).sort((a, b) => Number(b['primary'] === true) - Number(a['primary'] === true)) : list;
  return joinTexts(sorted.map((one) => toCellText(isObject(one) ? displayItem(field, one, context) : displayOne(field, one, context))));
}

/** An item of a list that is an object: an e-mail address, a message, a populated relate, or any other. */
function displayItem(field: CompiledField, item: JsonObject, context: DisplayContext): Cell {
  switch (field.definition.inputType) {
    case 'EmailAddress':
      return toText(item['email_address']);
    case 'MessageListField':
      return toText(item['text']);
    default:
      return displayOne(field, item, context);
  }
}

/** The entries of an entry schema: 'Day: 11/01/26, Hours: 8; Day: 11/02/26'. */
function displayEntries({ columns }: CompiledField, value: JsonValue, context: DisplayContext): string {
  const entries = (Array.isArray(value) ? (value as readonly JsonValue[]) : [value]).filter(isObject);
  return joinTexts(
    entries.map((entry) => {
      const cells = columns.map((column) => [column.label, toCellText(displayValue(column, entry[column.name], context))] as const);
      return joinParts(cells);
    }),
  );
}

/** JSON without an entry schema: yes and no, times in the application's time zone, and 'Last call: 11/01/26' for the parts of an object. */
function displayJson(value: JsonValue, context: DisplayContext): string {
  if (value === null) return '';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return toCellText({ kind: 'day', day: value });
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return toCellText(createInstantCell(value, context.zone));
  if (typeof value !== 'object') return toCellText(value);
  if (!isObject(value)) return joinTexts(value.map((one) => displayJson(one, context)));
  const parts = Object.entries(value).filter(([name]) => name !== '_id');
  return joinParts(parts.map(([name, part]) => [toWords(name), displayJson(part, context)] as const));
}

function joinParts(parts: readonly (readonly [string, string])[]): string {
  return parts
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}: ${text}`)
    .join(', ');
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(SEPARATOR);
}
