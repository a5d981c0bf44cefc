import type { ColumnDefinition, InputType } from '../definitions/index.ts';
import { PRESENCE_OPERATORS } from '../filter/operators.ts';
import { address } from './address.ts';
import { identifier, month, numbers, timeOfDay } from './column-types.ts';
import { anyJson, array, object } from './json-types.ts';
import { autoIncrement, currency, number } from './number-types.ts';
import { checkbox, dropdown, multiSelect } from './option-types.ts';
import { dateTime, date } from './date-types.ts';
import { emailAddress } from './email-address.ts';
import { isMissing, type FieldType, type RefinedFieldType } from './field-type.ts';
import { RECURRENCE_TYPES } from '../recurrence/field-types.ts';
import { file } from './file.ts';
import { flexRelate, module, multiFlexRelate, multiModule, multiRelate, relate } from './reference-types.ts';
import { listField, textArea, textField, url } from './text-types.ts';
import { messageListField } from './message-list-field.ts';
import { phone } from './phone.ts';

/** The 25 input types of the specification. */
export const FIELD_TYPES: { readonly [name in InputType]: FieldType } = {
  Address: address,
  Array: array,
  AutoIncrement: autoIncrement,
  Checkbox: checkbox,
  Currency: currency,
  Date: date,
  DateTime: dateTime,
  Dropdown: dropdown,
  EmailAddress: emailAddress,
  File: file,
  FlexRelate: flexRelate,
  ListField: listField,
  MessageListField: messageListField,
  Module: module,
  MultiFlexRelate: multiFlexRelate,
  MultiModule: multiModule,
  MultiRelate: multiRelate,
  MultiSelect: multiSelect,
  Number: number,
  Object: object,
  Phone: phone,
  Relate: relate,
  TextArea: textArea,
  TextField: textField,
  Url: url,
};

/** The input type of this name. */
export function getFieldType(name: InputType): FieldType {
  return FIELD_TYPES[name];
}

const added = new Map<string, RefinedFieldType>(RECURRENCE_TYPES.map((type) => [type.name, type]));

/** Registers a plugin's field type for the definitions of this process. */
export function registerFieldType(type: RefinedFieldType): void {
  added.set(type.name, type);
}

/** The field type of a plugin; undefined: no enabled plugin has a field type of that name. */
export function findRefinedType(name: string): RefinedFieldType | undefined {
  return added.get(name);
}

/** The type of a field: its input type, with the rules of the plugin's field type if it has one. */
export function typeOfField(inputType: InputType, fieldType: string | undefined): FieldType {
  const own = getFieldType(inputType);
  const refined = fieldType === undefined ? undefined : added.get(fieldType);
  // If a plugin was removed, the last good definitions are active: its fields then have only the rules of their input type.
  return refined === undefined || refined.inputType !== inputType ? own : refineType(own, refined);
}

/** The type of a column of an entry schema: that of its input type; an Object without columns takes any JSON. */
export function typeOfColumn(column: ColumnDefinition): FieldType {
  if (column.inputType === 'Object' && column.entry === undefined) return anyJson;
  if (column.identifier === true) return identifier;
  if (column.timeOfDay === true) return timeOfDay;
  if (column.month === true) return month;
  return column.numbers === true ? numbers : getFieldType(column.inputType);
}

function refineType(own: FieldType, { normalize, format, schema = {} }: RefinedFieldType): FieldType {
  return {
    ...own,
    normalize(value, context) {
      const first = own.normalize(value, context);
      if (!first.ok || first.value === undefined || normalize === undefined) return first;
      const refined = normalize(first.value, context);
      // The value that the plugin returns must still be valid for the input type.
      return refined.ok && refined.value !== undefined ? own.normalize(refined.value, context) : refined;
    },
    format: (value, context) =>
      value === undefined || isMissing(value) || format === undefined ? own.format(value, context) : format(value, context),
    jsonSchema: (context) => ({ ...own.jsonSchema(context), ...schema }),
  };
}

const cache = new WeakMap<FieldType, FieldType>();

/**
 * The type of a sensitive field: values are checked and displayed like those of its input type, but no key reveals a
 * value. The key is 1 if there is a value, and `exists` is the only operator. The field cannot be sorted, grouped or
 * searched by text.
 */
export function toSensitiveType(type: FieldType): FieldType {
  let sensitive = cache.get(type);
  if (sensitive === undefined) {
    sensitive = {
      ...type,
      comparison: 'none',
      keyKind: 'number',
      list: false,
      operators: PRESENCE_OPERATORS,
      toKey: (value) => (value === undefined || isMissing(value) ? undefined : 1),
    };
    cache.set(type, sensitive);
  }
  return sensitive;
}
