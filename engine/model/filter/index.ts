export {
  allOf,
  anyOf,
  MATCH_ALL,
  MATCH_NONE,
  notOf,
  usesRelated,
  coverPrefixes,
  listUnindexedKeys,
  type FilterNode,
  type RelationPath,
  type SortStep,
  type KeyCondition,
} from './filter-node.ts';
export {
  compareBy,
  compareKeys,
  compileMatcher,
  type NameResolver,
  type KeyedRecord,
  type Matcher,
  type RelationResolver,
} from './matcher.ts';
export type {
  FilterContext,
  FilterProblem,
  FilterVariables,
  FilterWarning,
  ParsedFilter,
  ParsedSort,
  SortProblem,
} from './filter-context.ts';
export { describeFilter } from './describe-filter.ts';
export { findField } from './filter-parsing.ts';
export { fillTerms, parsePathParam, type TermPlaceholder } from './fill-terms.ts';
export { FILTER_OPERATORS, type FilterOperator } from './operators.ts';
export { ALSO_DELETED, parseFilter } from './parse-filter.ts';
export { parseSort } from './parse-sort.ts';
export { pruneFilter, visitFilterFields, type FieldNameResolver, type OmittedEntry, type PrunedFilter } from './prune-filter.ts';
export { renameFilterFields, type NameReplacement } from './rename-filter-fields.ts';
export { replaceFilterOption, type ReplacedOption } from './replace-filter-option.ts';
export {
  bucketOf,
  groupInMemory,
  MEASURE_KINDS,
  startOfNext,
  TIME_UNITS,
  type GroupMeasure,
  type GroupRequest,
  type GroupSort,
  type GroupStep,
  type MeasureKind,
  type MemoryGroup,
  type TimeUnit,
} from './grouping.ts';
