/** The door for the browser half of plugins. */
export * from './extensions/index.ts';
export * from './kit/index.ts';
export {
  ApiError, callApi, callApiFully, createRecord, dropRecords, explainAccess, getRecord, getRecordWithRelationships, getRelated, moduleRoute, queryKeys, recordNames, recordRoute, searchRecords, textOfError,
  undoBatch, updateCertainFields, updateRecord, useModuleView, useSession, useShell, type PageAnswer, type RecordData, type SavedRecord, type SearchInput,
} from './client/index.ts';
