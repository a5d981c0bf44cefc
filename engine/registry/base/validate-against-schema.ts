import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { DEFINITION_KINDS, DEFINITION_SCHEMAS, type DefinitionKind } from '#engine/model/definitions';
import { describeFailure } from '#engine/model/forms';
import type { DefinitionProblem } from '../problem.ts';
import { suggestName } from '../check/suggest-name.ts';
import { EXTENSION_SCHEMA } from './extend-modules.ts';
import { ROLE_EXTENSION_SCHEMA } from './extend-roles.ts';

export type SchemaKind = DefinitionKind | 'extension' | 'roleExtension';

const compiled = new Map<SchemaKind, ValidateFunction>();

/** Compiled on first use: a process that only reads the last good definitions does not need it. */
function validatorOf(kind: SchemaKind): ValidateFunction {
  if (compiled.size === 0) {
    // Verbose: the errors contain the value and its schema.
    const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
    for (const each of DEFINITION_KINDS) compiled.set(each, ajv.compile(DEFINITION_SCHEMAS[each]));
    compiled.set('extension', ajv.compile(EXTENSION_SCHEMA));
    compiled.set('roleExtension', ajv.compile(ROLE_EXTENSION_SCHEMA));
  }
  return compiled.get(kind) as ValidateFunction;
}

/** All problems of a definition according to its published JSON Schema. `path` is its position in the file. */
export function validateAgainstSchema(kind: SchemaKind, definition: unknown, file: string, path: string): DefinitionProblem[] {
  const validate = validatorOf(kind);
  if (validate(definition)) return [];
  return dropUnionNoise(validate.errors ?? []).map((error) => ({
    file,
    path: `${path}${error.instancePath}` || '/',
    cause: explainError(error),
  }));
}

/**
 * A failed union reports each branch. If the value has the discriminator of a branch, such as the type of a step, the errors of that branch
 * are reported; else the error of the union is enough.
 */
function dropUnionNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter((error) => error.keyword === 'anyOf');
  const places = unions.map((error) => error.instancePath);
  const chosen = unions.map((error) => ({ error, branch: findBranch(error) }));
  const seen = new Set<string>();
  return errors.filter((error) => {
    if (chosen.some((union) => union.error === error && union.branch !== undefined)) return false;
    const union = findUnion(error, chosen);
    const isChosen = union?.branch !== undefined && error.schemaPath.startsWith(`${union.error.schemaPath}/${union.branch}/`);
    const isUnknown = union?.branch === undefined && listTypes(union?.error.schema).length > 0;
    const isLeftOut = isUnknown || (union?.branch !== undefined && !isChosen);
    const inUnion = !isChosen && places.includes(error.instancePath) && error.keyword !== 'anyOf';
    const key = `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
    if (isLeftOut || inUnion || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

interface ChosenBranch {
  readonly error: ErrorObject;
  readonly branch: number | undefined;
}

/** The innermost union that an error is in. */
function findUnion(error: ErrorObject, unions: readonly ChosenBranch[]): ChosenBranch | undefined {
  const around = unions.filter(
    (union) =>
      union.error !== error &&
      error.instancePath.startsWith(union.error.instancePath) &&
      error.schemaPath.startsWith(`${union.error.schemaPath}/`),
  );
  return around.sort((one, other) => other.error.instancePath.length - one.error.instancePath.length)[0];
}

/** The branch whose `type` is that of the value, or whose only required property the value has; undefined: none, or several. */
function findBranch({ schema, data }: ErrorObject): number | undefined {
  if (typeof data !== 'object' || data === null || !Array.isArray(schema)) return undefined;
  const fits = (schema as readonly BranchSchema[]).flatMap((branch, index) => (isMeant(branch, data) ? [index] : []));
  return fits.length === 1 ? fits[0] : undefined;
}

interface BranchSchema {
  readonly required?: readonly string[];
  readonly properties?: { readonly type?: { readonly const?: unknown } };
}

function isMeant({ required = [], properties }: BranchSchema, data: object): boolean {
  const type = properties?.type?.const;
  if (type !== undefined) return 'type' in data && data.type === type;
  return required.length === 1 && Object.hasOwn(data, required[0] ?? '');
}

function explainError(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params.additionalProperty);
    const { properties = {} } = (error.parentSchema ?? {}) as { readonly properties?: object };
    return `There is no property ${name}.${suggestName(name, Object.keys(properties))}`;
  }
  if (error.keyword === 'enum') return explainChoice(error.data, error.params.allowedValues as readonly unknown[]);
  if (error.keyword === 'required') return `The property ${String(error.params.missingProperty)} is missing.`;
  if (error.keyword === 'anyOf') {
    const choices = listConstants(error.schema);
    if (choices.length > 0) return explainChoice(error.data, choices);
    const types = listTypes(error.schema);
    const type = (error.data as { readonly type?: unknown } | null)?.type;
    if (types.length > 0) return `The type ${explainChoice(type, types)}`;
    return 'It is none of the allowed values or shapes.';
  }
  return explainFailure(error);
}

const { name: moduleName, fields } = DEFINITION_SCHEMAS.module.properties;

const patternOf = (schema: object): string => ('pattern' in schema ? String(schema.pattern) : '');

/** What is wrong with names, in words. */
const FORMS: { readonly [pattern: string]: string } = {
  [patternOf(moduleName)]: 'is no name of a module: start with a letter, then use letters and digits only',
  [patternOf(fields.items.properties.fieldName)]:
    'is no name of a field: start with a small letter, then use letters, digits, hyphens and underscores',
};

function explainFailure({ keyword, parentSchema, params, data }: ErrorObject): string {
  if (keyword === 'pattern') {
    const form = FORMS[String(params.pattern)];
    return `${JSON.stringify(data)} ${form ?? `does not match the pattern ${String(params.pattern)}`}.`;
  }
  if (keyword === 'type') return `It must be of the type ${[params.type].flat().join(' or ')}.`;
  return describeFailure({ keyword, schema: parentSchema ?? {} });
}

function explainChoice(value: unknown, allowed: readonly unknown[]): string {
  const names = allowed.map(String);
  const suggestion = typeof value === 'string' ? suggestName(value, names) : '';
  return `${JSON.stringify(value)} is none of the allowed values.${suggestion} They are: ${names.join(', ')}.`;
}

/** The types of a union of objects with a type; empty for another union. */
function listTypes(branches: unknown): readonly unknown[] {
  const list = (Array.isArray(branches) ? branches : []) as readonly BranchSchema[];
  const types = list.map(({ properties }) => properties?.type?.const);
  return types.length > 0 && types.every((type) => type !== undefined) ? types : [];
}

/** The values of a union of constants; empty for another union. */
function listConstants(branches: unknown): readonly unknown[] {
  const list = (Array.isArray(branches) ? branches : []) as readonly { readonly const?: unknown }[];
  return list.every((branch) => branch.const !== undefined) ? list.map((branch) => branch.const) : [];
}
