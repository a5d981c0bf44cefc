// The entry point for plugins and definitions: the parts of the model that they may use. The product imports the parts
// themselves, such as #engine/model/filter (tests/architecture/packages.js).

// All of them, not by name: plugins/records.d.ts adds the types of modules to `ModuleRecords`, which only `export *` lets it do.
export * from './values/json.ts';
export { escapeMarkup, foldText, formatFigure, isListed, safeAddress, toText, type Point } from './values/index.ts';
export type { FieldDefinition, SortDefinition } from './definitions/index.ts';
export type { FormSchema } from './forms/index.ts';
export { addDays, formatPhone, isEmailAddress, parsePhone, type RefinedFieldType } from './field-types/index.ts';
export {
  describeRule,
  formatExcluded,
  formatRule,
  formatStamp,
  isOccurrence,
  listOccurrences,
  parseExcluded,
  parseRule,
  readSeries,
  splitRule,
  type RecurrenceRule,
  type RecurringSeries,
} from './recurrence/index.ts';
export { canonicalTimeZone, dayToTimestamp, getSaveDay, readTimeZone, timestampToDay, today, wallClock, zoneClock } from './time/index.ts';
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
  type DuplicateMatch,
  type DuplicateScore,
  type SimilarityEvidence,
} from './similarity/index.ts';
export {
  CHART_TYPES,
  type ChartType,
  type ChartView,
  type ErrorBody,
  type FieldView,
  type FigureData,
  type ModuleSummary,
  type ModuleView,
  type ShellPreviewView,
  type ShellView,
} from './wire/index.ts';
