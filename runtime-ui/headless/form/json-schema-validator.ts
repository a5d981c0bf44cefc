import { format, Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
import {
  createErrorHandler,
  toErrorSchema,
  unwrapErrorHandler,
  validationDataMerge,
  type CustomValidator,
  type ErrorTransformer,
  type RJSFSchema,
  type RJSFValidationError,
  type UiSchema,
  type ValidationData,
  type ValidatorType,
} from '@rjsf/utils';
// Not imported from the index: that would add the definition schemas to the client bundle.
import { describeFailure, FORM_FORMATS } from '../../../engine/model/forms/index.ts';
import { cleanFormValue } from './form-values.ts';

type Values = Record<string, unknown>;

// The table of the library is open: the formats of forms are checked as on the server.
Object.assign(format, FORM_FORMATS);

/** The name that a new entry of an object has until it is given one. */
const NEW_NAME = /^newKey(-\d+)?$/;

/** Keywords that only report that something below them failed. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'contains',
  'allOf',
  'if',
  '$ref',
  'dependentSchemas',
]);

/** More than a branch has other failures. */
const WRONG_CONSTANT = 1_000;

const UNIONS: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

function stepsOf(pointer: string): string[] {
  return pointer
    .replace(/^#/, '')
    .split('/')
    .filter((step) => step !== '')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isSchema(value: unknown): value is RJSFSchema {
  return typeof value === 'object' && value !== null;
}

/** The schema that a keyword is part of. Steps behind a `$ref` are those of the schema that it refers to. */
function schemaAt(root: RJSFSchema, keywordLocation: string): RJSFSchema {
  let at: unknown = root;
  for (const step of stepsOf(keywordLocation).slice(0, -1)) {
    if (!isSchema(at)) return {};
    const next: unknown = at[step];
    at =
      step === '$ref' && typeof next === 'string'
        ? stepsOf(next).reduce<unknown>((one, name) => (isSchema(one) ? one[name] : undefined), root)
        : next;
  }
  return isSchema(at) ? at : {};
}

function isBelow(location: string, parent: string): boolean {
  return location === parent || location.startsWith(`${parent}/`);
}

/** A branch of a union with a wrong constant is not the one that was meant. */
function distanceOf(units: readonly OutputUnit[]): number {
  const leaves = units.filter(({ keyword }) => !CONTAINERS.has(keyword) && !UNIONS.has(keyword));
  return leaves.length + WRONG_CONSTANT * leaves.filter(({ keyword }) => keyword === 'const' || keyword === 'enum').length;
}

/** Of each union that fails, only the failures of the branch that fits best: those of the others are no problems to solve. */
function keepBestBranches(units: readonly OutputUnit[]): readonly OutputUnit[] {
  const union = units.find(({ keyword }) => UNIONS.has(keyword));
  if (union === undefined) return units;
  const isInside = (unit: OutputUnit): boolean =>
    unit !== union && isBelow(unit.keywordLocation, union.keywordLocation) && isBelow(unit.instanceLocation, union.instanceLocation);
  const branches = new Map<string, OutputUnit[]>();
  for (const unit of units.filter(isInside)) {
    const branch = unit.keywordLocation.slice(union.keywordLocation.length + 1).split('/')[0] ?? '';
    branches.set(branch, [...(branches.get(branch) ?? []), unit]);
  }
  const [best] = [...branches.values()].sort((one, other) => distanceOf(one) - distanceOf(other));
  const rest = units.filter((unit) => unit !== union && !isInside(unit));
  const isMeant = best !== undefined && distanceOf(best) < WRONG_CONSTANT;
  return [...(isMeant ? keepBestBranches(best) : [union]), ...keepBestBranches(rest)];
}

const validators = new WeakMap<object, Validator>();

function validatorOf(schema: RJSFSchema): Validator {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = new Validator(schema as Schema, '7', false);
    validators.set(schema, validator);
  }
  return validator;
}

function validate(schema: RJSFSchema, data: unknown): readonly OutputUnit[] {
  const units = validatorOf(schema).validate(cleanFormValue(data, schema) ?? null).errors;
  return keepBestBranches(units).filter((unit) => !CONTAINERS.has(unit.keyword));
}

/** The property that a `required` or `dependencies` keyword misses. */
function missingOf({ keyword, error }: OutputUnit): string | undefined {
  if (keyword === 'required') return /"([^"]+)"/.exec(error)?.[1];
  return keyword === 'dependencies' || keyword === 'dependentRequired' ? /does not have "([^"]+)"/.exec(error)?.[1] : undefined;
}

