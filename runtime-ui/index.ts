/** The entry point for the client part of plugins. */
export * from './extensions/index.ts';
export * from './kit/index.ts';
export {
  ApiError, callApi, callApiWithResponse, createRecord, invalidateRecords, explainAccess, getDependents, getRecord, getRecordWithRelationships, getRelated, moduleRoute, queryKeys, searchRecordNames, recordRoute, searchRecords, getErrorMessage,
  undoBatch, updateCertainFields, updateRecord, useInvalidateRecords, useModuleView, useSession, useShell, type PageResponse, type RecordData, type SavedRecord, type SearchInput,
} from './client/index.ts';
export { findDropdown, findField, isAllowed, isEmptyValue, isObject, isOwnRecord, isSameValue, isWritable, layoutItems, readRelate, recordName, toWireValue, draftRecordName, useRecordNamesById, useRecordForm, useRecordSearch, useUserId, type RecordForm, type RecordValues, type SaveOutcome } from './headless/index.ts';
export { FieldInput } from './fields/widgets/index.ts';
export { DuplicateDialog, MergeDialog, Timeline, TimelineItem, useHistoryItems, useSaveFeedback, type DuplicateDialogProps, type MatchDetails, type MergeDialogProps, type ShownMatch, type TimelineEntry } from './views/index.ts';
export { formatAddress, formatPhone, formatValue, formatFullDay, localDay, optionLabel, textOf, formatTime } from './fields/values/index.ts';
