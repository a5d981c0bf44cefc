import type { JsonObject, JsonValue } from '#engine/model';
import { withoutNames } from '../request/write-input.ts';

export const TEXT: JsonObject = { type: 'string' };
export const FLAG: JsonObject = { type: 'boolean' };
export const COUNT: JsonObject = { type: 'integer', minimum: 0 };
export const TEXTS: JsonObject = { type: 'array', items: TEXT };
export const NULLABLE_TEXT: JsonObject = { type: ['string', 'null'] };

/** Calls by path and by method in small letters, as the document holds them. */
export type Paths = { [path: string]: { [method: string]: JsonObject } };

/** A schema among the components. */
export function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object of these properties; all but the optional ones are always there, and others may be. */
export function object(properties: { readonly [name: string]: JsonValue }, optional: readonly string[] = []): JsonObject {
  return { type: 'object', required: Object.keys(properties).filter((name) => !optional.includes(name)), properties };
}

/** The schema of a type of ours: exactly its properties, which the compiler compares. */
export function closedObject<T extends object>(properties: { readonly [name in keyof T]-?: JsonValue }, ...optional: readonly (string & keyof T)[]): JsonObject {
  return { ...object(properties, optional), additionalProperties: false };
}

export function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** A name for any of these values. */
export function mapOf(values: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: values };
}

/** A typebox schema as plain JSON. */
export function plain(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

/** A schema as the content of a body. */
export function json(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

/** The names in a path such as `/api/leads/{id}`, as parameters. */
export function pathParametersOf(path: string): readonly JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): JsonObject => ({ name, in: 'path', required: true, schema: TEXT }));
}

/** A name for a call that no other has: 'get_leads_id'. */
export function operationIdOf(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replace('/api/', '_').replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')}`;
}

/** `/api/leads/:id` as `/api/leads/{id}`. */
export function toTemplate(pattern: string): string {
  return pattern.replace(/:(\w+)/g, '{$1}');
}

/** The schema that a request is held to, without the names that are only tolerated: those of any value, and what answers bring along. */
export function publicSchema(schema: { readonly properties: object }): JsonObject {
  const known = Object.entries(schema.properties as JsonObject).filter(([, one]) => Object.keys(one as object).length > 0);
  return { ...schema, properties: withoutNames(Object.fromEntries(known), ['moduleOptions', '_warnings']) };
}

/** What search-for-one takes beside a search. */
export const SEARCH_FOR_ONE_DESCRIPTION = 'A search, and fields with the values that they must have, null for none.';

/** What a query string may hold, by the schema that it is held to; what is no scalar is a text there. */
export function queryParametersOf(schema: { readonly properties: object; readonly required?: readonly string[] }): readonly JsonObject[] {
  const { properties } = publicSchema(schema) as { readonly properties: { readonly [name: string]: JsonObject } };
  return Object.entries(properties).map(([name, one]): JsonObject => {
    const shared = SHARED[name];
    return shared === undefined ? { name, in: 'query', required: schema.required?.includes(name) === true, schema: one } : parameter(shared);
  });
}

/** Parameters among the components, by their names. */
const SHARED: { readonly [name: string]: string } = { searchTerms: 'SearchTerms', fields: 'Fields', populate: 'Populate', thenBy: 'ThenBy' };

/** A parameter that many calls share. */
export function parameter(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}
