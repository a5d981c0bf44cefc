import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import { describeFailure, FORM_FORMATS, humanizeName, type SchemaKeywords } from '#engine/model/forms';
import type { JsonValue } from '#engine/model/values';
import { parseJsonText } from './request-body.ts';

// The schemas are our own, or are compiled at boot: validating them against the meta schema would only slow the start.
const OPTIONS = {
  formats: FORM_FORMATS,
  allErrors: true,
  // The errors contain the schema that they are about.
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  validateSchema: false,
  meta: false,
} as const;
const strict = new Ajv(OPTIONS);
const coercing = new Ajv({ ...OPTIONS, coerceTypes: true });

/** A parsed query string: a parameter that was sent more than once is a list. */
export type Query = { readonly [name: string]: string | readonly string[] | undefined };

/** A compiled JSON Schema: compiled when the module is loaded for bodies, with the first request for query strings. */
export interface ParameterCheck<T> {
  readonly schema: object;
  /**
   * Returns the value as `T`; throws `parameter_invalid` with one detail per problem. null counts as absent where the schema
   * does not allow null.
   */
  read(value: { readonly [name: string]: JsonValue }): T;
  /** Returns all problems of a value; empty when it is valid. */
  findProblems(value: { readonly [name: string]: JsonValue }): readonly ErrorDetail[];
  /** Same for a query string: parses numbers and booleans, and the named parameters as JSON. */
  readQuery(query: Query): T;
}

export function compileCheck<T>(
  schema: object,
  options: { readonly jsonParameters?: readonly string[]; readonly listParameters?: readonly string[] } = {},
): ParameterCheck<T> {
  const check = strict.compile(schema);
  let checkText: ValidateFunction | undefined;
  return {
    schema,
    read: (value) => assertValid<T>(check, dropNulls(value)),
    findProblems: (value) => (check(dropNulls(value)) ? [] : (check.errors ?? []).map(toDetail)),
    readQuery: (query) => assertValid<T>((checkText ??= coercing.compile(schema)), readTexts(query, options)),
  };
}

/** Returns a parameter of the query string as text. Errors: `parameter_invalid` when it was sent more than once. */
export function textParameterOf(query: Query, name: string): string | undefined {
  const given = query[name];
  if (given === undefined || typeof given === 'string') return given;
  throw new MusterError('parameter_invalid', { details: [{ field: name, code: 'repeated', message: 'It may be given once.' }] });
}

function assertValid<T>(check: ValidateFunction, value: object): T {
  if (check(value)) return value as T;
  throw new MusterError('parameter_invalid', { details: (check.errors ?? []).map(toDetail) });
}

function toDetail(error: ErrorObject): ErrorDetail {
  const inside = error.instancePath.slice(1).replaceAll('/', '.');
  const { additionalProperty, missingProperty } = error.params as { additionalProperty?: string; missingProperty?: string };
  const name = additionalProperty ?? missingProperty;
  const field = name === undefined ? inside : inside === '' ? name : `${inside}.${name}`;
  if (additionalProperty !== undefined) return { field, code: 'unknown', message: 'There is no such parameter.' };
  if (missingProperty !== undefined) return { field, code: 'required', message: describeMissing(field) };
  const schema = (error.parentSchema ?? {}) as SchemaKeywords;
  const isEmpty = error.keyword === 'minLength' && error.data === '';
  return { field, code: error.keyword, message: isEmpty ? describeMissing(field) : describeFailure({ keyword: error.keyword, schema }) };
}

/** The message for a missing or empty parameter: 'Password is required'. */
export function describeMissing(path: string): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  return name === '' ? 'A value is required' : `${humanizeName(name)} is required`;
}

function dropNulls(value: { readonly [name: string]: JsonValue }): object {
  for (const name in value) if (value[name] === null) return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null));
  return value;
}

function readTexts(
  query: Query,
  options: { readonly jsonParameters?: readonly string[]; readonly listParameters?: readonly string[] },
): object {
  const texts: { [name: string]: unknown } = {};
  for (const name of Object.keys(query)) {
    const text = textParameterOf(query, name);
    if (text === undefined) continue;
    if (options.jsonParameters?.includes(name) === true) texts[name] = parseJsonText(text);
    else if (options.listParameters?.includes(name) === true && text !== 'true') texts[name] = text.split(',');
    else texts[name] = text;
  }
  return texts;
}
