export { allOf, anyOf, MATCH_ALL, MATCH_NONE, notOf, usesRelated } from './build-node.ts';
export { compareBy, type NameResolver } from './compare-by.ts';
export { coverPrefixes } from './cover-prefixes.ts';
export type {
  FilterContext,
  FilterProblem,
  FilterVariables,
  FilterWarning,
  ParsedFilter,
  ParsedSort,
  SortProblem,
} from './filter-context.ts';
export { findField } from './field-target.ts';
export { fillTerms, parsePathParam, type TermPlaceholder } from './fill-terms.ts';
export type { FilterNode, RelationPath, SortStep } from './filter-node.ts';
export { compareKeys, compileMatcher, type KeyedRecord, type Matcher, type RelationResolver } from './matcher.ts';
export { FILTER_OPERATORS, type FilterOperator } from './operators.ts';
export { parseFilter } from './parse-filter.ts';
export { parseSort } from './parse-sort.ts';
export { pruneFilter, visitFilterFields, type FieldNameResolver, type OmittedEntry, type PrunedFilter } from './prune-filter.ts';
export { listUnindexedKeys, type KeyCondition } from './unindexed-keys.ts';
