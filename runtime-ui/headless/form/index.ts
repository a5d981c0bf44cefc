export { buildFormSchema, fieldSchema, type FormSchema } from './form-schema.ts';
export { createJsonSchemaValidator } from './json-schema-validator.ts';
