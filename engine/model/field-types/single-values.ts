import type { InputType } from '../definitions/index.ts';
import { isObject } from './field-type.ts';
import type { JsonValue } from '../values/json.ts';

const OF_ONE: { readonly [type in InputType]?: InputType } = {
  AutoIncrement: 'Number',
  EmailAddress: 'TextField',
  ListField: 'TextField',
  MultiFlexRelate: 'FlexRelate',
  MultiModule: 'Module',
  MultiRelate: 'Relate',
  MultiSelect: 'Dropdown',
  TextArea: 'TextField',
};

/** The type of one value of a field: of a list, that of its members. */
export function singleTypeOf(inputType: InputType): InputType {
  return OF_ONE[inputType] ?? inputType;
}

/** One value as a text, as in a field with `valueFor`: relates are ids, numbers and yes or no are as in JSON. Undefined: no value. */
export function writeSingleValue(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Reads what `writeSingleValue` writes, for a field of this single type; undefined: the text is no value of the type. */
export function readSingleValue(inputType: InputType, text: string): JsonValue | undefined {
  switch (inputType) {
    case 'Number':
    case 'Currency':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    case 'Checkbox':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'Date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
    case 'DateTime':
      return /^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? text : undefined;
    case 'FlexRelate':
    case 'Address':
      return readObject(text);
    default:
      return text;
  }
}

function readObject(text: string): JsonValue | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
