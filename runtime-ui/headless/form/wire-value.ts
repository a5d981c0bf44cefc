import type { FieldView, JsonValue } from '#engine/model';
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

/**
 * Converts a draft's value to the API format: relates as ids, flex relates as `{ module, id }`, without empty entries of an e-mail list,
 * and empty values ("" and [] too) as null.
 */
export function toWireValue(field: FieldView, value: JsonValue | undefined): JsonValue {
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
