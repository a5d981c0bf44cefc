export { createJsonSchemaValidator } from './json-schema-validator.ts';
export { cleanFormValue, valueAt } from './form-values.ts';
export { keepCurrentIssues, readSchemaIssues, toIssueSchema, type SchemaIssue } from './schema-issues.ts';
export { humanizeName, labelAt } from './schema-labels.ts';
