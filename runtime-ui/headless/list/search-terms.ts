import type { FieldView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { AddressPart } from '../module/module-finders.ts';
import { isEmptyValue, isObject } from '../module/record-value.ts';

/** The kind of input that a search panel shows for a field. */
export type SearchKind = 'text' | 'choice' | 'boolean' | 'dates' | 'numbers' | 'relate' | 'module' | 'flex' | 'exists';

/** The search input for a field, or a part of an Address. */
export function searchKindOf(field: FieldView, part?: AddressPart): SearchKind {
  if (part === 'state') return 'choice';
  if (part !== undefined) return 'text';
  switch (field.inputType) {
    case 'Dropdown':
    case 'MultiSelect':
      return 'choice';
    case 'Checkbox':
      return 'boolean';
    case 'Date':
    case 'DateTime':
      return 'dates';
    case 'Number':
    case 'Currency':
    case 'AutoIncrement':
      return 'numbers';
    case 'Relate':
    case 'MultiRelate':
      return 'relate';
    case 'Module':
    case 'MultiModule':
      return 'module';
    case 'FlexRelate':
    case 'MultiFlexRelate':
      return 'flex';
    case 'Object':
    case 'Array':
    case 'File':
    case 'MessageListField':
    case 'Address':
      return 'exists';
    default:
      return 'text';
  }
}

/** Sets one field's entry of a filter; an empty entry removes the field. */
export function withTerm(terms: JsonObject, fieldName: string, entry: JsonValue | undefined): JsonObject {
  const rest = Object.fromEntries(Object.entries(terms).filter(([name]) => name !== fieldName));
  if (isEmptyValue(entry) || (isObject(entry) && Object.values(entry).every((operand) => isEmptyValue(operand)))) return rest;
  return { ...rest, [fieldName]: entry as JsonValue };
}
