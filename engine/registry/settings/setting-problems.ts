import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { SettingDefinition } from '#engine/model/definitions';
import { describeFailure, FORM_FORMATS, isSchema, labelAt, type SchemaKeywords } from '#engine/model/forms';
import { SYSTEM_DEFINITIONS } from '../system/system-definitions.ts';

/** A part of a value that breaks its schema. */
export interface ValueProblem {
  /** The steps from the value to the part; empty: the whole value. */
  readonly path: readonly (string | number)[];
  /** The part in words: 'Brandings 1, Title'. */
  readonly place: string;
  /** What to do: 'Use 40 characters or fewer.' */
  readonly message: string;
}

/** A schema that validates, or why it is none. */
type Compiled = { readonly validate: ValidateFunction } | { readonly cause: string };

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, logger: false, formats: FORM_FORMATS });
const compiled = new WeakMap<object, Compiled>();

/** The schemas of the settings that the engine reads, by key. */
const SYSTEM_SCHEMAS: ReadonlyMap<string, SchemaKeywords> = new Map(
  SYSTEM_DEFINITIONS.flatMap(({ kind, definition }) => {
    const { key, schema } = definition as SettingDefinition;
    return kind === 'setting' && schema !== undefined ? [[key, schema] as const] : [];
  }),
);

/** The schema that the engine gives a setting that it reads; undefined: it does not read it. */
export function systemSchemaOf(key: string): SchemaKeywords | undefined {
  return SYSTEM_SCHEMAS.get(key);
}

function compile(schema: SchemaKeywords): Compiled {
  let found = compiled.get(schema);
  if (found === undefined) {
    try {
      found = { validate: ajv.compile(schema) };
    } catch (error) {
      found = { cause: error instanceof Error ? error.message : String(error) };
    }
    compiled.set(schema, found);
  }
  return found;
}

/** Why a schema cannot be used; undefined: it can. */
export function findSchemaProblem(schema: SchemaKeywords): string | undefined {
  const result = compile(schema);
  return 'cause' in result ? result.cause : undefined;
}

/** What breaks the schemas of a setting: its own and, if the engine reads it, that of the engine. Empty: nothing does. */
export function findValueProblems({ key, name, schema, setting }: SettingDefinition): readonly ValueProblem[] {
  const found = new Map<string, ValueProblem>();
  for (const one of new Set([schema, SYSTEM_SCHEMAS.get(key)]))
    for (const problem of one === undefined ? [] : checkValue(one, setting, name))
      if (!found.has(JSON.stringify(problem.path))) found.set(JSON.stringify(problem.path), problem);
  return [...found.values()];
}

/** What breaks a schema in a value; `title` is what the value is called. A schema that cannot be used breaks nothing. */
export function checkValue(schema: SchemaKeywords, value: unknown, title: string): readonly ValueProblem[] {
  const result = compile(schema);
  if ('cause' in result || result.validate(value)) return [];
  const labelled = { properties: { value: { ...schema, title } } };
  return keepCauses(result.validate.errors ?? []).map((error) => {
    const path = pathOf(error);
    const missing = missingOf(error);
    const parent = isSchema(error.parentSchema) ? error.parentSchema : {};
    const properties = isSchema(parent['properties']) ? parent['properties'] : {};
    const part = missing === undefined ? parent : properties[missing];
    const message = describeFailure({ keyword: error.keyword, schema: isSchema(part) ? part : {} });
    return { path, place: labelAt(labelled, ['value', ...path]), message };
  });
}

/** Without the errors that only repeat another: those of the branches of a union, of names, and of conditions. */
function keepCauses(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf').map(({ schemaPath }) => schemaPath);
  return errors.filter(
    (error) =>
      error.keyword !== 'if' && error.propertyName === undefined && !unions.some((union) => error.schemaPath.startsWith(`${union}/`)),
  );
}

function missingOf({ keyword, params }: ErrorObject): string | undefined {
  return keyword === 'required' ? String(params['missingProperty']) : undefined;
}

function pathOf(error: ErrorObject): readonly (string | number)[] {
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const { params, keyword } = error;
  const last: unknown =
    keyword === 'required'
      ? params['missingProperty']
      : keyword === 'additionalProperties'
        ? params['additionalProperty']
        : keyword === 'propertyNames'
          ? params['propertyName']
          : undefined;
  return typeof last === 'string' ? [...steps, last] : steps;
}
