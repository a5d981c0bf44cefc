export { createJsonSchemaValidator } from './json-schema-validator.ts';
