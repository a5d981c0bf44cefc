/** The door for the browser half of plugins. */
export * from './extensions/index.ts';
export * from './kit/index.ts';
export {
  ApiError, callApi, callApiFully, createRecord, dropRecords, explainAccess, getDependents, getRecord, getRecordWithRelationships, getRelated, moduleRoute, queryKeys, recordNames, recordRoute, searchRecords, textOfError,
  undoBatch, updateCertainFields, updateRecord, useDropRecords, useModuleView, useSession, useShell, type PageAnswer, type RecordData, type SavedRecord, type SearchInput,
} from './client/index.ts';
export { findDropdown, findField, isAllowed, isEmptyValue, isObject, isOwnRecord, isSameValue, isWritable, layoutItems, readRelate, recordName, toWireValue, typedName, useNamesOf, useRecordForm, useRecordSearch, useUserId, type RecordForm, type RecordValues, type SaveOutcome } from './headless/index.ts';
export { FieldInput } from './fields/widgets/index.ts';
export { DuplicateDialog, MergeDialog, Timeline, TimelineItem, useHistoryItems, useSavedField, type DuplicateDialogProps, type MatchFace, type MergeDialogProps, type ShownMatch, type TimelineEntry } from './views/index.ts';
export { formatAddress, formatPhone, formatValue, fullDay, localDay, optionLabel, textOf, timeOf } from './fields/values/index.ts';