function toError(root: RJSFSchema, unit: OutputUnit): RJSFValidationError {
  const missing = missingOf(unit);
  const property = ['', ...stepsOf(unit.instanceLocation), ...(missing === undefined ? [] : [missing])].join('.');
  const schema = schemaAt(root, unit.keywordLocation);
  const described = missing === undefined ? schema : (schema.properties?.[missing] ?? {});
  const name = missing === undefined ? unit.keyword : 'required';
  const message = describeFailure({ keyword: name, schema: isSchema(described) ? described : {} });
  return { name, property, message, stack: `${property} ${message}`, schemaPath: unit.keywordLocation };
}

/** The entries that were added to an object and have no name yet. */
function findUnnamed(value: unknown, path = ''): readonly RJSFValidationError[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const property = `${path}.${name}`;
    const message = 'Give it a name.';
    const own = NEW_NAME.test(name) ? [{ name: 'name', property, message, stack: `${property} ${message}` }] : [];
    return [...own, ...findUnnamed(part, property)];
  });
}

function withoutRepetitions(errors: readonly RJSFValidationError[]): RJSFValidationError[] {
  const seen = new Set<string>();
  return errors.filter(({ stack }) => !seen.has(stack) && seen.add(stack));
}

/** The schema with the definitions that it may refer to. */
function withDefinitions(schema: RJSFSchema, root: RJSFSchema): RJSFSchema {
  const { definitions, $defs } = root;
  return definitions === undefined && $defs === undefined
    ? schema
    : { ...(definitions === undefined ? {} : { definitions }), ...($defs === undefined ? {} : { $defs }), ...schema };
}

/**
 * A validator for rjsf that does not compile code: it interprets the schema, so that it works under a content security policy without
 * `unsafe-eval`. JSON Schema draft 7, with the formats of forms and `errorMessage`.
 */
export function createJsonSchemaValidator(): ValidatorType<Values> {
  return {
    isValid: (schema, data, root) => {
      try {
        return validate(withDefinitions(schema, root), data).length === 0;
      } catch {
        return false;
      }
    },
    rawValidation: <Result>(schema: RJSFSchema, data?: Values) => ({ errors: validate(schema, data) as Result[] }),
    validateFormData(
      data,
      schema,
      customValidate?: CustomValidator<Values>,
      transformErrors?: ErrorTransformer<Values>,
      uiSchema?: UiSchema<Values>,
    ): ValidationData<Values> {
      const unnamed = findUnnamed(data);
      // Whatever else is wrong with a new entry is said once it has a name.
      const named = validate(schema, data ?? {})
        .map((unit) => toError(schema, unit))
        .filter(({ property = '' }) => !unnamed.some((entry) => entry.property === property));
      const found = withoutRepetitions([...named, ...unnamed]);
      const errors = transformErrors ? transformErrors(found, uiSchema) : found;
      const result: ValidationData<Values> = { errors, errorSchema: toErrorSchema<Values>(errors) };
      if (!customValidate) return result;
      const handler = customValidate(data, createErrorHandler<Values>(data ?? {}), uiSchema, result.errorSchema);
      return validationDataMerge<Values>(result, unwrapErrorHandler<Values>(handler));
    },
  };
}
