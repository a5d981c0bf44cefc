import { isSchema, type SchemaKeywords } from './schema-keywords.ts';

/** A failed keyword of a JSON Schema, with the schema that it is part of. */
export interface SchemaFailure {
  readonly keyword: string;
  readonly schema: SchemaKeywords;
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

function isChoice({ enum: values, oneOf, items, format }: SchemaKeywords): boolean {
  if (format === 'record' || format === 'user' || format === 'module') return true;
  const isSelect = values !== undefined || (Array.isArray(oneOf) && oneOf.every((one) => isSchema(one) && 'const' in one));
  return isSelect || (isSchema(items) && isChoice(items));
}

function describeEmptyList(schema: SchemaKeywords, least: number): string {
  return counted(least, isChoice(schema) ? 'Choose at least one.' : 'Add at least one.', (count) => `Add at least ${count}.`);
}

/** A text with the limit that a keyword sets. */
const limited =
  (keyword: string, describe: (limit: number) => string) =>
  (schema: SchemaKeywords): string =>
    describe(limitOf(schema, keyword));

function limitOf(schema: SchemaKeywords, keyword: string): number {
  const limit = schema[keyword];
  return typeof limit === 'number' ? limit : 0;
}

const TEXTS: { readonly [keyword: string]: (schema: SchemaKeywords) => string } = {
  required: (schema) => (schema['type'] === 'array' ? describeEmptyList(schema, 1) : isChoice(schema) ? 'Choose one.' : 'Fill this in.'),
  type: ({ type }) => (type === 'integer' ? 'Use a whole number.' : 'Not a value of this kind.'),
  minLength: limited('minLength', (least) => counted(least, 'Fill this in.', (count) => `Use ${count} characters or more.`)),
  maxLength: limited('maxLength', (most) => `Use ${most} characters or fewer.`),
  minimum: limited('minimum', (least) => `Use ${least} or more.`),
  maximum: limited('maximum', (most) => `Use ${most} or less.`),
  exclusiveMinimum: limited('exclusiveMinimum', (limit) => `Use more than ${limit}.`),
  exclusiveMaximum: limited('exclusiveMaximum', (limit) => `Use less than ${limit}.`),
  multipleOf: limited('multipleOf', (unit) => (unit === 1 ? 'Use a whole number.' : `Use a multiple of ${unit}.`)),
  pattern: () => 'Not in the required format.',
  format: ({ format }) => (typeof format === 'string' ? FORMAT_MESSAGES[format] : undefined) ?? 'Not in the required format.',
  enum: () => 'Choose one of the options.',
  const: () => 'Choose one of the options.',
  minItems: (schema) => describeEmptyList(schema, limitOf(schema, 'minItems')),
  maxItems: limited('maxItems', (most) => `Keep ${most} or fewer.`),
  uniqueItems: () => 'The same value is there twice.',
  minProperties: limited('minProperties', (least) => counted(least, 'Add at least one.', (count) => `Add at least ${count}.`)),
  maxProperties: limited('maxProperties', (most) => `Keep ${most} or fewer.`),
  additionalProperties: () => 'This is not known here.',
  propertyNames: () => 'This name is not possible.',
  false: () => 'This is not known here.',
  not: () => 'This is not possible.',
  oneOf: () => 'Choose one of the options.',
  anyOf: () => 'Choose one of the options.',
};

/** The own message of a schema: `errorMessage` is a text for every problem, or texts by keyword. */
function ownMessage({ errorMessage }: SchemaKeywords, keyword: string): string | undefined {
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
