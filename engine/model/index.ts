// The entry point for plugins and definitions: the parts of the model that they may use. The product imports the parts
// themselves, such as #engine/model/filter (tests/architecture/packages.js).

// All of them, not by name: plugins/records.d.ts adds the types of modules to `ModuleRecords`, which only `export *` lets it do.
export * from './values/json.ts';
export { foldText, isListed, milesBetween, toText, type Point } from './values/index.ts';
export type { Condition, DropdownDefinition, FieldDefinition, InputType, SortDefinition, UserType } from './definitions/index.ts';
export type { CompiledField, CompiledModule } from './compiled/index.ts';
export type { FilterNode } from './filter/index.ts';
export {
  addDays,
  addYears,
  isDay,
  parseInstant,
  type FieldContext,
  type FieldProblem,
  type NormalizeResult,
  type RefinedFieldType,
} from './field-types/index.ts';
export {
  dayToTimestamp,
  getSaveDay,
  readTimeZone,
  timestampToDay,
  today,
  wallClock,
  zoneClock,
  type ZoneClock,
} from './time/index.ts';
export {
  digestKey,
  hasCommonValue,
  measureTextSimilarity,
  readAddress,
  readEmails,
  readFolded,
  readPhones,
  scoreSimilarity,
  takeCharacters,
  type DuplicateCheckResult,
  type DuplicateMatch,
  type DuplicateReason,
  type DuplicateScore,
  type Similarity,
  type SimilarityEvidence,
} from './similarity/index.ts';
export type {
  ErrorBody,
  FieldRightsView,
  FieldView,
  ModuleRightsView,
  ModuleView,
  PopulatedRelate,
  RelationView,
} from './wire/index.ts';
