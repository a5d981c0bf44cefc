import type { RJSFSchema } from '@rjsf/utils';

/** A failed keyword of a JSON Schema, with the schema that it is part of. */
export interface SchemaFailure {
  readonly keyword: string;
  readonly schema: RJSFSchema;
}

const FORMAT_MESSAGES: { readonly [format: string]: string } = {
  color: 'Type a colour, such as #3f78e8.',
  date: 'Type a day, such as 11/18/2026.',
  'date-time': 'Type a day and a time.',
  email: 'Type a whole address, such as name@example.com.',
  phone: 'Type 10 digits, such as 404-555-0142.',
  'time-zone': 'Choose a time zone.',
  uri: 'Type a whole address, such as https://example.com.',
};

const counted = (count: number, one: string, many: (count: number) => string): string => (count === 1 ? one : many(count));

function isChoice({ enum: values, oneOf, items, format }: RJSFSchema): boolean {
  if (format === 'record' || format === 'user' || format === 'module') return true;
  const isSelect = values !== undefined || (oneOf?.every((one) => typeof one === 'object' && 'const' in one) ?? false);
  return isSelect || (typeof items === 'object' && !Array.isArray(items) && isChoice(items));
}

function describeEmptyList(schema: RJSFSchema, least: number): string {
  return counted(least, isChoice(schema) ? 'Choose at least one.' : 'Add at least one.', (count) => `Add at least ${count}.`);
}

const TEXTS: { readonly [keyword: string]: (schema: RJSFSchema) => string } = {
  required: (schema) => (schema.type === 'array' ? describeEmptyList(schema, 1) : isChoice(schema) ? 'Choose one.' : 'Fill this in.'),
  type: ({ type }) => (type === 'integer' ? 'Use a whole number.' : 'Not a value of this kind.'),
  minLength: ({ minLength = 0 }) => counted(minLength, 'Fill this in.', (count) => `Use ${count} characters or more.`),
  maxLength: ({ maxLength = 0 }) => `Use ${maxLength} characters or fewer.`,
  minimum: ({ minimum = 0 }) => `Use ${minimum} or more.`,
  maximum: ({ maximum = 0 }) => `Use ${maximum} or less.`,
  exclusiveMinimum: ({ exclusiveMinimum = 0 }) => `Use more than ${exclusiveMinimum}.`,
  exclusiveMaximum: ({ exclusiveMaximum = 0 }) => `Use less than ${exclusiveMaximum}.`,
  multipleOf: ({ multipleOf = 1 }) => (multipleOf === 1 ? 'Use a whole number.' : `Use a multiple of ${multipleOf}.`),
  pattern: () => 'Not in the form asked for.',
  format: ({ format = '' }) => FORMAT_MESSAGES[format] ?? 'Not in the form asked for.',
  enum: () => 'Choose one of the options.',
  const: () => 'Choose one of the options.',
  minItems: (schema) => describeEmptyList(schema, schema.minItems ?? 0),
  maxItems: ({ maxItems = 0 }) => `Keep ${maxItems} or fewer.`,
  uniqueItems: () => 'The same value is there twice.',
  minProperties: ({ minProperties = 0 }) => counted(minProperties, 'Add at least one.', (count) => `Add at least ${count}.`),
  maxProperties: ({ maxProperties = 0 }) => `Keep ${maxProperties} or fewer.`,
  additionalProperties: () => 'This is not known here.',
  propertyNames: () => 'This name is not possible.',
  false: () => 'This is not known here.',
  not: () => 'This is not possible.',
  oneOf: () => 'Choose one of the options.',
  anyOf: () => 'Choose one of the options.',
};

/** The own message of a schema: `errorMessage` is a text for every problem, or texts by keyword. */
function ownMessage({ errorMessage }: RJSFSchema, keyword: string): string | undefined {
  const own: unknown = errorMessage;
  if (typeof own === 'string') return own;
  if (typeof own !== 'object' || own === null) return undefined;
  const text: unknown = (own as { readonly [name: string]: unknown })[keyword];
  return typeof text === 'string' ? text : undefined;
}

/** What to do about a failed keyword: the schema's own message, else a general one. */
export function describeFailure({ keyword, schema }: SchemaFailure): string {
  return ownMessage(schema, keyword) ?? TEXTS[keyword]?.(schema) ?? 'This value is not possible.';
}
