import type { JsonObject, JsonValue } from '#engine/model/values';
// Not imported from the index of the model: that would add the definition schemas to the client bundle.
import { humanizeName, isSchema, type SchemaKeywords } from '../../../engine/model/forms/index.ts';

/** A value as people read it: a text, the entries of a list, or names with their values. */
export type ReadableValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly on: boolean }
  | { readonly kind: 'image'; readonly source: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'list'; readonly items: readonly ReadableValue[] }
  | { readonly kind: 'named'; readonly entries: readonly { readonly name: string; readonly value: ReadableValue }[] };

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const EMPTY: ReadableValue = { kind: 'empty' };
const NOTHING: SchemaKeywords = {};

function schemaOf(value: unknown): SchemaKeywords {
  return isSchema(value) ? value : NOTHING;
}

/** The title of an option of the schema; undefined: the value is none of its options. */
function optionTitle({ oneOf }: SchemaKeywords, value: JsonValue): string | undefined {
  const options: readonly unknown[] = Array.isArray(oneOf) ? oneOf : [];
  const { title } = schemaOf(options.find((option) => schemaOf(option)['const'] === value));
  return typeof title === 'string' ? title : undefined;
}

function describeScalar(schema: SchemaKeywords, value: string | number): ReadableValue {
  const text =
    optionTitle(schema, value) ?? (typeof value === 'number' ? (schema['format'] === 'currency' ? MONEY : NUMBER).format(value) : value);
  if (text === '') return EMPTY;
  if (schema['format'] === 'image') return { kind: 'image', source: text };
  const unit = schema['x-unit'];
  return { kind: 'text', text: typeof unit === 'string' ? `${text} ${unit}` : text };
}

function describeObject(schema: SchemaKeywords, value: JsonObject): ReadableValue {
  const properties = schemaOf(schema['properties']);
  const entries = Object.entries(value).map(([name, part]) => {
    if (!Object.hasOwn(properties, name)) {
      const title = optionTitle(schemaOf(schema['propertyNames']), name) ?? name;
      return { name: title, value: describeValue(schemaOf(schema['additionalProperties']), part) };
    }
    const own = schemaOf(properties[name]);
    return { name: typeof own['title'] === 'string' ? own['title'] : humanizeName(name), value: describeValue(own, part) };
  });
  return entries.length === 0 ? EMPTY : { kind: 'named', entries };
}

/** A JSON value as its schema says it: options by their titles, numbers with their units, properties by their titles. */
export function describeValue(schema: SchemaKeywords, value: JsonValue | undefined): ReadableValue {
  if (value === undefined || value === null) return EMPTY;
  if (typeof value === 'boolean') return { kind: 'flag', on: value };
  if (typeof value === 'string' || typeof value === 'number') return describeScalar(schema, value);
  if (!Array.isArray(value)) return describeObject(schema, value as JsonObject);
  const items = (value as readonly JsonValue[]).map((item) => describeValue(schemaOf(schema['items']), item));
  return items.length === 0 ? EMPTY : { kind: 'list', items };
}
