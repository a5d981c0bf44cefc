export { createJsonSchemaValidator } from './json-schema-validator.ts';
export { describeValue, type ReadableValue } from './describe-value.ts';
export { describePlace } from './describe-place.ts';
export { cleanFormValue, valueAt } from './form-values.ts';
export { keepCurrentIssues, readSchemaIssues, toIssueSchema, type SchemaIssue } from './schema-issues.ts';
// Not imported from the index of the model: that would add the definition schemas to the client bundle.
export { humanizeName, labelAt } from '../../../engine/model/forms/index.ts';
