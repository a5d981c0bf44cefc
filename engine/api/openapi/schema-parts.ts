import { EXPORT_CONTENT_TYPES } from '../../exports/index.ts';
import { liftCycles } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { withoutNames } from '../request/write-input.ts';

export const TEXT: JsonObject = { type: 'string' };
export const FLAG: JsonObject = { type: 'boolean' };
export const COUNT: JsonObject = { type: 'integer', minimum: 0 };
export const TEXTS: JsonObject = { type: 'array', items: TEXT };
export const NULLABLE_TEXT: JsonObject = { type: ['string', 'null'] };

/** Operations by path and lower-case method, as in the document. */
export type Paths = { [path: string]: { [method: string]: JsonObject } };

/** Returns a reference to a schema of the components. */
export function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Object schema with these properties; all but the optional ones are required, and additional properties are allowed. */
export function object(properties: { readonly [name: string]: JsonValue }, optional: readonly string[] = []): JsonObject {
  return { type: 'object', required: Object.keys(properties).filter((name) => !optional.includes(name)), properties };
}

/** Schema of a TypeScript type: exactly its properties, checked by the compiler. */
export function closedObject<T extends object>(
  properties: { readonly [name in keyof T]-?: JsonValue },
  ...optional: readonly (string & keyof T)[]
): JsonObject {
  return { ...object(properties, optional), additionalProperties: false };
}

export function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** Schema of an object that maps any name to these values. */
export function mapOf(values: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: values };
}

/** Returns a typebox schema as plain JSON. */
export function plain(schema: object): JsonObject {
  return liftCycles(schema, (name) => `#/components/schemas/${CYCLIC_PREFIX}${name}`).schema;
}

/** Of the names of schemas that refer to themselves. */
const CYCLIC_PREFIX = 'Definition.workflow.';

/** The schemas that a definition's schema refers to, by their names in the document. */
export function cyclicSchemas(schema: object): { readonly [name: string]: JsonObject } {
  const { lifted } = liftCycles(schema, (name) => `#/components/schemas/${CYCLIC_PREFIX}${name}`);
  return Object.fromEntries(Object.entries(lifted).map(([name, one]) => [`${CYCLIC_PREFIX}${name}`, one]));
}

/** Returns a schema as the content of a body. */
export function json(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

/** Returns the parameters in a path such as `/api/tickets/{id}`. */
export function pathParametersOf(path: string): readonly JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): JsonObject => ({ name, in: 'path', required: true, schema: TEXT }));
}

/** Returns a unique name of an operation: 'get_leads_id'. */
export function operationIdOf(method: string, path: string): string {
  return `${method.toLowerCase()}${path
    .replace('/api/', '_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/_$/, '')}`;
}

/** Marks an operation as an alias of another one, which clients should prefer. */
export function describeAlias(method: string, path: string): JsonObject {
  return { description: `Does the same as ${method} ${path}.`, 'x-alias-of': operationIdOf(method, path) };
}

/** Converts `/api/tickets/:id` to `/api/tickets/{id}`. */
export function toTemplate(pattern: string): string {
  return pattern.replace(/:(\w+)/g, '{$1}');
}

/**
 * Returns the schema that requests are validated with, without tolerated names: properties that accept any value, and
 * those of responses that are sent back.
 */
export function publicSchema(schema: { readonly properties: object }): JsonObject {
  const known = Object.entries(schema.properties as JsonObject).filter(([, one]) => Object.keys(one as object).length > 0);
  return { ...schema, properties: withoutNames(Object.fromEntries(known), ['moduleOptions', '_warnings']) };
}

/** Description of the body of search-for-one. */
export const SEARCH_FOR_ONE_DESCRIPTION = 'A search, and fields with the values that they must have, null for none.';

/** Returns the parameters of a query string from its schema; a value that is not a scalar is a string there. */
export function queryParametersOf(schema: { readonly properties: object; readonly required?: readonly string[] }): readonly JsonObject[] {
  const { properties } = publicSchema(schema) as { readonly properties: { readonly [name: string]: JsonObject } };
  return Object.entries(properties).map(([name, one]): JsonObject => {
    const shared = SHARED[name];
    return shared === undefined
      ? { name, in: 'query', required: schema.required?.includes(name) === true, schema: one }
      : parameter(shared);
  });
}

/** Shared parameters of the components, by name. */
const SHARED: { readonly [name: string]: string } = {
  searchTerms: 'SearchTerms',
  fields: 'Fields',
  populate: 'Populate',
  thenBy: 'ThenBy',
};

/** Returns a parameter that many endpoints share. */
export function parameter(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}

export const ANYTHING: JsonObject = {};

/** Schema of a record, a team or a role with its name. */
export const ID_AND_NAME: JsonObject = object({ _id: TEXT, name: TEXT });

/** A value of the schema, or null. */
export function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { type: 'null' }] };
}

/** An e-mail address of a record, as the list of addresses returns it. */
export const EMAIL_ENTRY: JsonObject = object({
  _id: TEXT,
  module: TEXT,
  record: TEXT,
  record_name: TEXT,
  field: TEXT,
  email_address: TEXT,
  primary: FLAG,
  opt_out: FLAG,
  invalid_email: FLAG,
  deleted: FLAG,
});

/** Schema of a list with all items. */
export function whole(items: JsonObject): JsonObject {
  return object({ data: listOf(items), total: COUNT });
}

/** Schema of a page of a list: items, or their ids. */
export function page(items: JsonObject): JsonObject {
  return object({ data: listOf({ anyOf: [items, TEXT] }), total: COUNT, totalIsExact: FLAG, pageNumber: COUNT, pageSize: COUNT }, [
    'totalIsExact',
  ]);
}

/** An exported file, as the content of a response. */
export const EXPORT_FILE: JsonObject = Object.fromEntries(
  Object.values(EXPORT_CONTENT_TYPES).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
);
