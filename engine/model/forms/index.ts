export { checkFormFormat, FORM_FORMATS, type FormFormat } from './formats.ts';
export { isSchema, type SchemaKeywords } from './schema-keywords.ts';
export { humanizeName, labelAt } from './schema-labels.ts';
export { describeFailure } from './schema-messages.ts';
export type { FormSchema } from './form-schema.ts';
