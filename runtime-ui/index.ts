/** The door for the browser half of plugins. */
export * from './extensions/index.ts';
export * from './kit/index.ts';
export {
  ApiError, callApi, callApiFully, createRecord, dropRecords, explainAccess, getDependents, getRecord, getRecordWithRelationships, getRelated, moduleRoute, queryKeys, recordNames, recordRoute, searchRecords, textOfError,
  undoBatch, updateCertainFields, updateRecord, useDropRecords, useModuleView, useSession, useShell, type PageAnswer, type RecordData, type SavedRecord, type SearchInput,
} from './client/index.ts';
export { findDropdown, findField, isAllowed, isEmptyValue, isObject, isSameValue, isWritable, layoutItems, readRelate, recordName, toWireValue, useNamesOf, type RecordValues } from './headless/index.ts';
export { formatAddress, formatPhone, formatValue, fullDay, localDay, optionLabel } from './fields/values/index.ts';
