import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';
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

type Values = Record<string, unknown>;

const MESSAGES: { readonly [keyword: string]: string } = {
  required: 'Required.',
  type: 'Not a value of this kind.',
  minLength: 'Too short.',
  maxLength: 'Too long.',
  minimum: 'Too small.',
  maximum: 'Too large.',
  pattern: 'Not in the form asked for.',
  format: 'Not in the form asked for.',
  enum: 'Not one of the choices.',
  maxItems: 'Too many.',
  multipleOf: 'Use a whole number.',
};

/** Converts the JSON pointer '#/a/0' to the path format of rjsf: '.a.0'. */
function propertyOf(unit: OutputUnit): string {
  const place = unit.instanceLocation
    .replace(/^#/, '')
    .split('/')
    .filter((step) => step !== '')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  const missing = unit.keyword === 'required' ? /"([^"]+)"/.exec(unit.error)?.[1] : undefined;
  return ['', ...place, ...(missing === undefined ? [] : [missing])].join('.');
}

function toError(unit: OutputUnit): RJSFValidationError {
  const property = propertyOf(unit);
  const message = MESSAGES[unit.keyword] ?? unit.error;
  return { name: unit.keyword, property, message, stack: `${property} ${message}`, schemaPath: unit.keywordLocation };
}

/** Keywords that only report that something below them failed. */
const CONTAINERS = new Set(['properties', 'items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'if', '$ref', 'dependentSchemas']);

function validate(schema: RJSFSchema, data: unknown): OutputUnit[] {
  return new Validator(schema as Schema, '7', false).validate(data).errors.filter((unit) => !CONTAINERS.has(unit.keyword));
}

/**
 * A validator for rjsf that does not compile code: it interprets the schema, so that it works under a content security policy without
 * `unsafe-eval`.
 */
export function createJsonSchemaValidator(): ValidatorType<Values> {
  return {
    isValid: (schema, data) => {
      try {
        return validate(schema, data).length === 0;
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
      const found = validate(schema, data ?? {}).map(toError);
      const errors = transformErrors ? transformErrors(found, uiSchema) : found;
      const result: ValidationData<Values> = { errors, errorSchema: toErrorSchema<Values>(errors) };
      if (!customValidate) return result;
      const handler = customValidate(data, createErrorHandler<Values>(data ?? {}), uiSchema, result.errorSchema);
      return validationDataMerge<Values>(result, unwrapErrorHandler<Values>(handler));
    },
  };
}
