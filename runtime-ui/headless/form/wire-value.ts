import type { FieldView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { entryColumnsOf } from '../module/entry-columns.ts';
import { isEmptyValue, isObject, readRelate } from '../module/record-value.ts';

function flexWire(value: JsonValue | undefined): JsonValue {
  const relate = readRelate(value);
  const module = isObject(value) ? value.module : undefined;
  return relate === undefined || typeof module !== 'string' ? null : { module, id: relate._id };
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function emailsWire(value: JsonValue | undefined): JsonValue {
  return listOf(value).filter((entry) => isObject(entry) && typeof entry.email_address === 'string' && entry.email_address.trim() !== '');
}

/** An entry with the values of its columns in the API format, without empty ones. Other values are unchanged. */
function entryWire(field: FieldView, entry: JsonObject): JsonObject {
  const columns = new Map(entryColumnsOf(field).map((column) => [column.fieldName, column]));
  const cells = Object.entries(entry).map(([name, value]) => {
    const column = columns.get(name);
    return [name, column === undefined ? value : toWireValue(column, value)] as const;
  });
  return Object.fromEntries(cells.filter(([, value]) => value !== null));
}

/** Empty entries before the last one with a value are kept, so that the problems of a save have the index that the user sees. */
function entriesWire(field: FieldView, value: JsonValue | undefined): JsonValue {
  if (field.inputType === 'Object') {
    const entry = isObject(value) ? entryWire(field, value) : (value ?? null);
    return isObject(entry) && Object.keys(entry).length === 0 ? null : orNull(entry);
  }
  if (!Array.isArray(value)) return orNull(value);
  const entries = (value as readonly JsonValue[]).map((entry) => (isObject(entry) ? entryWire(field, entry) : entry));
  const last = entries.findLastIndex((entry) => !isObject(entry) || Object.keys(entry).length > 0);
  return orNull(entries.slice(0, last + 1));
}

/**
 * Converts a draft's value to the API format: relates as ids, flex relates as `{ module, id }`, without empty entries of an e-mail list,
 * and empty values ("" and [] too) as null.
 */
export function toWireValue(field: FieldView, value: JsonValue | undefined): JsonValue {
  if (field.entry !== undefined) return entriesWire(field, value);
  switch (field.inputType) {
    case 'Relate':
      return readRelate(value)?._id ?? null;
    case 'MultiRelate':
      return orNull(
        listOf(value)
          .map((entry) => readRelate(entry)?._id)
          .filter((id) => id !== undefined),
      );
    case 'FlexRelate':
      return flexWire(value);
    case 'MultiFlexRelate':
      return orNull(
        listOf(value)
          .map(flexWire)
          .filter((entry) => entry !== null),
      );
    case 'EmailAddress':
      return orNull(emailsWire(value));
    case 'Address':
      return isObject(value) && Object.values(value).every((part) => isEmptyValue(part)) ? null : orNull(value);
    default:
      return orNull(value);
  }
}

function orNull(value: JsonValue | undefined): JsonValue {
  return isEmptyValue(value) ? null : (value as JsonValue);
}

/** Serializes JSON independently of the order of its keys. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null && inner !== '' && inner !== false);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
    .join()}}`;
}

/** Whether two values of a field would be stored the same. */
export function isSameValue(field: FieldView, a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const [left, right] = [toWireValue(field, a), toWireValue(field, b)];
  // A missing checkbox is false.
  if (field.inputType === 'Checkbox') return (left === true) === (right === true);
  return canonical(left) === canonical(right);
}
