import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { InputType } from '#engine/model/definitions';
import { findDropdown, type ResolvedSection } from '../module/module-finders.ts';

/** The schema that rjsf renders: the structure of the record, and the position of each field. */
export interface FormSchema {
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema;
}

const TEXTS = { type: 'string' } as const;
const RELATED = { type: ['string', 'object'] } as unknown as RJSFSchema;

const BASE_SCHEMAS: { readonly [type in InputType]: RJSFSchema } = {
  Address: {
    type: 'object',
    properties: { street: TEXTS, city: TEXTS, state: { ...TEXTS, maxLength: 2 }, zip: { ...TEXTS, pattern: '^\\d{5}(-\\d{4})?$' } },
  },
  Array: {},
  AutoIncrement: { type: 'number' },
  Checkbox: { type: 'boolean' },
  Currency: { type: 'number' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  Dropdown: TEXTS,
  EmailAddress: {
    type: 'array',
    items: {
      type: 'object',
      properties: { email_address: TEXTS, primary: { type: 'boolean' }, opt_out: { type: 'boolean' }, invalid_email: { type: 'boolean' } },
    },
  },
  File: TEXTS,
  FlexRelate: { type: 'object' },
  ListField: { type: 'array', items: TEXTS },
  MessageListField: { type: 'array', items: { type: 'object', properties: { text: TEXTS } } },
  Module: TEXTS,
  MultiFlexRelate: { type: 'array', items: { type: 'object' } },
  MultiModule: { type: 'array', items: TEXTS },
  MultiRelate: { type: 'array', items: RELATED },
  MultiSelect: { type: 'array', items: TEXTS },
  Number: { type: 'number' },
  Object: {},
  Phone: TEXTS,
  Relate: RELATED,
  TextArea: { ...TEXTS, maxLength: 100_000 },
  TextField: { ...TEXTS, maxLength: 1000 },
  Url: TEXTS,
};

function boundsOf(field: FieldView): RJSFSchema {
  if (field.inputType !== 'Number' && field.inputType !== 'Currency') return {};
  return {
    ...(field.integer === true ? { type: 'integer' as const } : {}),
    ...(field.minimum === undefined ? {} : { minimum: field.minimum }),
    ...(field.maximum === undefined ? {} : { maximum: field.maximum }),
  };
}

/** The JSON Schema of one field in a form. */
export function fieldSchema(module: ModuleView, field: FieldView): RJSFSchema {
  const options = field.inputType === 'Dropdown' ? findDropdown(module, field)?.options : undefined;
  return {
    ...BASE_SCHEMAS[field.inputType],
    ...boundsOf(field),
    ...(options && options.length > 0 ? { enum: options.map((option) => option.value) } : {}),
    title: field.label,
    ...(field.description === undefined ? {} : { description: field.description }),
  };
}

/**
 * Builds the form of a module from the sections of a layout. Visibility and required fields depend on the draft and are not part of the
 * schema: hidden fields keep their values and are never required.
 */
export function buildFormSchema(module: ModuleView, sections: readonly ResolvedSection[]): FormSchema {
  const fields = sections
    .flatMap((section) => section.items)
    .map((item) => item.field)
    .filter((field) => field !== undefined);
  const byName = new Map(fields.map((field) => [field.fieldName, field]));
  const properties = Object.fromEntries([...byName.values()].map((field) => [field.fieldName, fieldSchema(module, field)]));
  const places = Object.fromEntries([...byName.keys()].map((name) => [name, { 'ui:field': 'RecordField' }]));
  return { schema: { type: 'object', properties }, uiSchema: { ...places, 'ui:order': [...byName.keys()] } };
}
