export * from './compiled/index.ts';
export * from './definitions/index.ts';
export * from './json/index.ts';
export type { Comparison, FieldContext, FieldProblem, FieldType, NormalizedValue } from './field-types/field-type.ts';
export * from './filter/index.ts';
export * from './grouping/index.ts';
export * from './time/index.ts';
export * from './wire/index.ts';
export * from './text/index.ts';
