export * from './compiled/index.ts';
export * from './definitions/index.ts';
export * from './json/index.ts';
export type { Comparison, FieldContext, FieldProblem, FieldType, NormalizedValue } from './field-types/field-type.ts';
export { FILTER_OPERATORS, type FilterOperator } from './filter/operators.ts';
export type { FilterNode, RelationPath, SortStep } from './filter/filter-node.ts';
export * from './wire/index.ts';
export * from './text/index.ts';
